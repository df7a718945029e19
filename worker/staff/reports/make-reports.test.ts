/** The rows of the reports against a plain count of random sales, and the roll-up that makes them (H14s). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { loadManyUnits, NOW, type UNITS } from '../units/testing/many-units.harness.ts'
import { makeReports } from './make-reports.ts'
import { costOf, makeSales, storeSales, suggestedFor, type TestSale } from './testing/random-sales.harness.ts'

beforeEach(async () => {
  await reset()
  await openShop()
  await loadManyUnits()
})

/** A small generator, so that a failure can be repeated. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function rows(report: string, days: number, grouping: string): Promise<Record<string, object>> {
  const { results } = await env.DB.prepare(
    'SELECT name, numbers FROM report_row WHERE report = ? AND days = ? AND grouping = ?',
  )
    .bind(report, days, grouping)
    .all<{ name: string; numbers: string }>()
  return Object.fromEntries(results.map(({ name, numbers }) => [name, JSON.parse(numbers)]))
}

const daysAgo = (days: number) => shopDay(NOW - days * DAY_MS)

/** The sales of the last whole days that count, each with its revenue. */
function soldSince(sales: readonly TestSale[], days: number) {
  return sales
    .filter(({ status }) => status !== 'canceled' && status !== 'pending_payment')
    .filter(({ placedAt }) => shopDay(placedAt) >= daysAgo(days) && shopDay(placedAt) < daysAgo(0))
    .map((sale) => ({ ...sale, sold: sale.tires - sale.back }))
    .filter(({ sold }) => sold > 0)
    .map((sale) => ({
      ...sale,
      revenue: Math.round(((sale.rowTotal - sale.discount) * sale.sold) / sale.tires),
      cost: costOf(sale.unit) === null ? null : (costOf(sale.unit) ?? 0) * sale.sold,
      listed: Math.max(0, Math.floor((sale.placedAt - sale.unit.createdAt) / DAY_MS)),
    }))
}

const sum = <Value>(values: readonly Value[], toNumber: (value: Value) => number) =>
  values.reduce((total, value) => total + toNumber(value), 0)

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (index: number) => sorted[index] ?? Number.NaN
  return Math.round((at(Math.floor((sorted.length - 1) / 2)) + at(Math.floor(sorted.length / 2))) / 2)
}

const GROUPS: Record<string, (unit: (typeof UNITS)[number]) => string> = {
  size: ({ size }) => size,
  brand: ({ brand }) => brand,
  grade: ({ grade }) => grade ?? 'none',
  lot: ({ lot }) => String(lot ?? ''),
}

test.each([11, 12, 13])(
  '[H14s] sales, stock and prices equal a plain count of random sales (%i)',
  async (seed) => {
    const sales = makeSales(NOW, 300, numbersFrom(seed))
    await storeSales(sales)
    await makeReports(env.DB, NOW)
    for (const days of [30, 90, 365])
      for (const [grouping, nameOf] of Object.entries(GROUPS)) {
        const all = soldSince(sales, days)
        const names = new Set(all.map(({ unit }) => nameOf(unit)))
        const expected = [...names].map((name) => {
          const group = all.filter(({ unit }) => nameOf(unit) === name)
          const costed = group.filter(({ cost }) => cost !== null)
          const numbers = {
            tires: sum(group, ({ sold }) => sold),
            revenue: sum(group, ({ revenue }) => revenue),
            cost: sum(costed, ({ cost }) => cost ?? 0),
            costedRevenue: sum(costed, ({ revenue }) => revenue),
            costed: sum(costed, ({ sold }) => sold),
            medianDays: median(group.map(({ listed }) => listed)),
          }
          return [name, numbers]
        })
        expect(await rows('sales', days, grouping)).toEqual(Object.fromEntries(expected))
      }
    const near = soldSince(sales, 90).filter(({ unit, sold, revenue }) => {
      const suggested = suggestedFor(unit)
      return suggested !== null && revenue >= suggested * sold * 0.9 && revenue <= suggested * sold * 1.1
    })
    expect((await rows('prices', 90, 'outcome')).near).toMatchObject({
      tires: sum(near, ({ sold }) => sold),
      suggested: sum(near, ({ unit, sold }) => (suggestedFor(unit) ?? 0) * sold),
      medianDays: median(near.map(({ listed }) => listed)),
    })
  },
)

test('[H14s] a canceled order and a missed day are counted again, and a repeated run changes nothing', async () => {
  const sales = makeSales(NOW, 60, numbersFrom(5))
  await storeSales(sales)
  await makeReports(env.DB, NOW - 3 * DAY_MS)
  const dump = async () =>
    (await env.DB.prepare('SELECT * FROM unit_sale ORDER BY day, line_id').all<{ day: string }>()).results
  const before = await dump()
  await makeReports(env.DB, NOW - 3 * DAY_MS)
  expect(await dump()).toEqual(before)
  const [sale] = soldSince(sales, 365).filter(({ placedAt }) => placedAt < NOW - 40 * DAY_MS)
  await env.DB.batch([
    env.DB.prepare("UPDATE sales_order SET status = 'canceled' WHERE id = ?").bind(sale?.order),
    env.DB.prepare("INSERT INTO sales_order_event (order_id, kind, at) VALUES (?, 'canceled', ?)").bind(
      sale?.order,
      NOW,
    ),
  ])
  await makeReports(env.DB, NOW)
  const counted = soldSince(sales, 365).filter(({ order }) => order !== sale?.order)
  expect((await dump()).map(({ day }) => day)).toEqual(
    counted.map(({ placedAt }) => shopDay(placedAt)).sort(),
  )
})

test('[H14s] a tire costs what it did when it was sold, whatever came in at another price since', async () => {
  const sku = 'TL-2001'
  const id = Number(await env.DB.prepare('SELECT id FROM product WHERE sku = ?').bind(sku).first('id'))
  await env.DB.prepare('UPDATE unit SET cost = 5000 WHERE product_id = ?').bind(id).run()
  const [sale] = makeSales(NOW, 60, numbersFrom(5)).filter(
    ({ placedAt, status }) => placedAt < NOW - 2 * DAY_MS && status === 'paid',
  )
  if (!sale) throw new Error('no sale')
  await storeSales([{ ...sale, back: 0, unit: { ...sale.unit, id, sku } }])
  const receive = (costEach: number, at: number) =>
    applyChange(
      env.DB,
      actor(11),
      {
        record: 'unit',
        id: sku,
        patch: { receipt: { tires: 40, costEach } },
        version: null,
        key: `receipt-${at}`,
      },
      at,
    )
  const costs = () =>
    env.DB.prepare(
      'SELECT s.cost / s.tires AS sold, u.cost AS here FROM unit_sale s JOIN unit u USING (product_id)',
    ).all()
  await receive(7000, sale.placedAt - 1)
  const mistyped = await receive(70_000, sale.placedAt + 1)
  if (!mistyped.ok || mistyped.auditId === null) throw new Error('not received')
  await undoChange(env.DB, actor(11), { auditId: mistyped.auditId, key: 'undo-1' }, sale.placedAt + 2)
  await receive(9000, sale.placedAt + 3)
  await makeReports(env.DB, NOW)
  expect((await costs()).results).toEqual([{ sold: 6000, here: 7000 }])
})
