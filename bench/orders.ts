/** Placing orders against the least that a sale can be here, and ten thousand buyers on a hundred units. */
import { newQuoteId } from '../worker/identity/session/cart-id.ts'
import { type BenchShop, CART_SECRET } from './bench-shop.ts'
import { rate } from './measure.ts'
import { fetchAgain } from './retry.ts'

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

/** A new tire, sold one by one. */
async function aTire(db: D1Database, qty: number): Promise<Unit> {
  const unit = await db
    .prepare(
      "select sku, stock_sku as stockSku from product where parent_id is not null and condition = 'New' and setqty = 1 limit 1",
    )
    .first<Unit>()
  if (!unit) throw new Error('The shop has no single new tire')
  await db.prepare('update stock set qty = ? where stock_sku = ?').bind(qty, unit.stockSku).run()
  return unit
}

function guestId(): string {
  return newQuoteId(CART_SECRET, (bytes) => crypto.getRandomValues(new Uint8Array(bytes)))
}

/** An order that is sent twice is one order. */
function post(url: string, path: string, body: unknown): Promise<{ code: number; result: unknown }> {
  const init = { method: 'POST', headers: { ...JSON_BODY, ...aNetwork() }, body: JSON.stringify(body) }
  return fetchAgain(
    `${url}${path}`,
    init,
    (response) => response.json() as Promise<{ code: number; result: unknown }>,
  )
}

/** Does `act` for each of `things`, so many at a time; gives what each came to. */
async function inParallel<T, R>(
  things: readonly T[],
  width: number,
  act: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const buyer = async () => {
    for (let at = next++; at < things.length; at = next++) results[at] = await act(things[at] as T)
  }
  await Promise.all(Array.from({ length: width }, buyer))
  return results
}

/** Carts with one tire each. */
async function filledCarts(url: string, sku: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, guestId)
  await inParallel(ids, CONNECTIONS, async (quoteId) => {
    const added = await post(url, `/api/cart/update?token=&cartId=${quoteId}`, {
      cartItem: { sku, qty: 1, quoteId },
    })
    if (added.code !== 200) throw new Error(`A cart answers ${added.code}: ${JSON.stringify(added.result)}`)
  })
  return ids
}

/** Buyers live apart: what one network may order is limited. */
function aNetwork(): { 'CF-Connecting-IP': string } {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint8Array(3))
  return { 'CF-Connecting-IP': `10.${a}.${b}.${c}` }
}

function placeOrder(url: string, quoteId: string) {
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

/** Seconds for all of these, of which each has to succeed. */
async function timed(
  ids: readonly string[],
  act: (id: string) => Promise<{ code: number; result: unknown }>,
) {
  const from = performance.now()
  const replies = await inParallel(ids, CONNECTIONS, act)
  const seconds = (performance.now() - from) / 1000
  const bad = replies.find(({ code }) => code !== 200)
  if (bad) throw new Error(`An order answers ${bad.code}: ${JSON.stringify(bad.result)}`)
  return ids.length / seconds
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0
}

export async function measureOrders(shop: BenchShop): Promise<string[]> {
  const { url, db } = shop
  const { sku, stockSku } = await aTire(db, 1_000_000)
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const carts = await filledCarts(url, sku, ORDERS)
    const sales = carts.map((id) => `bare-${id}`)
    const sell = () => timed(sales, (id) => post(url, `/__sale/${id}?sku=${stockSku}`, {}))
    // Which one goes first changes, and the first round only warms both.
    const probedFirst = round % 2 === 0 ? await sell() : null
    const placed = await timed(carts, (id) => placeOrder(url, id))
    const probed = probedFirst ?? (await sell())
    if (round > 0) ours.push(placed)
    if (round > 0) bare.push(probed)
  }
  const ratio = median(ours.map((value, at) => value / (bare[at] ?? Number.NaN)))
  const rating = ratio >= GOAL ? 'met' : 'MISSED'
  return [
    `Placing an order against a bare sale: ${rate(median(ours))} against ${rate(median(bare))}, ratio ${ratio.toFixed(2)} (goal ≥ ${GOAL}, ${rating})`,
    ...(await rush(shop)),
  ]
}

/** All of them at once, and the books afterwards. */
async function rush({ url, db }: BenchShop): Promise<string[]> {
  const { sku, stockSku } = await aTire(db, 1_000_000)
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
  const right = placed === UNITS && orders === UNITS && left === 0 && refused === BUYERS - UNITS
  if (!right) {
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
