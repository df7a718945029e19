/** Measures the audit log with 1,000,000 changes and the start page of staff with 50,000 orders. */
import { DAY_MS } from '../schema/platform/duration.ts'
import { shopDay } from '../schema/platform/shop-calendar.ts'
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { ownerHeaders, timePage } from './staff-page.ts'

const UNITS = 2_000
const CHANGES = 1_000_000
const ORDERS = 50_000
const PEOPLE = 10
/** Over which the changes and orders are spread. */
const DAYS = 300
const ROUNDS = 1_000
const MAX_MS = 150

export async function measureAudit(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    log(`Adding ${CHANGES.toLocaleString('en-US')} changes and ${ORDERS.toLocaleString('en-US')} orders …`)
    await fill(shop.db, Date.now())
    return await measure(shop, await ownerHeaders(shop.db))
  } finally {
    await shop.stop()
  }
}

/** Adds changes and orders, the newest now; each batch is small enough for one call of D1. */
async function fill(db: D1Database, now: number): Promise<void> {
  const step = 50_000
  for (let from = 0; from < CHANGES; from += step) {
    await db
      .prepare(
        `with recursive n (i) as (select ?1 union all select i + 1 from n where i < ?1 + ${step - 1})
        insert into audit_log (at, staff_id, source, kind, record, record_id, version, "before", "after", key)
        select ?2 - cast(${DAYS * DAY_MS} as integer) / ${CHANGES} * (${CHANGES} - i), i % ${PEOPLE} + 100, 'page', 'change', 'unit',
          'TL-' || i % 100000, i / 100000 + 2, '{"price":6200}', '{"price":6500}', 'bench-' || i from n`,
      )
      .bind(from, now)
      .run()
  }
  await db
    .prepare(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${ORDERS - 1})
      insert into sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
        currency, payment_method, shipping_method, addresses, totals, payload_hash, placed_at, updated_at)
      select 'B-' || i, 'B-' || i, iif(i > ${ORDERS - 40}, 'paid', 'delivered'), 'a@b.example', 9900, 0, 0, 0, 0, 9900, 'USD',
        'checkmo', 'freeshipping:freeshipping', '{}', '{}', '', ?1 - cast(${DAYS * DAY_MS} as integer) / ${ORDERS} * (${ORDERS} - i), ?1 from n`,
    )
    .bind(now)
    .run()
}

async function measure({ url }: BenchShop, headers: Record<string, string>): Promise<Goal[]> {
  const logs: number[] = []
  const starts: number[] = []
  await timePage(`${url}/staff/`, headers)
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = shopDay(Date.now() - (round % DAYS) * DAY_MS)
    logs.push(await timePage(`${url}/staff/audit/?person=${100 + (round % PEOPLE)}&day=${day}`, headers))
    starts.push(await timePage(`${url}/staff/`, headers))
  }
  const limit = { max: MAX_MS, probe: `99th percentile of ${ROUNDS} whole pages` }
  return [
    toGoal(
      `the audit log by person and day, ${CHANGES.toLocaleString('en-US')} changes`,
      quantile(logs, 0.99),
      limit,
    ),
    toGoal(
      `the start page of staff, ${ORDERS.toLocaleString('en-US')} orders`,
      quantile(starts, 0.99),
      limit,
    ),
  ]
}
