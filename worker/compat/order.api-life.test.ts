import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { CANCEL_REFUSED_MESSAGE } from '../../schema/orders/life/order-lifecycle.ts'
import { orderStatusHref } from '../../schema/paths.ts'
import { Browser, call, openShop, RILEY, signInThroughApi } from '../account/testing/account.harness.ts'
import {
  cardOrder,
  cashOrder,
  fetchOf,
  newPlacementHarness,
  type PlacementHarness,
} from '../checkout/placement/testing/order-placement.harness.ts'
import { shipOrder } from '../orders/life/order-lifecycle.ts'
import {
  historyOf,
  newPlacedOrder,
  type PlacedOrder,
  statusOf,
} from '../orders/life/testing/order-lifecycle.harness.ts'
import { readOrder, readOrderStatus } from '../orders/order.sql.ts'
import { signOrderLink } from '../orders/order-signature.ts'
import { expectRateLimit } from '../platform/testing/rate-limit.harness.ts'

const ADA = 'ada@example.com'
const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const SHOP = {
  DB: env.DB,
  MOUNTING: env.MOUNTING,
  OUTBOX: { sendBatch: async () => undefined } as unknown as typeof env.OUTBOX,
}
const UPS = { carrier: 'UPS', trackingNumber: '1Z999AA10123456784' }

let harness: PlacementHarness
let guest: Browser
const { fetch } = globalThis

beforeAll(async () => {
  await openShop()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
beforeEach(async () => {
  harness = newPlacementHarness(Date.now())
  guest = new Browser()
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
  globalThis.fetch = fetchOf(harness, () => undefined) as typeof fetch
})
afterAll(() => {
  globalThis.fetch = fetch
  vi.restoreAllMocks()
})

const order = (request = cardOrder()) => newPlacedOrder(harness, { 'TL-2001-1': 1 }, { request })
async function ownedBy(customerId: number): Promise<PlacedOrder> {
  const placed = await order()
  await env.DB.prepare('UPDATE sales_order SET customer_id = ?2 WHERE order_number = ?1')
    .bind(placed.orderNumber, customerId)
    .run()
  return placed
}
const linkOf = ({ orderNumber }: PlacedOrder) =>
  orderStatusHref(orderNumber, signOrderLink(env.CART_SECRET, orderNumber))
const lookUp = (orderNumber: string, emailAddress: string, from = guest) =>
  from.fetch('/sales/guest/form/', {
    method: 'POST',
    body: new URLSearchParams({ orderNumber, emailAddress }),
  })
const cancel = (orderId: string, customerEmail: string, more: Record<string, string> = {}) =>
  call<unknown>('POST', 'ext/order/cancel', { orderId, customerEmail }, more)

describe('[E15] an order without an account', () => {
  test('is found by its number in any spelling and its e-mail, and redirects to its signed address', async () => {
    const placed = await order()
    const bare = placed.orderNumber.slice(3).toLowerCase()
    for (const typed of [placed.orderNumber, bare, ` tl ${bare} `, `#${bare.slice(0, 4)} ${bare.slice(4)}`]) {
      const found = await lookUp(typed, ' Ada@Example.com ')
      expect([typed, found.status, found.headers.get('location')]).toEqual([typed, 303, linkOf(placed)])
    }
    const page = await new Browser().fetch(linkOf(placed))
    expect(page.status).toBe(200)
    const html = await page.text()
    for (const text of [
      placed.orderNumber,
      'Paid',
      'Order placed',
      'Cancel this order',
      'Print the invoice',
    ]) {
      expect(html).toContain(text)
    }
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const wrong = await new Browser().fetch(`${orderStatusHref(placed.orderNumber, 'A'.repeat(24))}`)
    expect(wrong.status).toBe(404)
    expect(await wrong.text()).not.toContain(ADA)
  })

  test('an unknown number and another buyer’s order have the same reply', async () => {
    const placed = await order()
    const texts = await Promise.all(
      (
        [
          [placed.orderNumber, 'somebody@example.com'],
          ['TL-00000000', ADA],
        ] as const
      ).map(async ([number, email]) => {
        const answer = await lookUp(number, email, new Browser())
        expect(answer.status).toBe(404)
        return (await answer.text()).replaceAll(number, '').replaceAll(email, '')
      }),
    )
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).toMatch(/class="note note-error"[^>]*autofocus/i)
    const invalid = await lookUp('nonsense', 'none')
    expect(invalid.status).toBe(422)
    // The list of errors takes the focus and links to the field.
    const list = /autofocus[^>]*>(.*?)<\/div><\/div>/is.exec(await invalid.text())?.[1] ?? ''
    expect(list).toContain('<a href="#emailAddress">')
  })

  test('is not found while it is unpaid, and guesses of one number are counted over all networks', async () => {
    const placed = await order()
    await env.DB.prepare("UPDATE sales_order SET status = 'pending_payment' WHERE order_number = ?")
      .bind(placed.orderNumber)
      .run()
    expect((await lookUp(placed.orderNumber, ADA)).status).toBe(404)
    expect((await guest.fetch(linkOf(placed))).status).toBe(404)
    await expectRateLimit(
      20,
      404,
      async (nth) => (await lookUp('TL-0000000Z', `guess${nth}@example.com`, new Browser())).status,
    )
  })
})

describe('[E13] the cancellation of an order', () => {
  test('works on its page and takes effect at once', async () => {
    const placed = await order()
    const answer = await guest.fetch(linkOf(placed), { method: 'POST' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, linkOf(placed)])
    const page = await (await guest.fetch(linkOf(placed))).text()
    expect(page).toContain('Your order is canceled.')
    expect(page).toContain('Canceled, refunded')
    expect(page).not.toContain('Cancel this order')
    expect((await guest.fetch(linkOf(placed), { method: 'POST' })).status).toBe(303)
    expect(harness.stripe.refunded.get(placed.orderNumber)).toBe(placed.grandTotal)
  })

  test('is refused after the shipment with the required message', async () => {
    const placed = await order()
    await shipOrder(SHOP, placed.orderNumber, UPS, { by: 'staff:3', now: Date.now() })
    const answer = await guest.fetch(linkOf(placed), { method: 'POST' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(CANCEL_REFUSED_MESSAGE)
    expect(html).toContain('https://www.ups.com/track?tracknum=1Z999AA10123456784')
    const script = await guest.fetch(linkOf(placed), {
      method: 'POST',
      headers: { Accept: 'application/json' },
    })
    expect(await script.json()).toMatchObject({ code: 400, result: { message: CANCEL_REFUSED_MESSAGE } })
    expect(await cancel(placed.orderNumber, ADA)).toMatchObject({
      code: 400,
      result: 'This order cannot be canceled.',
    })
  })

  test('[F1] over the API needs the number and e-mail or the customer’s token; all refusals have the same message', async () => {
    const [guestOrder, rileysOrder] = [await order(), await ownedBy(1)]
    const { token } = await signInThroughApi(DEALER)
    const refusal = { code: 400, result: CANCEL_REFUSED_MESSAGE }
    expect(await cancel(guestOrder.orderNumber, 'somebody@example.com')).toMatchObject(refusal)
    expect(await cancel('TL-00000000', ADA)).toMatchObject(refusal)
    expect(await cancel("' OR 1=1 --", ADA)).toMatchObject(refusal)
    expect(await cancel(rileysOrder.orderNumber, '', { Authorization: `Bearer ${token}` })).toMatchObject(
      refusal,
    )
    expect(await statusOf(rileysOrder)).toBe('paid')
    const own = await signInThroughApi(RILEY)
    expect(await cancel(rileysOrder.orderNumber, '', { Authorization: `Bearer ${own.token}` })).toMatchObject(
      {
        code: 200,
        result: true,
      },
    )
    expect(await cancel(guestOrder.orderNumber, ADA)).toMatchObject({ code: 200, result: true })
    expect(await cancel(guestOrder.orderNumber, ADA)).toMatchObject({ code: 200, result: true })
    expect((await historyOf(guestOrder)).filter((kind) => kind === 'canceled')).toHaveLength(1)
  })

  test('[F1] with a cookie works only from a page of the shop', async () => {
    const placed = await ownedBy(1)
    const riley = new Browser()
    await riley.signIn(RILEY)
    const body = JSON.stringify({ orderId: placed.orderNumber, customerEmail: '' })
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const refused = await riley.send('/api/ext/order/cancel', { method: 'POST', body }, foreign)
    expect([refused.status, await readOrderStatus(env.DB, placed.orderNumber)]).toEqual([400, 'paid'])
    expect((await riley.fetch('/api/ext/order/cancel', { method: 'POST', body })).status).toBe(200)
  })

  test('[F1] [API1] with a wrong signature has the reply of an unknown order and changes nothing', async () => {
    const [placed, other] = [await order(), await order()]
    const own = signOrderLink(env.CART_SECRET, placed.orderNumber)
    const wrong: [number: string, signature: string][] = [
      [placed.orderNumber, signOrderLink(env.CART_SECRET, other.orderNumber)],
      [placed.orderNumber, signOrderLink('a secret of somebody else, long enough', placed.orderNumber)],
      [placed.orderNumber, own.slice(0, -1)],
      [placed.orderNumber, `${own}A`],
      [placed.orderNumber, own.toLowerCase()],
      [placed.orderNumber, 'x'.repeat(24)],
      [placed.orderNumber, '%00'],
      ['TL-00000000', signOrderLink(env.CART_SECRET, 'TL-00000000')],
    ]
    const riley = new Browser()
    await riley.signIn(RILEY)
    const texts = new Set<string>()
    for (const [number, signature] of wrong) {
      // The cookie of the customer does not replace the signature.
      for (const browser of [riley, new Browser()]) {
        const answer = await browser.fetch(orderStatusHref(number, signature), { method: 'POST' })
        expect([number, signature, answer.status]).toEqual([number, signature, 404])
        texts.add((await answer.text()).replaceAll(number, '').replaceAll(signature, ''))
      }
    }
    expect(texts.size).toBe(1)
    expect([await statusOf(placed), await statusOf(other)]).toEqual(['paid', 'paid'])
    expect(harness.stripe.refunded.size).toBe(0)
  })

  test('in the account works only for its customer', async () => {
    const placed = await ownedBy(1)
    const post = async (credentials: typeof RILEY) => {
      const browser = new Browser()
      await browser.signIn(credentials)
      const body = new URLSearchParams({ action: 'order-cancel', orderId: placed.orderNumber })
      const headers = { Accept: 'application/json' }
      return (await browser.fetch('/customer/account/form/', { method: 'POST', body, headers })).json()
    }
    expect(await post(DEALER)).toMatchObject({ code: 400, result: { message: CANCEL_REFUSED_MESSAGE } })
    expect(await post(RILEY)).toMatchObject({ code: 200, result: { message: 'Your order is canceled.' } })
    expect(await statusOf(placed)).toBe('refunded')
  })
})

test('the invoice has lines, fees, tax, addresses, payment and refund', async () => {
  const placed = await order()
  await guest.fetch(linkOf(placed), { method: 'POST' })
  const page = await guest.fetch(`${linkOf(placed)}/invoice`)
  const html = await page.text()
  for (const text of [
    `Invoice ${placed.orderNumber}`,
    'TL-2001-1',
    'Illinois tire fee',
    'Sales tax, 6.25%',
    '2720 W Grand Ave',
    'Paid with Card',
    'Refunded ',
  ]) {
    expect(html).toContain(text)
  }
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect((await guest.fetch(`${orderStatusHref(placed.orderNumber, 'x')}/invoice`)).status).toBe(404)
  const cash = await order(cashOrder())
  expect(await (await guest.fetch(`${linkOf(cash)}/invoice`)).text()).toContain('Due on delivery')
})

test('[H13b] the rate of the ZIP code is in the order’s total and on its invoice', async () => {
  await env.DB.prepare(
    `INSERT INTO tax_rate (rule_id, code, tax_country_id, tax_region_id, zip_from, zip_to, rate, demo, source)
      SELECT rule_id, 'US-IL-Chicago', 'US', tax_region_id, '60601', '60626', 4.0, 0, 'test'
      FROM tax_rate WHERE tax_region_id = 23 AND zip_from IS NULL`,
  ).run()
  try {
    const placed = await order()
    const { totals } = (await readOrder(env.DB, placed.orderNumber)) ?? {}
    // 128.00 at 10.25 %
    expect([totals?.taxPercent, totals?.tax]).toEqual([10.25, 1_312])
    expect(await (await guest.fetch(`${linkOf(placed)}/invoice`)).text()).toContain('Sales tax, 10.25%')
  } finally {
    await env.DB.prepare("DELETE FROM tax_rate WHERE code = 'US-IL-Chicago'").run()
  }
})
