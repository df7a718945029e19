/** A yard of a few hundred units for tests of lists: TL-1001 of the fixture, copied with other facts. */
import { env } from 'cloudflare:workers'
import { dotDate, wholeYears } from '../../../../schema/catalog/sizes/tire-text.ts'
import { DAY_MS } from '../../../../schema/platform/duration.ts'
import type { UnitFilter } from '../../../../schema/staff/unit-list/unit-filter.ts'
import { LISTED_STATES, type ListedState } from '../../../../schema/staff/unit-list/unit-filter.ts'

export const NOW = Date.UTC(2026, 10, 27)

export interface TestUnit {
  id: number
  sku: string
  state: ListedState
  size: string
  brand: string
  condition: string
  grade: 'A' | 'B' | 'C' | null
  depth: number | null
  dot: string | null
  price: number
  createdAt: number
  bin: string | null
  lot: number | null
  by: number | null
  hasPhoto: boolean
  isSecond: boolean
  tin: string | null
}

const BINS = ['A-1', 'A-1-2', 'A-12', 'B-3']

/** Returns a value of a list, by a fixed rule that spreads well. */
const pick = <Value>(values: readonly Value[], id: number, salt: number): Value =>
  values[Math.floor((Math.imul(id + salt * 7919, 2654435761) >>> 0) / 4096) % values.length] as Value

export const UNITS: readonly TestUnit[] = Array.from({ length: 350 }, (_, index) => {
  const id = 5001 + index
  return {
    id,
    sku: `TL-${id}`,
    state: pick(['live', 'live', 'live', ...LISTED_STATES], id, 1),
    size: pick(['225-45r17', '205-55r16', 'lt245-75r16'], id, 2),
    brand: pick(['halden', 'orrin', 'kestrel'], id, 3),
    condition: pick(['used', 'used', 'new', 'driven-once'], id, 4),
    grade: pick(['A', 'B', 'C', null], id, 5),
    depth: pick([4, 5.5, 6, 7.5, 9, null], id, 6),
    dot: pick(['2419', '0121', '5220', '1026', 'K9XX0419', null], id, 7),
    price: pick([4000, 5500, 6200, 9900], id, 8),
    createdAt: NOW - pick([0, 1, 5, 40, 90, 200], id, 9) * DAY_MS,
    bin: pick([...BINS, null], id, 10),
    lot: pick([1, 2, null], id, 11),
    by: pick([11, 12, null], id, 12),
    hasPhoto: pick([true, false], id, 13),
    isSecond: pick([true, false], id, 14),
    tin: pick(['4B9KXXR2419', null, null, null], id, 15),
  }
})

/** Adds the units to the fixture's shop. */
export async function loadManyUnits(): Promise<void> {
  const columns = await env.DB.prepare("SELECT name FROM pragma_table_info('product')").all<{
    name: string
  }>()
  const own: Record<string, (unit: TestUnit) => unknown> = {
    id: ({ id }) => id,
    sku: ({ sku }) => sku,
    stock_sku: ({ sku }) => sku,
    url_key: ({ sku }) => sku.toLowerCase(),
    url_path: ({ sku }) => sku.toLowerCase(),
    size_slug: ({ size }) => size,
    size: ({ size }) => size.toUpperCase().replace('-', '/'),
    brand: ({ brand }) => brand,
    brand_slug: ({ brand }) => brand,
    condition_slug: ({ condition }) => condition,
    tread_depth: ({ depth }) => depth,
    dot: ({ dot }) => dot,
    price: ({ price }) => price,
    final_price: ({ price }) => price,
    created_at: ({ createdAt }) => createdAt,
    passport: ({ grade }) => (grade ? JSON.stringify({ grade }) : null),
  }
  const names = columns.results.map(({ name }) => name)
  const insert = `INSERT INTO product (${names.join()}) SELECT ${names
    .map((name) => (name in own ? '?' : `source.${name}`))
    .join()} FROM product source WHERE source.sku = 'TL-1001'`
  const values = (unit: TestUnit) => names.flatMap((name) => (own[name] ? [own[name](unit)] : []))
  const { DB } = env
  await DB.batch([
    ...BINS.map((code, index) =>
      DB.prepare('INSERT INTO bin (code, walk) VALUES (?, ?)').bind(code, 10 - index),
    ),
    ...[1, 2].map((id) =>
      DB.prepare("INSERT INTO lot (id, source, kind, created_at) VALUES (?, 'Yard', 'whole', 0)").bind(id),
    ),
    ...UNITS.flatMap((unit) => [
      DB.prepare(insert).bind(...values(unit)),
      DB.prepare(
        'INSERT INTO stock (stock_sku, qty, manage, low_mark, updated_at) VALUES (?, ?, 1, 0, 0)',
      ).bind(unit.sku, unit.state === 'live' ? 1 : 0),
      DB.prepare(
        'UPDATE unit SET state = ?, bin = ?, lot_id = ?, taken_by = ?, second_by = ?, tin = ? WHERE product_id = ?',
      ).bind(
        unit.state === 'sold-out' ? 'live' : unit.state,
        unit.bin,
        unit.lot,
        unit.by,
        unit.isSecond ? 13 : null,
        unit.tin,
        unit.id,
      ),
      ...(unit.hasPhoto
        ? [
            DB.prepare("INSERT INTO product_media VALUES (?, 1, ?, '')").bind(
              unit.id,
              `2026/${unit.sku}-tread.jpg`,
            ),
          ]
        : []),
    ]),
  ])
}

/** Whether a filter shows a unit, by plain comparison. */
export function isShown(unit: TestUnit, filter: UnitFilter): boolean {
  const isOneOf = <Value>(values: readonly Value[], value: Value) =>
    values.length === 0 || values.includes(value)
  const isIn = (range: UnitFilter['depth'], value: number | null) =>
    range === null ||
    (value !== null && value >= (range.min ?? -Infinity) && value <= (range.max ?? Infinity))
  const made = dotDate(unit.dot)
  const { bin, lot, by, photo, second } = filter
  return (
    isOneOf(filter.state, unit.state) &&
    isOneOf(filter.size, unit.size) &&
    isOneOf(filter.brand, unit.brand) &&
    isOneOf(filter.condition, unit.condition) &&
    isOneOf<string | null>(filter.grade, unit.grade) &&
    isIn(filter.depth, unit.depth) &&
    isIn(filter.age, made && wholeYears(made.at, NOW)) &&
    isIn(filter.price, unit.price / 100) &&
    isIn(filter.listed, Math.floor((NOW - unit.createdAt) / DAY_MS)) &&
    (bin === null ||
      (bin === 'none' ? unit.bin === null : unit.bin === bin || Boolean(unit.bin?.startsWith(`${bin}-`)))) &&
    (lot === null || unit.lot === lot) &&
    (by === null || unit.by === by) &&
    (photo === null || !unit.hasPhoto) &&
    (second === null || (!unit.isSecond && unit.condition === 'used'))
  )
}
