/** Compares placing orders with the least work of a sale; ten thousand buyers order a hundred units. */
import { type BenchShop, newGuestId } from './bench-shop.ts'
import { quantile, rate, rating } from './measure.ts'
import { retryFetch } from './retry.ts'

const GOAL = 0.5
const CONNECTIONS = 32
const ROUNDS = 8
const ORDERS = 160

const BUYERS = 10_000
const UNITS = 100

const ADDRESS = {
  region: 'Illinois',
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  city: 'Chicago',
  postcode: '60612',
  street: ['2720 W Grand Ave'],
  firstname: 'Ada',
  lastname: 'Miller',
  telephone: '3125550142',
  email: 'ada@example.com',
  company: '',
  vat_id: '',
}
const JSON_BODY = { 'Content-Type': 'application/json' }

interface Unit {
  sku: string
  stockSku: string
}

/** Returns a new tire that is sold singly, with this stock. */
export async function newTire(db: D1Database, qty: number): Promise<Unit> {
  const unit = await db
    .prepare(
      "select sku, stock_sku as stockSku from product where parent_id is not null and condition = 'New' and setqty = 1 limit 1",
    )
    .first<Unit>()
  if (!unit) throw new Error('The shop has no single new tire')
  await db.prepare('update stock set qty = ? where stock_sku = ?').bind(qty, unit.stockSku).run()
  return unit
}

/** Sends a request, repeated if the connection is lost: an order that is sent twice is one order. */
function post(url: string, path: string, body: unknown): Promise<{ code: number; result: unknown }> {
  const init = { method: 'POST', headers: { ...JSON_BODY, ...randomNetwork() }, body: JSON.stringify(body) }
  return retryFetch(
    `${url}${path}`,
    init,
    (response) => response.json() as Promise<{ code: number; result: unknown }>,
  )
}

/** Calls `run` for each item, `width` at a time; returns the results in order. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const buyer = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await run(items[index] as T)
  }
  await Promise.all(Array.from({ length: width }, buyer))
  return results
}

/** Returns the ids of carts with one tire each. */
async function filledCarts(url: string, sku: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newGuestId)
  await inParallel(ids, CONNECTIONS, async (quoteId) => {
    const added = await post(url, `/api/cart/update?token=&cartId=${quoteId}`, {
      cartItem: { sku, qty: 1, quoteId },
    })
    if (added.code !== 200) throw new Error(`A cart answers ${added.code}: ${JSON.stringify(added.result)}`)
  })
  return ids
}

/** Returns an address in a random network, because orders per network are limited. */
export function randomNetwork(): { 'CF-Connecting-IP': string } {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return { 'CF-Connecting-IP': `10.${a}.${b}.${c}` }
}

export function placeOrder(url: string, quoteId: string) {
  const address = { ...ADDRESS, email: `${quoteId}@example.com` }
  return post(url, '/api/order', {
    user_id: '',
    cart_id: quoteId,
    addressInformation: {
      billingAddress: address,
      shippingAddress: address,
      shipping_carrier_code: 'freeshipping',
      shipping_method_code: 'freeshipping',
      payment_method_code: 'cashondelivery',
    },
  })
}

/** Returns the calls per second; throws if one fails. */
async function timed(
  ids: readonly string[],
  call: (id: string) => Promise<{ code: number; result: unknown }>,
) {
  const from = performance.now()
  const replies = await inParallel(ids, CONNECTIONS, call)
  const seconds = (performance.now() - from) / 1000
  const bad = replies.find(({ code }) => code !== 200)
  if (bad) throw new Error(`An order answers ${bad.code}: ${JSON.stringify(bad.result)}`)
  return ids.length / seconds
}

export async function measureOrders(shop: BenchShop): Promise<string[]> {
  const { url, db } = shop
  const { sku, stockSku } = await newTire(db, 1_000_000)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const carts = await filledCarts(url, sku, ORDERS)
    const sales = carts.map((id) => `bare-${id}`)
    const sell = () => timed(sales, (id) => post(url, `/__sale/${id}?sku=${stockSku}`, {}))
    // The order alternates, and the first round only warms up both.
    const probedFirst = round % 2 === 0 ? await sell() : null
    const placed = await timed(carts, (id) => placeOrder(url, id))
    const probed = probedFirst ?? (await sell())
    if (round > 0) ours.push(placed)
    if (round > 0) bare.push(probed)
  }
  const ratio = quantile(
    ours.map((value, index) => value / (bare[index] ?? Number.NaN)),
    0.5,
  )
  return [
    `Placing an order against a bare sale: ${rate(quantile(ours, 0.5))} against ${rate(quantile(bare, 0.5))}, ratio ${ratio.toFixed(2)} (goal ≥ ${GOAL}, ${rating(ratio >= GOAL)})`,
    ...(await rush(shop)),
  ]
}

/** Places all orders at once and verifies orders and stock afterwards. */
async function rush({ url, db }: BenchShop): Promise<string[]> {
  const { sku, stockSku } = await newTire(db, 1_000_000)
  const carts = await filledCarts(url, sku, BUYERS)
  await db.prepare('update stock set qty = ? where stock_sku = ?').bind(UNITS, stockSku).run()
  const before = await orderCount(db)
  const from = performance.now()
  const replies = await inParallel(carts, 256, (id) => placeOrder(url, id))
  const seconds = (performance.now() - from) / 1000
  const placed = replies.filter(({ code }) => code === 200).length
  const refused = replies.filter(({ code }) => code === 409).length
  const orders = (await orderCount(db)) - before
  const left = await db
    .prepare('select qty from stock where stock_sku = ?')
    .bind(stockSku)
    .first<number>('qty')
  const isConsistent = placed === UNITS && orders === UNITS && left === 0 && refused === BUYERS - UNITS
  if (!isConsistent) {
    throw new Error(
      `${BUYERS} buyers on ${UNITS} units: ${placed} orders answered, ${orders} written, ${refused} refused, ${left} left`,
    )
  }
  return [
    `${BUYERS.toLocaleString('en-US')} buyers on ${UNITS} units: ${orders} orders, ${refused.toLocaleString('en-US')} refused, ${left} left, in ${seconds.toFixed(1)} s (${rate(BUYERS / seconds)})`,
  ]
}

async function orderCount(db: D1Database): Promise<number> {
  const row = await db
    .prepare("select count(*) as n from sales_order where status not in ('canceled', 'pending_payment')")
    .first<{ n: number }>()
  return row?.n ?? 0
}
