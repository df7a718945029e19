/**
 * Compares placing orders with the least work of a sale, times the five calls of a guest's checkout, counts their trips to
 * D1, and lets ten thousand buyers order a hundred units, or as many as a busy machine can fill carts for in a minute.
 */
import { type BenchShop, newGuestId } from './bench-shop.ts'
import { formatFlame, recordCheckouts, sequentialTrips } from './flame.ts'
import type { BenchReport, Goal } from './goal.ts'
import { type ApiReply, CALL_NAMES, type CallName, checkoutCall, post, send } from './guest-checkout.ts'
import { quantile, rate } from './measure.ts'
import { isLost, reasonOf } from './retry.ts'

const GOAL = 0.75
const CONNECTIONS = 32
const ROUNDS = 8
const MIN_ROUNDS = 4
const ORDERS = 160

const CHECKOUTS = 240
const CHECKOUT_CONNECTIONS = 8
/** The first checkouts, which are not counted, because they fill the caches of the isolate. */
const WARM_CHECKOUTS = 12

const BUYERS = 10_000
const UNITS = 100

/** Milliseconds after which a busy machine begins no further round, checkout or cart of a part; the report has the counts. */
const PART_MS = 60_000

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

/** Returns the ids of `count` carts with one tire each, or of those that were filled after `PART_MS`. */
async function filledCarts(url: string, sku: string, count: number): Promise<string[]> {
  const until = performance.now() + PART_MS
  const filled: string[] = []
  await inParallel(Array.from({ length: count }, newGuestId), CONNECTIONS, async (quoteId) => {
    if (performance.now() > until) return
    await send(url, 'update', quoteId, sku)
    filled.push(quoteId)
  })
  return filled
}

export function placeOrder(url: string, quoteId: string): Promise<ApiReply> {
  const { path, body } = checkoutCall('order', quoteId, '')
  return post(url, path, body)
}

function bareSale(url: string, id: string, stockSku: string): Promise<ApiReply> {
  return post(url, `/__sale/${id}?sku=${stockSku}`, {})
}

/** Returns the calls per second; throws if one fails. */
async function timed(ids: readonly string[], call: (id: string) => Promise<ApiReply>) {
  const from = performance.now()
  const replies = await inParallel(ids, CONNECTIONS, call)
  const seconds = (performance.now() - from) / 1000
  const bad = replies.find(({ code }) => code !== 200)
  if (bad) throw new Error(`An order answers ${bad.code}: ${JSON.stringify(bad.result)}`)
  return ids.length / seconds
}

export async function measureOrders(shop: BenchShop): Promise<BenchReport> {
  const report: BenchReport[] = []
  // A busy machine may refuse the connections of one part; the other parts still have their figures.
  for (const [name, part] of Object.entries({
    orders: compareSales,
    checkouts: timeCheckouts,
    trips: countTrips,
    rush,
  })) {
    try {
      report.push(await part(shop))
    } catch (error) {
      if (!isLost(error)) throw error
      report.push([`${name} came to no figure: ${reasonOf(error)}`])
    }
  }
  return report.flat()
}

/** Places orders and bare sales in turns. */
async function compareSales({ url, db }: BenchShop): Promise<BenchReport> {
  const { sku, stockSku } = await newTire(db, 1_000_000)
  const ours: number[] = []
  const bare: number[] = []
  const until = performance.now() + PART_MS
  for (let round = 0; round < ROUNDS && (round < MIN_ROUNDS || performance.now() < until); round += 1) {
    const carts = await filledCarts(url, sku, ORDERS)
    const sales = carts.map((id) => `bare-${id}`)
    const sell = () => timed(sales, (id) => bareSale(url, id, stockSku))
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
    {
      measure: `orders with cash on delivery, ${CONNECTIONS} connections, without their mails`,
      figure: `${rate(quantile(ours, 0.5))}, ratio ${ratio.toFixed(2)}`,
      probe: `a bare sale: one row of an object, one D1 transaction, ${rate(quantile(bare, 0.5))}`,
      goal: `≥ ${GOAL}`,
      isMet: ratio >= GOAL,
      reason: REASON,
    },
  ]
}

const REASON =
  'an order is three D1 trips where the bare sale is one: it reads prices, reserves, and confirms in a batch of its own, because a reply after ten seconds says "not placed", and the order must then still be released'

/**
 * Goals as multiples of a bare sale. On the machine where Vendure's six calls took 215 ms, the former five calls took 88 ms and
 * the former order 37 ms; in one run with a bare sale they took 5.9 and 2.7 bare sales. So 43 ms and 15 ms there are:
 */
const CHECKOUT_GOAL = 2.9
const ORDER_GOAL = 1.1

/** Times checkouts of one client, in turns with bare sales, and then of several clients at once. */
async function timeCheckouts({ url, db }: BenchShop): Promise<BenchReport> {
  const { sku, stockSku } = await newTire(db, 1_000_000)
  const times = Object.fromEntries(CALL_NAMES.map((name) => [name, [] as number[]])) as Record<
    CallName,
    number[]
  >
  const whole: number[] = []
  const bare: number[] = []
  const until = performance.now() + PART_MS
  for (let index = 0; index < CHECKOUTS && performance.now() < until; index += 1) {
    const from = performance.now()
    const took = await checkOut(url, sku)
    if (index >= WARM_CHECKOUTS) whole.push(performance.now() - from)
    for (const name of CALL_NAMES) if (index >= WARM_CHECKOUTS) times[name].push(took[name])
    const before = performance.now()
    await bareSale(url, `alone-${newGuestId()}`, stockSku)
    if (index >= WARM_CHECKOUTS) bare.push(performance.now() - before)
  }
  const from = performance.now()
  await inParallel(Array.from({ length: CHECKOUTS }), CHECKOUT_CONNECTIONS, () => checkOut(url, sku))
  const perSecond = CHECKOUTS / ((performance.now() - from) / 1000)
  const sale = quantile(bare, 0.5)
  const against = (values: readonly number[], limit: number, name: string, note: string): Goal => {
    const p50 = quantile(values, 0.5)
    return {
      measure: name,
      figure: `p50 ${p50.toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms: ${(p50 / sale).toFixed(1)} bare sales`,
      probe: `a bare sale, p50 ${sale.toFixed(1)} ms; ${note}`,
      goal: `≤ ${limit} bare sales`,
      isMet: p50 <= limit * sale,
      reason: 'most of an order is durable writes, see its drawing in docs/architecture.md',
    }
  }
  return [
    ...CALL_NAMES.map((name) => `${name}: ${milliseconds(times[name])}`),
    against(
      whole,
      CHECKOUT_GOAL,
      'guest checkout of five calls, cash on delivery, one client',
      'Vendure 3.7 took 215 ms for its six calls, measured elsewhere, where the goal is 43 ms',
    ),
    against(
      times.order,
      ORDER_GOAL,
      'the order among these five calls',
      'the former order took 37 ms there, where the goal is 15 ms',
    ),
    `guest checkouts of five calls, ${CHECKOUT_CONNECTIONS} connections: ${perSecond.toFixed(1)}/s`,
  ]
}

const milliseconds = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms`

/** Checks out one cart; returns the milliseconds of each call. */
async function checkOut(url: string, sku: string): Promise<Record<CallName, number>> {
  const took = {} as Record<CallName, number>
  let quoteId = ''
  for (const name of CALL_NAMES) {
    const from = performance.now()
    const { result } = await send(url, name, quoteId, sku)
    took[name] = performance.now() - from
    if (name === 'create') quoteId = String(result)
  }
  return took
}

const TRIP_GOALS: Partial<Record<CallName, number>> = { update: 1, order: 3 }

/** Counts the sequential D1 trips of each call, and draws the order. */
async function countTrips(shop: BenchShop): Promise<BenchReport> {
  const { sku } = await newTire(shop.db, 1_000_000)
  const flames = await recordCheckouts(shop, sku)
  return flames.flatMap((flame) => {
    const most = TRIP_GOALS[flame.call]
    if (most === undefined) return formatFlame(flame)
    const trips = sequentialTrips(flame.trips, 'D1')
    const goal: Goal = {
      measure: `sequential D1 trips of ${flame.call}`,
      figure: String(trips),
      probe: 'the recorded calls of its bindings',
      goal: `≤ ${most}`,
      isMet: trips <= most,
    }
    return [...formatFlame(flame), goal]
  })
}

/** Places all orders at once and verifies orders and stock afterwards. */
async function rush({ url, db }: BenchShop): Promise<BenchReport> {
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
  const isConsistent = placed === UNITS && orders === UNITS && left === 0 && refused === carts.length - UNITS
  if (!isConsistent) {
    throw new Error(
      `${carts.length} buyers on ${UNITS} units: ${placed} orders answered, ${orders} written, ${refused} refused, ${left} left`,
    )
  }
  return [
    `${carts.length.toLocaleString('en-US')} buyers on ${UNITS} units: ${orders} orders, ${refused.toLocaleString('en-US')} refused, ${left} left, in ${seconds.toFixed(1)} s (${rate(carts.length / seconds)})`,
  ]
}

async function orderCount(db: D1Database): Promise<number> {
  const row = await db
    .prepare("select count(*) as n from sales_order where status not in ('canceled', 'pending_payment')")
    .first<{ n: number }>()
  return row?.n ?? 0
}
