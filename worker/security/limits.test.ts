/** The limits that D1 counts: they stop abuse, but not an office behind one address. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Browser, openShop, RILEY } from '../account/testing/account.harness.ts'
import { StripeSandbox } from '../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { expectRateLimit } from '../platform/testing/rate-limit.harness.ts'
import { sampleRequest } from '../platform/testing/route-samples.ts'

beforeAll(openShop)
beforeEach(() => {
  // Mails are not delivered in these tests.
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

const json = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** Returns a browser with one of several spellings of addresses in the same /64. */
function inOneNetwork(index: number): Browser {
  const browser = new Browser()
  browser.network = index % 2 === 0 ? `2001:db8::${index + 1}` : `2001:0DB8:0:0:${index}::7`
  return browser
}

async function withCart(browser: Browser, qty = '1'): Promise<Browser> {
  const body = new URLSearchParams({ action: 'add', sku: 'TL-2001-1', qty })
  await browser.fetch('/cart/form/', { method: 'POST', body })
  return browser
}

async function order(
  browser: Browser,
  email: string,
  method: string,
  rest: object = {},
  card = `ctoken_${crypto.randomUUID()}`,
): Promise<number> {
  const { path = '', init } = sampleRequest('POST /api/order') ?? {}
  const { addressInformation: info } = JSON.parse(String(init?.().body))
  const addressInformation = {
    ...info,
    billingAddress: { ...info.billingAddress, email },
    payment_method_code: method,
    payment_method_additional: { confirmation_token: card },
  }
  return (await browser.fetch(path, json({ addressInformation, ...rest }))).status
}

describe('[audit A13] an IPv6 network has one count for all spellings of its addresses', () => {
  test('for guesses of a password', async () => {
    for (let at = 0; at < 6; at += 1)
      await inOneNetwork(at).signIn({ email: RILEY.email, password: `guess-${at}` })
    // Even the correct password is refused in this network now, and accepted in another one.
    await expect(inOneNetwork(6).signIn()).resolves.toMatchObject({ status: 303 })
    const sameNetwork = inOneNetwork(7)
    await sameNetwork.signIn()
    expect((await (await sameNetwork.fetch('/api/user/me')).json<{ code: number }>()).code).toBe(401)
    const otherNetwork = new Browser()
    await otherNetwork.signIn()
    expect((await (await otherNetwork.fetch('/api/user/me')).json<{ code: number }>()).code).toBe(200)
  })

  test('for refused cards', async () => {
    const stripe = new StripeSandbox()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
    expect(await order(await withCart(inOneNetwork(0)), 'card0@example.com', 'stripe')).toBe(402)
    // The count after nineteen more refused cards.
    await env.DB.prepare(
      'UPDATE sign_in_attempt SET failures = 20 WHERE last_at = (SELECT max(last_at) FROM sign_in_attempt)',
    ).run()
    expect(await order(await withCart(inOneNetwork(1)), 'card1@example.com', 'stripe')).toBe(429)
    expect(await order(await withCart(new Browser()), 'card2@example.com', 'stripe')).toBe(402)
  })
})

describe('[audit A13] after too many guesses', () => {
  const TOO_MANY = 'Too many attempts. Please wait a minute and try again.'
  const { password } = RILEY
  const JSON_ONLY = { Accept: 'application/json' }

  /** Returns a signed-in browser that has used all password attempts. */
  async function browserWithoutAttempts(): Promise<Browser> {
    await env.DB.exec('DELETE FROM sign_in_attempt')
    const browser = new Browser()
    await browser.signIn()
    await browser.form({ action: 'sign-in', emailAddress: RILEY.email, password: 'a guess' })
    await env.DB.exec('UPDATE sign_in_attempt SET failures = 10')
    return browser
  }

  test.each<[string, string, Record<string, string>]>([
    [
      'a new password',
      '/account/form/',
      {
        action: 'change-password',
        oldPassword: password,
        password: 'next-road-26',
        rPassword: 'next-road-26',
      },
    ],
    [
      'a new e-mail address',
      '/customer/account/form/',
      {
        action: 'profile',
        firstName: 'Riley',
        lastName: 'Park',
        phoneNumber: '',
        emailAddress: 'riley.new@example.com',
        currentPassword: password,
      },
    ],
    [
      'the deletion of the account',
      '/customer/account/form/',
      { action: 'delete-account', password, understood: 'on' },
    ],
  ])('the form for %s does not report a correct password as wrong', async (_, path, fields) => {
    const browser = await browserWithoutAttempts()
    const body = new URLSearchParams(fields)
    const answer = await (await browser.fetch(path, { method: 'POST', body, headers: JSON_ONLY })).text()
    expect(answer).toContain(TOO_MANY)
    expect(answer).not.toMatch(/oldPassword|currentPassword|"password"/)
  })

  test('the sign-in has the same message as for a wrong password', async () => {
    const browser = await browserWithoutAttempts()
    const fields = { action: 'sign-in', emailAddress: RILEY.email, password }
    const right = await browser.form(fields, JSON_ONLY)
    expect(right.status).toBe(401)
    await env.DB.exec('DELETE FROM sign_in_attempt')
    const wrong = await new Browser().form({ ...fields, password: 'a guess' }, JSON_ONLY)
    expect(await right.json()).toEqual(await wrong.json())
  })
})

test('[audit A17] cart numbers of customers cannot be tried one after the other', async () => {
  const stranger = new Browser()
  await expectRateLimit(30, 404, (nth) =>
    order(stranger, 'a@example.com', 'cashondelivery', { cart_id: String(10 ** 14 + nth) }),
  )
})

let copies = 0

/** Copies the newest order as if its network had placed it `times` more times. */
async function copyOrder(times: number): Promise<void> {
  const newest = '(SELECT max(id) FROM sales_order)'
  const { results } = await env.DB.prepare(`SELECT * FROM sales_order WHERE id = ${newest}`).all()
  const [row = {}] = results
  copies += 1
  // `person` is a generated column.
  const names = Object.keys(row).filter((name) => name !== 'id' && name !== 'person')
  const values = names.map((name) =>
    name === 'order_number' || name === 'quote_id' ? `${name} || '-${copies}-' || n.value` : name,
  )
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO sales_order (${names}) SELECT ${values} FROM sales_order AS o, json_each(?1) AS n WHERE o.id = ?2`,
    ).bind(JSON.stringify(Array.from({ length: times }, (_, at) => at)), row.id),
    env.DB.prepare(
      `INSERT INTO order_actor (order_id, actor, placed_at, tires) SELECT o.id, a.actor, a.placed_at, a.tires
       FROM order_actor AS a, sales_order AS o WHERE a.rowid = (SELECT min(rowid) FROM order_actor WHERE order_id = ?1)
         AND o.quote_id LIKE '%-${copies}-%'`,
    ).bind(row.id),
  ])
}

const stockOf = (sku: string) =>
  env.DB.prepare('SELECT qty FROM stock WHERE stock_sku = ?').bind(sku).first<number>('qty')
const plenty = () => env.DB.prepare("UPDATE stock SET qty = 1000 WHERE stock_sku = 'TL-2001'").run()

describe('[audit A3] the orders and reservations of one buyer', () => {
  test('thirty people behind one address can buy four tires each', async () => {
    await plenty()
    const office = new Browser().network
    const people = Array.from({ length: 30 }, () => {
      const browser = new Browser()
      browser.network = office
      return browser
    })
    const statuses = await Promise.all(
      people.map(async (browser, at) =>
        order(await withCart(browser, '4'), `p${at}@office.example`, 'cashondelivery'),
      ),
    )
    expect(statuses).toEqual(Array(30).fill(200))
  })

  test('one address can place forty cash orders an hour, with any carts and mailboxes', async () => {
    await plenty()
    const first = await withCart(new Browser())
    expect(await order(first, 'abuse-0@example.com', 'cashondelivery')).toBe(200)
    await copyOrder(37)
    const more = Array.from({ length: 4 }, () => {
      const browser = new Browser()
      browser.network = first.network
      return browser
    })
    // Concurrent orders are counted one after the other.
    const before = (await stockOf('TL-2001')) ?? 0
    const statuses = await Promise.all(
      more.map(async (browser, at) =>
        order(await withCart(browser), `abuse-${at}@example.com`, 'cashondelivery'),
      ),
    )
    expect(statuses.sort()).toEqual([200, 200, 429, 429])
    expect(await stockOf('TL-2001')).toBe(before - 2)
    expect(await order(await withCart(new Browser()), 'honest@example.com', 'cashondelivery')).toBe(200)
  })

  test('one mailbox can get six orders an hour, from any networks and in any spelling', async () => {
    await plenty()
    const statuses: number[] = []
    for (let at = 0; at < 7; at += 1) {
      statuses.push(await order(await withCart(new Browser()), `m.any+${at}@gmail.com`, 'cashondelivery'))
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429])
  })

  test('a browser that keeps its cookies is counted by its device cookie', async () => {
    await plenty()
    const browser = await withCart(new Browser())
    const statuses: number[] = []
    for (let at = 0; at < 9; at += 1) {
      browser.network = new Browser().network
      await withCart(browser)
      statuses.push(await order(browser, `device-${at}@example.com`, 'cashondelivery'))
    }
    expect(statuses).toEqual([...Array(8).fill(200), 429])
  })

  /** Places an order that waits for the bank; returns its status and its cart. */
  async function placePending(browser: Browser, email: string): Promise<{ status: number; cart: string }> {
    browser.cookies.delete('__Host-cart')
    await withCart(browser)
    const status = await order(browser, email, 'stripe', {}, 'ctoken_3ds')
    return { status, cart: browser.cookies.get('__Host-cart') ?? '' }
  }

  async function ordersOf(email: string) {
    const { results } = await env.DB.prepare(
      'SELECT quote_id AS cart, status FROM sales_order WHERE email = ? ORDER BY id',
    )
      .bind(email)
      .all<{ cart: string; status: string }>()
    return results
  }

  function withStripe(): void {
    const stripe = new StripeSandbox()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
  }

  test('a fourth order that awaits its payment cancels the oldest one of the browser and restocks its tires', async () => {
    await plenty()
    withStripe()
    const browser = new Browser()
    const placed: { status: number; cart: string }[] = []
    for (let at = 0; at < 4; at += 1) placed.push(await placePending(browser, 'waits@example.com'))
    expect(placed.map(({ status }) => status)).toEqual([402, 402, 402, 402])
    const results = await ordersOf('waits@example.com')
    expect(results.map(({ status }) => status)).toEqual(['canceled', ...Array(3).fill('pending_payment')])
    expect(results[0]?.cart).toBe(placed[0]?.cart)
    expect(await stockOf('TL-2001')).toBe(1000 - 3)
  })

  test('an order with the e-mail of another shopper cancels no pending payment of that shopper', async () => {
    await plenty()
    withStripe()
    const email = 'victim@example.com'
    const victim = new Browser()
    expect((await placePending(victim, email)).status).toBe(402)
    for (let at = 0; at < 2; at += 1) expect((await placePending(new Browser(), email)).status).toBe(402)
    expect((await placePending(new Browser(), email)).status).toBe(429)
    const statuses = async () => (await ordersOf(email)).map(({ status }) => status)
    expect(await statuses()).toEqual(Array(3).fill('pending_payment'))
    // The mailbox is at its limit; a new order of the victim cancels the victim's own pending payment.
    expect((await placePending(victim, email)).status).toBe(402)
    expect(await statuses()).toEqual(['canceled', ...Array(3).fill('pending_payment')])
  })

  test('the number of unpaid tires is limited, also in few orders', async () => {
    await plenty()
    const statuses: number[] = []
    for (let at = 0; at < 5; at += 1) {
      statuses.push(await order(await withCart(new Browser(), '24'), 'bulk@example.com', 'cashondelivery'))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429])
  })
})

describe('[audit A3] an order reserves only the lines of its cart', () => {
  test('a body with sixty products reserves nothing', async () => {
    await plenty()
    const products = Array.from({ length: 60 }, (_, at) => ({ sku: `TL-${1001 + at}`, qty: 4 }))
    const browser = await withCart(new Browser())
    expect(await order(browser, 'sixty@example.com', 'cashondelivery', { products })).toBe(400)
    expect(await stockOf('TL-2001')).toBe(1000)
  })

  test('a body with more tires than are sold online reserves nothing', async () => {
    await plenty()
    const products = [{ sku: 'TL-2001-1', qty: 25 }]
    const browser = await withCart(new Browser())
    expect(await order(browser, 'many@example.com', 'cashondelivery', { products })).toBe(400)
    expect(await stockOf('TL-2001')).toBe(1000)
    // A client of the API that sends its own lines still works.
    const own = [{ sku: 'TL-2001-1', qty: 4 }]
    expect(await order(browser, 'many@example.com', 'cashondelivery', { products: own })).toBe(200)
    expect(await stockOf('TL-2001')).toBe(996)
  })

  test('the message of a cart has the limit and the telephone number, as JSON and on the page', async () => {
    await plenty()
    const message = 'You can order only 24 tires per line online. For more, call 312-555-0142 or write to us.'
    const browser = await withCart(new Browser(), '24')
    const body = new URLSearchParams({ action: 'add', sku: 'TL-2001-1' })
    const headers = { Accept: 'application/json' }
    const answer = await browser.fetch('/cart/form/', { method: 'POST', body, headers })
    expect(await answer.json()).toMatchObject({ code: 400, result: message })
    const plain = await browser.fetch('/cart/form/', { method: 'POST', body })
    const page = await (await browser.fetch(plain.headers.get('Location') ?? '')).text()
    expect(page).toContain('only 24 tires per line online')
  })
})
