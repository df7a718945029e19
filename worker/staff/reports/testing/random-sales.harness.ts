/** Orders of a random past for tests of reports, over the units of the many-units harness. */
import { env } from 'cloudflare:workers'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import { UNITS } from '../../units/testing/many-units.harness.ts'

export interface TestSale {
  order: number
  status: string
  placedAt: number
  unit: (typeof UNITS)[number]
  tires: number
  /** Tires that were put back. */
  back: number
  rowTotal: number
  discount: number
}

/** What the units cost and what was suggested for them, by a fixed rule; some are unknown. */
export const costOf = ({ id }: { id: number }) => (id % 3 === 0 ? null : 2000 + (id % 7) * 300)
export const suggestedFor = ({ id }: { id: number }) => (id % 4 === 0 ? null : 5000 + (id % 5) * 900)

/** Returns random sales of the days before `now`; `random` gives numbers from 0 to 1. */
export function makeSales(now: number, count: number, random: () => number): TestSale[] {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  return Array.from({ length: count }, (_, index) => {
    const tires = pick([1, 1, 2, 4])
    const rowTotal = tires * pick([4000, 5500, 7900])
    return {
      order: 70_001 + index,
      status: pick(['paid', 'shipped', 'delivered', 'partly_refunded', 'canceled', 'pending_payment']),
      placedAt: now - Math.floor(random() * 120 * DAY_MS),
      unit: pick(UNITS),
      ...{ tires, rowTotal, back: Math.floor(random() * 1.3 * tires), discount: pick([0, 0, 500]) },
    }
  }).map((sale) => ({ ...sale, back: Math.min(sale.back, sale.tires) }))
}

/** Stores sales, and what their units cost. */
export async function storeSales(sales: readonly TestSale[]): Promise<void> {
  const { DB } = env
  await DB.batch([
    ...UNITS.map((unit) =>
      DB.prepare('UPDATE unit SET cost = ?, suggested = ? WHERE product_id = ?').bind(
        costOf(unit),
        suggestedFor(unit),
        unit.id,
      ),
    ),
    ...sales.flatMap(({ order, status, placedAt, unit, tires, back, rowTotal, discount }) => [
      DB.prepare(
        `INSERT INTO sales_order (id, order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total,
          currency, payment_method, addresses, totals, payload_hash, placed_at, updated_at)
          VALUES (?1, 'TL-R' || ?1, 'report-' || ?1, ?2, 'a@example.com', 0, 0, 0, 0, 0, 0, 'USD', 'stripe', '{}', '{}', '', ?3, ?3)`,
      ).bind(order, status, placedAt),
      DB.prepare(
        `INSERT INTO sales_order_line (id, order_id, item_id, product_id, sku, type_id, name, facts, qty, setqty, stock_sku,
          unit_price, row_total, discount, tax, tax_percent, parts, restocked_pieces, restocked_at)
          VALUES (?1, ?1, 1, ?2, ?3, 'simple', 'A tire', '', ?4, 1, ?3, 0, ?5, ?6, 0, 0, '[]', ?7, ?8)`,
      ).bind(order, unit.id, unit.sku, tires, rowTotal, discount, back, back === tires ? placedAt : null),
    ]),
  ])
}
