/** Measures the reports of the back office, and the roll-up that makes them, over 100,000 units and 50,000 orders (H14s). */
import { REPORTS, reportHref } from '../schema/staff/reports/report-paths.ts'
import { makeReports } from '../worker/staff/reports/make-reports.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { ownerHeaders, timePage } from './staff-page.ts'

const UNITS = 100_000
const ORDERS = 50_000
const ROUNDS = 200
const REPORT_MS = 300
const DAY_ROLLUP_MS = 5_000
/** What every figure is compared with. */
const AMONG = `${UNITS.toLocaleString('en-US')} units and ${ORDERS.toLocaleString('en-US')} orders`
const DAY_MS = 86_400_000

/** A year of orders of one or two tires each, demand of 2,000 sizes a day, and what units cost. */
function fill(now: number): string[] {
  return [
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < 50)
      insert or ignore into lot (id, source, kind, created_at) select i, 'Lot ' || i, 'whole', 0 from n`,
    `update unit set lot_id = product_id % 50 + 1, cost = 2000 + product_id % 700, suggested = 5000 + product_id % 3000,
      taken_by = product_id % 5 + 1`,
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${ORDERS - 1})
      insert into sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
        payment_method, addresses, totals, payload_hash, placed_at, updated_at)
      select printf('TL-B%07d', i), 'bench-' || i, 'delivered', 'a@example.com', 0, 0, 0, 0, 0, 0, 'USD', 'stripe', '{}', '{}', '',
        ${now} - cast(i * 7919 % 365 as integer) * ${DAY_MS}, 0 from n`,
    `insert into sales_order_line (order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku, unit_price,
        row_total, discount, tax, tax_percent, parts)
      select o.id, 1, p.id, p.sku, 'simple', 'A tire', '', 1 + o.id % 2, 1, p.stock_sku, 6000, 6000 * (1 + o.id % 2), 0, 0, 0, '[]'
      from sales_order o join product p on p.id = (select id from product where id >= o.id * 7919 % ${UNITS} and brand is not null
        and parent_id is null order by id limit 1)`,
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < 29)
      insert into size_demand (day, size, asked, missed)
      select date(${now} / 1000 - (i + 1) * 86400, 'unixepoch'), size_slug, 1 + i % 7, i % 2 from n
        cross join (select distinct size_slug from product where size_slug is not null)`,
    `with recursive n (i) as (select 0 union all select i + 1 from n where i < 29999)
      insert into search_miss (day, words, filters, typed, count)
      select date(${now} / 1000 - (i % 90 + 1) * 86400, 'unixepoch'), 'word' || (i % 997), 'condition=used', 'word ' || i, 1 from n`,
  ]
}

export async function measureReports(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    const now = Date.now()
    log(`Adding ${ORDERS.toLocaleString('en-US')} orders …`)
    for (const statement of fill(now)) await shop.db.prepare(statement).run()
    const began = performance.now()
    await makeReports(shop.db, now - DAY_MS)
    log(`A year at once: ${((performance.now() - began) / 1000).toFixed(1)} s`)
    const rollUps = [await timeDay(shop, now), await timeDay(shop, now + DAY_MS)]
    return [
      toGoal('the roll-up of a day with all reports', Math.max(...rollUps), {
        max: DAY_ROLLUP_MS,
        probe: `${AMONG}, the slower of 2`,
      }),
      ...(await measurePages(shop)),
    ]
  } finally {
    await shop.stop()
  }
}

async function timeDay({ db }: BenchShop, now: number): Promise<number> {
  const began = performance.now()
  await makeReports(db, now)
  return performance.now() - began
}

async function measurePages({ url, db }: BenchShop): Promise<Goal[]> {
  const headers = await ownerHeaders(db)
  const goals: Goal[] = []
  for (const report of REPORTS) {
    const href = `${url}${reportHref(report, { days: 365 })}`
    await timePage(href, headers)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timePage(href, headers))
    const probe = `${AMONG}, 99th percentile of ${ROUNDS} whole pages`
    goals.push(toGoal(`the report “${report}”`, quantile(times, 0.99), { max: REPORT_MS, probe }))
  }
  return goals
}
