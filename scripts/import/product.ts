/** A row of a catalog file as a product of the shop, or everything that is wrong with it. */
import * as v from 'valibot'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import type { Product, Tire } from '../../schema/catalog/product/product.ts'
import { toTreadPattern } from '../../schema/catalog/product/tire-appearance.ts'
import { speedOf } from '../../schema/catalog/sizes/speed-symbol.ts'
import { readMarking, type TireMarking } from '../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../schema/catalog/sizes/tire-size.ts'
import { sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../schema/paths.ts'
import { GOODS_TAX_CLASS } from '../base/taxes.ts'
import { SETS_OF } from '../seed/unit.ts'
import { type CheckedRow, NONE, rowSchema } from './fields.ts'
import type { Field, Fields } from './mapping.ts'

/** What is there already of a product that a row names. */
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
  /** Skus whose prices it has, separated by spaces; null of a product with a price of its own. */
  units: string | null
}

/** One row, as far as it goes. */
export interface ImportedProduct {
  /** What the row does not say is a default here, which only a new product gets. */
  product: Product
  /** Units in stock; a unit of two or four is as many tires. */
  qty: number
  /** What the row says. */
  said: ReadonlySet<Field>
  /** Enough for a new product. */
  whole: boolean
}

export interface Problem {
  field: string
  /** E.g. `is below zero`. */
  reason: string
}

export type RowResult = { ok: true; value: ImportedProduct } | { ok: false; problems: Problem[] }

/** The product that is there, `null` for a new one, `undefined` where nobody can be asked. */
type Known = KnownProduct | null | undefined

/** Depth of a new tread where the file does not say, 32nds of an inch. */
const USUAL_TREAD = { touring: 10, sport: 10, winter: 12, at: 15, highway: 12 } as const

const NEEDED = ['brand', 'model', 'size', 'condition', 'price'] as const

/** Reads rows as they would be read at `now` (ms). `find` says what is there of a sku. */
export function productReader(now: number, find: (sku: string) => Known): (fields: Fields) => RowResult {
  const schema = rowSchema(now)
  return (fields) => {
    const given = Object.fromEntries(
      Object.entries(fields)
        .filter(([, value]) => value?.trim() !== '')
        .map(([field, value]) => [field, value?.trim().toLowerCase() === NONE ? NONE : value]),
    )
    const parsed = v.safeParse(schema, given)
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
        said: new Set([...(Object.keys(given) as Field[]), ...behindSize(row)]),
        whole: !known && missing.length === 0,
      },
    }
  }
}

/** What a new product cannot do without. The age of a used tire is what its buyer asks first. */
function missingIn(row: CheckedRow): Problem[] {
  const used = row.condition === 'Used' ? (['tread_depth', 'dot'] as const) : []
  return [
    ...NEEDED.filter((field) => row[field] === undefined).map((field) => ({ field, reason: 'is missing' })),
    ...used
      .filter((field) => row[field] === undefined)
      .map((field) => ({ field, reason: 'is missing on a used tire' })),
  ]
}

/** What each field may say alone but not together, with what is known of the rest. Untouched fields are not validated again. */
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
  const said = [
    ['tire_load', row.tire_load?.single, row.size?.load],
    ['tire_load', row.tire_load?.dual, row.size?.dualLoad],
    ['tire_speed', row.tire_speed, row.size?.speed],
    ['load_range', row.load_range, row.size?.loadRange],
  ] as const
  for (const [field, own, ofSize] of said)
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

/** Stands in for what a row does not say of a product that is there; none of it is written. */
const UNSAID = readMarking('195/65R15') as TireMarking

/** What a file may write behind a size is said by it too. */
function behindSize({ size }: CheckedRow): Field[] {
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
  const tire = toTire(row, known)
  const name = row.name || `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}`
  const setqty = row.setqty ?? 1
  return {
    id: 0,
    sku: row.sku,
    parentSku: null,
    type: 'simple',
    kind: setqty === 1 ? 'SimpleProduct' : setqty === 2 ? 'SETSKU2' : 'SETSKU4',
    name,
    slug: optionSlug(name) || optionSlug(row.sku),
    status: row.status ?? 1,
    visibility: 4,
    taxClassId: GOODS_TAX_CLASS,
    price: row.price ?? 0,
    specialPrice: row.special_price ?? null,
    specialFrom: null,
    specialTo: row.special_to_date ?? null,
    setqty,
    sets: SETS_OF[setqty],
    stockSku: row.sku,
    createdAt: now,
    partNumber: row.manufacture_part_number ?? null,
    priceGrade: row.sku_price_grade ?? null,
    extra: Object.fromEntries(
      EXTRA_ATTRIBUTES.flatMap(({ code }) => (row[code] === undefined ? [] : [[code, row[code]]])),
    ),
    features: (row.features_and_benefits ?? '').split('|').flatMap((feature) => feature.trim() || []),
    tire,
    passport: null,
  }
}

function toTire(row: CheckedRow, known: Known): Tire {
  const { seasons = 'All seasons', condition = 'New' } = row
  const [brand, model] = [row.brand ?? known?.brand ?? '', row.model ?? known?.model ?? '']
  const pattern = row.pattern ?? toTreadPattern(model, seasons)
  const treadNew = row.tread_new ?? Math.max(USUAL_TREAD[pattern], row.tread_depth ?? 0)
  const { size, load, dualLoad, loadRange, speed: ofSize, runFlat } = row.size ?? UNSAID
  const speed = row.tire_speed ?? ofSize ?? ''
  return {
    brand,
    model,
    size: formatTireSize(size),
    section: size.width,
    aspect: size.aspect,
    construction: size.construction,
    rim: size.rim,
    season: seasons,
    condition,
    subCondition: row.sub_condition ?? (condition === 'New' ? 'New' : null),
    treadDepth: row.tread_depth ?? treadNew,
    treadNew,
    runFlat: row.run_flat ?? runFlat,
    tireLoad: row.tire_load?.single ?? load ?? 0,
    tireLoadDual: row.tire_load?.dual ?? dualLoad,
    loadRange: row.load_range ?? loadRange,
    tireSpeed: speed,
    speedRated: speedOf(speed) ?? 0,
    pattern,
    dot: row.dot ?? null,
  }
}
