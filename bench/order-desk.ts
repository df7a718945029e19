/** Measures a pick run, packing slips and the search of sold TINs in the back office, over 50,000 orders (H14i, H14t). */
import { SAFETY_PATHS } from '../schema/staff/safety/safety-paths.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { addOrders, ORDERS } from './orders-search.ts'
import { ownerHeaders, sendForm, timePage } from './staff-page.ts'

const UNITS = 2_000
const ROUNDS = 1_000
/** Orders of a pick run, and runs: together fewer than the 199 orders that wait for their tires. */
const RUN_ORDERS = 20
const RUNS = 9
const RUN_MS = 1_000
const SLIPS = 100
const SLIP_ROUNDS = 20
const SLIPS_MS = 3_000
const TIN_MS = 100
/** What every figure is compared with. */
const AMONG = `${ORDERS.toLocaleString('en-US')} orders`

/** Each order has a new tire of the shop with its own TIN, so each is registered. */
const FILL = [
  `update sales_order_line set (sku, stock_sku, product_id) = (select p.sku, p.stock_sku, p.id from product p
    where p.id >= sales_order_line.order_id % ${UNITS} and p.brand is not null and p.parent_id is null order by p.id limit 1)`,
  `insert into registration (order_id, line_id, sku, brand, tires, sold_at, sent_as, sent_at)
    select order_id, id, sku, 'Halden', 4, order_id, iif(order_id > ${ORDERS - 199}, null, 'file'),
      iif(order_id > ${ORDERS - 199}, null, 1) from sales_order_line`,
  `insert into registration_tin (registration_id, tin, tires)
    select id, 'ABC' || printf('%06d', order_id) || '2419', 4 from registration`,
]

export async function measureOrderDesk(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    await addOrders(shop.db, log)
    for (const statement of FILL) await shop.db.prepare(statement).run()
    const headers = await ownerHeaders(shop.db)
    return [...(await measureRuns(shop, headers)), ...(await measureTins(shop, headers))]
  } finally {
    await shop.stop()
  }
}

const orderNumber = (i: number) => `TL-${String(i).padStart(8, '0')}`
/** The newest orders, which wait for their tires. */
const waiting = (count: number, skipped = 0) =>
  Array.from({ length: count }, (_, at) => orderNumber(ORDERS - 1 - skipped - at))

async function measureRuns({ url }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const slipsUrl = `${url}/staff/slips/?orders=${waiting(SLIPS).join()}`
  const slips: number[] = []
  for (let round = 0; round < SLIP_ROUNDS; round += 1) slips.push(await timePage(slipsUrl, headers))
  const runs: number[] = []
  for (let run = 0; run < RUNS; run += 1)
    runs.push(await timeRun(url, headers, waiting(RUN_ORDERS, run * RUN_ORDERS)))
  return [
    toGoal(`a pick run of ${RUN_ORDERS} orders`, Math.max(...runs), {
      max: RUN_MS,
      probe: `${AMONG}, the slowest of ${runs.length}, with its page`,
    }),
    toGoal(`packing slips of ${SLIPS} orders`, Math.max(...slips), {
      max: SLIPS_MS,
      probe: `${AMONG}, the slowest of ${SLIP_ROUNDS}`,
    }),
  ]
}

/** Returns the milliseconds from the press to the page of the run. */
async function timeRun(url: string, headers: Record<string, string>, orders: string[]): Promise<number> {
  const fields = orders.map((order) => ['order', order] as const)
  const began = performance.now()
  const href = await sendForm(`${url}/staff/pick/form/`, headers, [['action', 'start'], ...fields])
  if (!/\/pick\/\d+/.test(href)) throw new Error(`the form leads to ${href}`)
  await timePage(`${url}${href}`, headers)
  return performance.now() - began
}

async function measureTins({ url }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const search = (typed: string) =>
    timePage(`${url}${SAFETY_PATHS.registrations}?q=${encodeURIComponent(typed)}`, headers)
  const tins: number[] = []
  const buyers: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = (round * 7919) % ORDERS
    tins.push(await search(`ABC${String(order + 1).padStart(6, '0')}2419`))
    buyers.push(await search(`first${order} last${order % 977}`))
  }
  const probe = `${AMONG}, 99th percentile of ${ROUNDS.toLocaleString('en-US')} whole pages`
  return [
    toGoal('the buyer of a TIN', quantile(tins, 0.99), { max: TIN_MS, probe }),
    toGoal('the TINs of a buyer', quantile(buyers, 0.99), { max: TIN_MS, probe }),
  ]
}
