import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountOrderView, OrdersView } from '../../../schema/account/account.api.ts'
import { privateKey } from '../../../schema/orders/status/download.ts'
import { ACCOUNT_PAGES } from '../../../schema/paths.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import {
  cardOrder,
  fillCart,
  newPlacementHarness,
  placeTestOrder,
} from '../../checkout/placement/testing/order-placement.harness.ts'
import { readActiveOrder } from '../../orders/order.sql.ts'
import { Browser, openShop, RILEY } from '../testing/account.harness.ts'

const DEALER = { email: 'dealer@example.com', password: 'forty-four-rims-26' }
const ACCEPT_JSON = { Accept: 'application/json' }
let quotes = 0
let riley: Browser
let dealer: Browser

beforeAll(async () => {
  await openShop()
  await loadParts(env.DB)
  await env.PICTURES.put(privateKey('guides/tire-care.pdf'), '%PDF-1.7 the guide')
})

beforeEach(async () => {
  riley = new Browser()
  dealer = new Browser()
  await Promise.all([riley.signIn(RILEY), dealer.signIn(DEALER)])
})

/** Places an order of this customer, paid by card, and returns its number. */
async function placeOrder(customerId: number, units: Record<string, number>): Promise<string> {
  quotes += 1
  const quoteId = `e${quotes.toString(16).padStart(31, '0')}`
  const harness = newPlacementHarness(Date.now())
  await fillCart(quoteId, harness, units)
  expect(await placeTestOrder(quoteId, harness, cardOrder())).toMatchObject({ ok: true })
  const order = await readActiveOrder(env.DB, quoteId)
  await env.DB.prepare('UPDATE sales_order SET customer_id = ?2 WHERE quote_id = ?1')
    .bind(quoteId, customerId)
    .run()
  return order?.orderNumber ?? ''
}

async function read<T>(who: Browser, query: string): Promise<{ code: number; result: T }> {
  return (await who.fetch(`/api/ext/account/${query}`)).json()
}
async function reorder(who: Browser, orderId: string) {
  const body = new URLSearchParams({ action: 'reorder', orderId })
  const response = await who.fetch('/customer/account/form/', { method: 'POST', body, headers: ACCEPT_JSON })
  return response.json<{ code: number; result: { to?: string; message: string } }>()
}
async function cartOf(who: Browser): Promise<[string, number][]> {
  const { result } = await (await who.fetch('/api/ext/cart')).json<{
    result: { lines: { sku: string; qty: number }[] }
  }>()
  return result.lines.map(({ sku, qty }) => [sku, qty])
}

describe('[F4] orders of an account', () => {
  test('are listed newest first, twenty on a page; an invalid page number gives the nearest page', async () => {
    const last = await placeOrder(1, { 'TL-2001-1': 1 })
    await env.DB.batch(
      Array.from({ length: 20 }, (_, n) =>
        env.DB.prepare(
          `INSERT INTO sales_order (order_number, quote_id, status, customer_id, email, subtotal, discount, shipping, tax,
               fees, grand_total, currency, coupon_code, payment_method, shipping_method, addresses, totals, payload_hash,
               placed_at, updated_at, arrives_on)
             SELECT ?1, ?1, status, customer_id, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
               coupon_code, payment_method, shipping_method, addresses, totals, payload_hash, ?2, updated_at, arrives_on
             FROM sales_order WHERE order_number = ?3`,
        ).bind(`TL-0000000${'ABCDEFGHJKMNPQRSTVWX'[n]}`, n, last),
      ),
    )
    const first = (await read<OrdersView>(riley, 'orders')).result
    expect([first.orders.length, first.page, first.pages, first.total]).toEqual([20, 1, 2, 21])
    expect(first.orders[0]).toMatchObject({ orderNumber: last, status: 'paid' })
    const second = (await read<OrdersView>(riley, 'orders?page=2')).result
    expect(second.orders.map(({ orderNumber }) => orderNumber)).toEqual(['TL-0000000A'])
    expect((await read<OrdersView>(riley, 'orders?page=99')).result.page).toBe(2)
    expect((await read<OrdersView>(riley, 'orders?page=-1')).result.page).toBe(1)
    expect((await read<OrdersView>(dealer, 'orders')).result).toMatchObject({ orders: [], total: 0 })
  })

  test('show lines, totals, addresses, files and history', async () => {
    const number = await placeOrder(1, { 'TL-2001-1': 2, 'CG-1': 1 })
    const { result } = await read<AccountOrderView>(riley, `order?orderId=${number}`)
    expect(result.lines).toHaveLength(2)
    const tire = result.lines.find(({ facts }) => facts !== '')
    expect(tire).toMatchObject({ qty: 2, href: expect.stringMatching(/^\/p\//) })
    expect(tire?.picture).toMatch(/^\/pictures\//)
    expect(result.lines.find(({ facts }) => facts === '')?.picture).toBe('/drawings/guide.svg')
    expect(result.events.map(({ words }) => words)).toEqual(['Order placed', 'Paid'])
    expect(result.downloads[0]?.href).toMatch(/^\/download\//)
    const sums = result.lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0)
    expect(result.totals.subtotal).toBe(sums)
    expect(result.shipTo).not.toBeNull()
    const page = await riley.fetch(`/customer/account/order/?orderId=${number}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Buy again')
  })

  test('[API1] of another customer are reported like unknown orders', async () => {
    const number = await placeOrder(1, { 'TL-2001-1': 1 })
    for (const orderId of [number, 'TL-7K3M9QXZ', `${number}' OR '1'='1`, '']) {
      const { code } = await read(dealer, `order?orderId=${encodeURIComponent(orderId)}`)
      expect([orderId, code]).toEqual([orderId, 404])
      const page = await dealer.fetch(`/customer/account/order/?orderId=${encodeURIComponent(orderId)}`)
      expect(page.status).toBe(404)
      const html = await page.text()
      expect(html).toContain('Order not found')
      expect(html).not.toContain('Buy again')
      expect(await reorder(dealer, orderId)).toMatchObject({
        code: 404,
        result: { message: 'We couldn’t find that order.' },
      })
    }
    expect(await cartOf(dealer)).toEqual([])
  })

  test('can be ordered again: products in stock are added to the cart, the message names the others', async () => {
    const number = await placeOrder(1, { 'TL-2001-1': 1, 'CG-1': 1 })
    expect(await reorder(riley, number)).toMatchObject({
      code: 200,
      result: { to: '/cart/', message: '2 products are in your cart.' },
    })
    expect((await cartOf(riley)).map(([sku]) => sku).sort()).toEqual(['CG-1', 'TL-2001-1'])
    // The tire of another order is out of stock meanwhile.
    const sold = await placeOrder(2, { 'TL-2002-1': 1, 'CG-1': 1 })
    await env.DB.prepare(
      'UPDATE stock SET qty = 0 WHERE stock_sku = (SELECT stock_sku FROM product WHERE sku = ?)',
    )
      .bind('TL-2002-1')
      .run()
    const some = await reorder(dealer, sold)
    expect(some.result.message).toMatch(/^One product is in your cart\. No longer in stock: \w+/)
    expect(some.result.to).toBe(`/customer/account/order/?orderId=${sold}`)
    expect(await cartOf(dealer)).toEqual([['CG-1', 1]])
  })
})

test('[A10] every page of the account opens for its customer, with Profile, Address Book, Garage, Orders and Reviews in its menu', async () => {
  for (const path of ACCOUNT_PAGES.filter((page) => !page.endsWith('/order/'))) {
    const response = await riley.fetch(path)
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([
      path,
      200,
      'private, no-store',
    ])
    const [, menu = ''] = /class="account-menu"[^>]*>(.*?)<\/ul>/s.exec(await response.text()) ?? []
    const labels = [...menu.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, label]) => label)
    expect([path, labels]).toEqual([path, ['Profile', 'Address Book', 'Garage', 'Orders', 'Reviews']])
  }
})
