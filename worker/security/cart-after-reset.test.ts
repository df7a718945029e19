/** A browser whose session has ended can no longer read the customer's cart and checkout draft. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Browser, openShop, signInThroughApi } from '../account/testing/account.harness.ts'
import { parseConfig } from '../config.ts'
import type { Env } from '../env.ts'
import { buildMail } from '../mails.ts'

const bindings = env as unknown as Env
const PASSWORD = 'rubber-meets-road'
const NEXT = 'my-own-new-road'
let victim = ''
let count = 0

beforeAll(openShop)
beforeEach(() => {
  count += 1
  victim = `owner${count}@example.com`
})

afterEach(() => {
  vi.restoreAllMocks()
})

const post = (browser: Browser, path: string, fields: Record<string, string>) =>
  browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields) })
const quoteOf = (browser: Browser) => browser.cookies.get('__Host-cart') ?? ''
const signIn = (browser: Browser, email: string, password: string) => browser.signIn({ email, password })

/** Returns a signed-in browser with a tire in the cart and an address at the checkout. */
async function atCheckout(): Promise<Browser> {
  const browser = new Browser()
  await browser.form({
    action: 'register',
    emailAddress: victim,
    firstName: 'Vera',
    lastName: 'Lane',
    phoneNumber: '3125550142',
    password: PASSWORD,
    rPassword: PASSWORD,
    acceptTermsAndConditions: 'on',
  })
  await post(browser, '/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  const names = { firstName: 'Vera', lastName: 'Lane' }
  await post(browser, '/checkout/form/', { step: 'personal', emailAddress: victim, ...names })
  await post(browser, '/checkout/form/', {
    step: 'shipping',
    ...names,
    streetAddress: '1458 N Wood St',
    apartmentNumber: '',
    zipCode: '60612',
    city: 'Chicago',
    state: 'Illinois',
    phoneNumber: '3125550186',
    shippingMethod: 'freeshipping:freeshipping',
  })
  expect(await stored(quoteOf(browser))).toEqual([['TL-2001-2'], '1458 N Wood St'])
  return browser
}

async function stored(quoteId: string) {
  const { cart, draft } = await bindings.CART.getByName(quoteId).readCheckout()
  return [cart?.lines.map(({ sku }) => sku), draft?.shipping.streetAddress]
}

/** Returns the token of the newest mail with a token to this mailbox. */
async function tokenTo(to: string): Promise<string> {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  const { results } = await env.DB.prepare('SELECT kind, payload FROM outbox ORDER BY id DESC').all<{
    kind: string
    payload: string
  }>()
  for (const { kind, payload } of results) {
    const mail = await buildMail(bindings, { kind, payload: JSON.parse(payload) }, parsed.config, Date.now())
    const token = /\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
    if (mail?.to === to && token) return token
  }
  throw new Error(`no mail to ${to}`)
}

async function resetBy(browser: Browser): Promise<{ email: string; password: string }> {
  await browser.form({ action: 'forgot', emailAddress: victim })
  const token = await tokenTo(victim)
  await browser.form({ action: 'reset', token, password: NEXT, rPassword: NEXT })
  return { email: victim, password: NEXT }
}

/** Ways to end all sessions of the customer; each returns the new credentials. */
const SESSION_ENDINGS: [string, () => Promise<{ email: string; password: string }>][] = [
  ['a reset by mail', async () => resetBy(new Browser())],
  [
    'a changed password',
    async () => {
      const own = new Browser()
      await signIn(own, victim, PASSWORD)
      const next = { password: NEXT, rPassword: NEXT }
      await own.form({ action: 'change-password', oldPassword: PASSWORD, ...next })
      return { email: victim, password: NEXT }
    },
  ],
  [
    'a changed e-mail address',
    async () => {
      const moved = `moved-${victim}`
      const own = new Browser()
      await signIn(own, victim, PASSWORD)
      await post(own, '/customer/account/form/', {
        action: 'profile',
        firstName: 'Vera',
        lastName: 'Lane',
        phoneNumber: '',
        emailAddress: moved,
      })
      await own.form({ action: 'confirm-email', token: await tokenTo(moved) })
      return { email: moved, password: PASSWORD }
    },
  ],
]

test.each(SESSION_ENDINGS)(
  '[audit A1] after %s the former browser reads nothing, and the customer still has the cart and the draft',
  async (_, end) => {
    const former = await atCheckout()
    const quoteId = quoteOf(former)
    const { email, password } = await end()
    expect(await stored(quoteId)).toEqual([[], undefined])
    for (const path of ['/cart/', '/checkout/']) {
      const text = await (await former.fetch(path)).text()
      for (const word of ['1458 N Wood St', '3125550186', victim, 'TL-2001-2'])
        expect(text).not.toContain(word)
    }
    const pulled = await new Browser().fetch(`/api/cart/pull?cartId=${quoteId}`)
    expect(await pulled.text()).not.toContain('TL-2001-2')
    // The next tire goes into a guest cart, not into the customer's cart.
    await post(former, '/cart/form/', { action: 'add', sku: 'TL-2001-1' })
    const owner = new Browser()
    await signIn(owner, email, password)
    expect(quoteOf(owner)).not.toBe(quoteId)
    expect(await stored(quoteOf(owner))).toEqual([['TL-2001-2'], '1458 N Wood St'])
    expect((await signInThroughApi({ email, password })).token).toContain('.')
  },
)

type Cart = ReturnType<typeof bindings.CART.getByName>

function fail(): never {
  failures += 1
  throw new Error('away')
}
let failures = 0

/** Returns cart objects on which one method fails. */
const cartsWithout = (name: keyof Cart) => ({
  CART: {
    getByName: (quoteId: string) =>
      new Proxy(bindings.CART.getByName(quoteId), {
        get: (cart, wanted) => (wanted === name ? async () => fail() : Reflect.get(cart, wanted, cart)),
      }),
  },
})
const withoutTable = () => ({
  DB: {
    prepare: (sql: string) => (sql.startsWith('insert into "customer_cart"') ? fail() : env.DB.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  },
})

test.each([
  ['the new cart’s object', () => cartsWithout('mergeGuestCart')],
  ['the settings of the new cart', () => cartsWithout('set')],
  ['D1', withoutTable],
  ['the former cart’s object', () => cartsWithout('empty')],
])('[audit A1] a reset during which %s fails loses nothing of the cart', async (_, faultyBindings) => {
  vi.spyOn(console, 'error').mockReturnValue()
  failures = 0
  await atCheckout()
  const { email, password } = await resetBy(new Browser(faultyBindings()))
  expect(failures).toBe(1)
  const owner = new Browser()
  await signIn(owner, email, password)
  expect(await stored(quoteOf(owner))).toEqual([['TL-2001-2'], '1458 N Wood St'])
})

test('[audit A1] [E6] the browser that ordered shows the order only while its session lasts', async () => {
  const former = await atCheckout()
  await post(former, '/checkout/form/', {
    step: 'payment',
    paymentMethod: 'cashondelivery',
    billingSameAsShipping: 'on',
  })
  const pages = ['/checkout/onepage/success/', '/api/ext/thank-you']
  for (const path of pages) expect(await (await former.fetch(path)).text()).toContain('1458 N Wood St')
  const [, reset] = SESSION_ENDINGS[0] ?? []
  await reset?.()
  for (const path of [...pages, '/checkout/', '/cart/']) {
    const text = await (await former.fetch(path)).text()
    for (const word of ['1458 N Wood St', victim]) expect(text, path).not.toContain(word)
  }
})

test('[audit A1] after a sign-out the server keeps the cart and the browser has none', async () => {
  const browser = await atCheckout()
  const quoteId = quoteOf(browser)
  await browser.form({ action: 'sign-out' })
  expect(browser.cookies.has('__Host-cart')).toBe(false)
  expect(await stored(quoteId)).toEqual([['TL-2001-2'], '1458 N Wood St'])
})
