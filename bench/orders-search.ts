/** Measures the search of orders by any of their parts, and the tabs of their list, over 50,000 orders (H14o). */
import { type BenchShop, openBenchShop } from './bench-shop.ts'
import { type BenchReport, type Goal, toGoal } from './goal.ts'
import { quantile } from './measure.ts'
import { ownerHeaders, timePage } from './staff-page.ts'

const UNITS = 2_000
export const ORDERS = 50_000
const ROUNDS = 1_000
const MAX_MS = 200

/** `i` is the number of an order: names, phones, tires, parcels and cards follow from it. */
const FILL = [
  `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${ORDERS - 1})
    insert into sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
      payment_method, shipping_method, addresses, totals, payload_hash, placed_at, updated_at)
    select printf('TL-%08d', i), 'bench-' || i, iif(i > ${ORDERS - 200}, 'paid', 'delivered'),
      'first' || i || '.last' || i % 977 || '@example.com', 9900, 0, 0, 0, 0, 5000 + i, 'USD', 'stripe',
      'freeshipping:freeshipping', json_object('billingAddress', json(address), 'shippingAddress', json(address)),
      '{"padding":"' || printf('%.1200c', 'x') || '"}', '', i, i
    from (select i, json_object('firstname', 'First' || i, 'lastname', 'Last' || i % 977,
      'telephone', printf('312%07d', i), 'street', json_array('1842 North Fairfield Avenue'), 'city', 'Chicago',
      'regionCode', 'IL', 'postcode', '60647') as address from n)`,
  `insert into sales_order_line (order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku, unit_price,
      row_total, discount, tax, tax_percent, parts)
    select id, 1, 1, 'TL-' || (id % 20000 + 100000), 'simple', 'A tire', '225/45R17', 4, 1, 'TL-' || (id % 20000 + 100000), 100, 400,
      0, 0, 0, '[]' from sales_order`,
  `insert into order_shipment (order_id, carrier, tracking_number, made_by, shipped_at)
    select id, 'UPS', printf('1Z999AA1%010d', id * 7919), 'staff:1', 0 from sales_order where status = 'delivered'`,
  `insert into payment_attempt (order_id, provider, amount, currency, status, created_at, updated_at, card_last4)
    select id, 'stripe', 9900, 'USD', 'settled', 0, 0, printf('%04d', id % 10000) from sales_order`,
]

/** What a person types for the order `i`. */
const TYPED: Readonly<Record<string, (i: number) => string>> = {
  number: (i) => `TL-${String(i).padStart(8, '0').slice(0, 7)}`,
  name: (i) => `irst${i}`,
  'first and last name': (i) => `first${i} last${i % 977}`,
  email: (i) => `last${i % 977}@example`,
  phone: (i) => `(312) ${String(i).padStart(7, '0').slice(0, 3)}-${String(i).padStart(7, '0').slice(3)}`,
  sku: (i) => `TL-${(i % 20_000) + 100_000}`,
  'tracking number': (i) => `1Z999AA1${String(i * 7919).padStart(10, '0')}`,
  'last four of the card': (i) => String(i % 10_000).padStart(4, '0'),
  amount: (i) => ((5000 + i) / 100).toFixed(2),
  nothing: (i) => `nobody${i}`,
}
const TABS = ['all', 'pick', 'pack', 'sent', 'money', 'returns', 'refunds', 'canceled']

/** Adds the orders to a shop; the last 199 wait for their tires. */
export async function addOrders(db: D1Database, log: (line: string) => void): Promise<void> {
  log(`Adding ${ORDERS.toLocaleString('en-US')} orders …`)
  for (const statement of FILL) await db.prepare(statement).run()
}

export async function measureOrderSearch(log: (line: string) => void): Promise<BenchReport> {
  const shop = await openBenchShop(log, UNITS)
  try {
    await addOrders(shop.db, log)
    return await measure(shop, await ownerHeaders(shop.db), log)
  } finally {
    await shop.stop()
  }
}

async function measure(
  { url }: BenchShop,
  headers: Record<string, string>,
  log: (line: string) => void,
): Promise<Goal[]> {
  const request = (query: string) => timePage(`${url}/staff/orders/?${query}`, headers)
  await request('')
  const all: number[] = []
  for (const [kind, typed] of Object.entries(TYPED)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS / 10; round += 1)
      times.push(await request(`q=${encodeURIComponent(typed((round * 7919) % ORDERS))}`))
    log(
      `${kind}: ${quantile(times, 0.5).toFixed(1)} ms, 99th percentile ${quantile(times, 0.99).toFixed(1)} ms`,
    )
    all.push(...times)
  }
  const tabs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    tabs.push(await request(`tab=${TABS[round % TABS.length]}&before=${ORDERS - round}`))
  const limit = (times: readonly number[]) => ({
    max: MAX_MS,
    probe: `${ORDERS.toLocaleString('en-US')} orders, 99th percentile of ${times.length.toLocaleString('en-US')} whole pages`,
  })
  return [
    toGoal(`orders by any of ${Object.keys(TYPED).length - 1} parts`, quantile(all, 0.99), limit(all)),
    toGoal('orders by tab, page by page', quantile(tabs, 0.99), limit(tabs)),
  ]
}
