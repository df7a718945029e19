/** Converts a row of a catalog file to a product of the shop, or returns all problems of the row. */
import * as v from 'valibot'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import { tireOf, tireProduct } from '../../schema/catalog/new-product/tire-product.ts'
import type { Product, Tire } from '../../schema/catalog/product/product.ts'
import { parseMarking, type TireMarking } from '../../schema/catalog/sizes/tire-marking.ts'
import { type CheckedRow, NONE, rowSchema } from './fields.ts'
import type { Field, Fields } from './mapping.ts'

/** The stored product with the sku of a row. */
export interface KnownProduct {
  sku: string
  brand: string | null
  model: string | null
  condition: string | null
  price: number
  special_price: number | null
  tread_depth: number | null
  tread_new: number | null
  dot: string | null
  /** Skus that its price follows, separated by spaces; null for a product with a price of its own. */
  units: string | null
}

/** The product of one row. */
export interface ImportedProduct {
  /** Fields that the row leaves out have defaults, which only a new product gets. */
  product: Product
  /** Units in stock; a unit may have one, two or four tires. */
  qty: number
  /** Fields that the row has. */
  fields: ReadonlySet<Field>
  /** True when the row has all fields of a new product. */
  isComplete: boolean
}

export interface Problem {
  field: string
  /** E.g. `is below zero`. */
  reason: string
}

export type RowResult = { ok: true; value: ImportedProduct } | { ok: false; problems: Problem[] }

/** The stored product, `null` for a new one, `undefined` without a database to query. */
type Known = KnownProduct | null | undefined

const REQUIRED = ['brand', 'model', 'size', 'condition', 'price'] as const

/** Returns a function that reads rows at the time `now` (ms). `find` returns the stored product of a sku. */
export function productReader(now: number, find: (sku: string) => Known): (fields: Fields) => RowResult {
  const schema = rowSchema(now)
  return (fields) => {
    const values = Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value?.trim() !== '')
        .map(([field, value]) => [field, value?.trim().toLowerCase() === NONE ? NONE : value]),
    )
    const parsed = v.safeParse(schema, values)
    if (!parsed.success) {
      return {
        ok: false,
        problems: parsed.issues.map((issue) => ({
          field: String(issue.path?.[0]?.key ?? ''),
          reason: issue.input === undefined ? 'is missing' : issue.message,
        })),
      }
    }
    const row = parsed.output
    const known = find(row.sku)
    const missing = known ? [] : missingIn(row)
    const problems = [...(known === null ? missing : []), ...disagreements(row, known)]
    if (problems.length > 0) return { ok: false, problems }
    return {
      ok: true,
      value: {
        product: toProduct(row, known, now),
        qty: row.qty ?? 1,
        fields: new Set([...(Object.keys(values) as Field[]), ...fieldsInSize(row)]),
        isComplete: !known && missing.length === 0,
      },
    }
  }
}

/** Returns the required fields that a new product lacks. Buyers of used tires need tread and age. */
function missingIn(row: CheckedRow): Problem[] {
  const required = REQUIRED.filter((field) => row[field] === undefined)
  // A row that says so little was meant for a product that is there: its sku is mistyped.
  if (row.brand === undefined && row.model === undefined && row.size === undefined) {
    const reason = `${row.sku} is not in this shop, so it is a new product, which needs ${required.join(', ')} as well`
    return [{ field: 'sku', reason }]
  }
  const used = row.condition === 'Used' ? (['tread_depth', 'dot'] as const) : []
  return [
    ...required.map((field) => ({ field, reason: 'is missing' })),
    ...used
      .filter((field) => row[field] === undefined)
      .map((field) => ({ field, reason: 'is missing on a used tire' })),
  ]
}

/** Returns contradictions between fields of the row and the stored product; ignores unchanged fields. */
function disagreements(row: CheckedRow, known: Known): Problem[] {
  const problems: Problem[] = []
  if (known && known.brand === null && [row.brand, row.size, row.condition].some((one) => one !== undefined))
    problems.push({ field: 'sku', reason: 'is a product that is no tire' })
  if (known && row.condition === 'Used' && known.condition !== 'Used') {
    for (const field of ['tread_depth', 'dot'] as const)
      if ((row[field] ?? known[field]) === null) problems.push({ field, reason: 'is missing on a used tire' })
  }
  const deep = row.tread_depth ?? known?.tread_depth ?? 0
  const full = row.tread_new ?? known?.tread_new ?? Number.POSITIVE_INFINITY
  if ((row.tread_depth !== undefined || row.tread_new !== undefined) && deep > full)
    problems.push({ field: 'tread_depth', reason: 'is more than the tread when new' })
  const statements = [
    ['tire_load', row.tire_load?.single, row.size?.load],
    ['tire_load', row.tire_load?.dual, row.size?.dualLoad],
    ['tire_speed', row.tire_speed, row.size?.speed],
    ['load_range', row.load_range, row.size?.loadRange],
  ] as const
  for (const [field, own, ofSize] of statements)
    if (own && ofSize && own !== ofSize)
      problems.push({ field, reason: `is not the ${ofSize} behind its size` })
  const price = row.price ?? known?.price
  const special = row.special_price === undefined ? known?.special_price : row.special_price
  if (row.special_price != null && price !== undefined && row.special_price >= price)
    problems.push({ field: 'special_price', reason: 'is not below the price' })
  else if (row.price !== undefined && special != null && special >= row.price)
    problems.push({
      field: 'price',
      reason: 'is not above the special price; say special_price none to end it',
    })
  return problems
}

/** Stands for the size that a row of a stored product leaves out; it is never written. */
const ANY_SIZE = parseMarking('195/65R15') as TireMarking

/** Returns the fields that the size of a row contains: load index, speed symbol, load range, run-flat. */
function fieldsInSize({ size }: CheckedRow): Field[] {
  if (!size) return []
  const all = {
    tire_load: size.load,
    tire_speed: size.speed,
    load_range: size.loadRange,
    run_flat: size.runFlat,
  }
  return (Object.keys(all) as (keyof typeof all)[]).filter((field) => all[field])
}

function toProduct(row: CheckedRow, known: Known, now: number): Product {
  const { sku, name, price = 0, setqty = 1, status = 1 } = row
  return {
    ...tireProduct(toTire(row, known), { sku, name, price, setqty, status, passport: null, now }),
    specialPrice: row.special_price ?? null,
    specialTo: row.special_to_date ?? null,
    partNumber: row.manufacture_part_number ?? null,
    priceGrade: row.sku_price_grade ?? null,
    extra: Object.fromEntries(
      EXTRA_ATTRIBUTES.flatMap(({ code }) => (row[code] === undefined ? [] : [[code, row[code]]])),
    ),
    features: (row.features_and_benefits ?? '').split('|').flatMap((feature) => feature.trim() || []),
  }
}

/** Returns the tire of a row; fields of their own have precedence over the markings behind its size. */
function toTire(row: CheckedRow, known: Known): Tire {
  const marking = row.size ?? ANY_SIZE
  return tireOf(
    {
      ...marking,
      load: row.tire_load?.single ?? marking.load,
      dualLoad: row.tire_load?.dual ?? marking.dualLoad,
      loadRange: row.load_range ?? marking.loadRange,
      speed: row.tire_speed ?? marking.speed,
    },
    {
      brand: row.brand ?? known?.brand ?? '',
      model: row.model ?? known?.model ?? '',
      season: row.seasons ?? 'All seasons',
      condition: row.condition ?? 'New',
      subCondition: row.sub_condition,
      pattern: row.pattern,
      treadDepth: row.tread_depth,
      treadNew: row.tread_new,
      runFlat: row.run_flat,
      dot: row.dot ?? null,
    },
  )
}
