/** A row of a catalogue file as a product of the shop, or everything that is wrong with it. */
import * as v from 'valibot'
import { patternOf } from '../../schema/domain/look.ts'
import type { Product, Tire } from '../../schema/domain/product.ts'
import { speedOf } from '../../schema/domain/speed-symbol.ts'
import { formatTireSize } from '../../schema/domain/tire-size.ts'
import { sizeAndIndex } from '../../schema/domain/tire-text.ts'
import { optionSlug } from '../../schema/paths.ts'
import { GOODS_TAX_CLASS } from '../base/taxes.ts'
import { SETS_OF } from '../seed/unit.ts'
import { type CheckedRow, rowSchema } from './fields.ts'
import type { Fields } from './mapping.ts'

/** A product without the id that the database gives it. */
export interface ImportedProduct {
  product: Product
  /** Tires in stock. */
  stock: number
}

export interface Problem {
  field: string
  /** E.g. `is below zero`. */
  reason: string
}

export type RowResult = { ok: true; value: ImportedProduct } | { ok: false; problems: Problem[] }

/** Depth of a new tread where the file does not say, 32nds of an inch. */
const USUAL_TREAD = { touring: 10, sport: 10, winter: 12, at: 15, highway: 12 } as const

/** Reads rows as they would be read at `now` (ms). */
export function productReader(now: number): (fields: Fields) => RowResult {
  const schema = rowSchema(now)
  return (fields) => {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value?.trim() !== ''))
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
    const problems = disagreements(parsed.output)
    if (problems.length > 0) return { ok: false, problems }
    return { ok: true, value: toProduct(parsed.output, now) }
  }
}

/** What each field may say alone but not together. */
function disagreements(row: CheckedRow): Problem[] {
  const problems: Problem[] = []
  const full = row.tread_new ?? Number.POSITIVE_INFINITY
  if (row.condition === 'Used' && row.tread_depth === undefined)
    problems.push({ field: 'tread_depth', reason: 'is missing on a used tire' })
  if ((row.tread_depth ?? 0) > full)
    problems.push({ field: 'tread_depth', reason: 'is more than the tread when new' })
  const said = [
    ['tire_load', row.tire_load?.single, row.size.load],
    ['tire_load', row.tire_load?.dual, row.size.dualLoad],
    ['tire_speed', row.tire_speed, row.size.speed],
    ['load_range', row.load_range, row.size.loadRange],
  ] as const
  for (const [field, own, ofSize] of said)
    if (own && ofSize && own !== ofSize)
      problems.push({ field, reason: `is not the ${ofSize} behind its size` })
  if (row.special_price !== undefined && row.special_price >= row.price)
    problems.push({ field: 'special_price', reason: 'is not below the price' })
  return problems
}

function toProduct(row: CheckedRow, now: number): ImportedProduct {
  const tire = toTire(row)
  const name = row.name || `${tire.brand} ${tire.model} ${sizeAndIndex(tire)}`
  const setqty = row.setqty as 1 | 2 | 4
  return {
    // A unit of two or four takes as many tires out of the pool.
    stock: row.qty * setqty,
    product: {
      id: 0,
      sku: row.sku,
      parentSku: null,
      type: 'simple',
      kind: setqty === 1 ? 'SimpleProduct' : setqty === 2 ? 'SETSKU2' : 'SETSKU4',
      name,
      slug: optionSlug(name) || optionSlug(row.sku),
      status: row.status,
      visibility: 4,
      taxClassId: GOODS_TAX_CLASS,
      price: row.price,
      specialPrice: row.special_price ?? null,
      specialFrom: null,
      specialTo: row.special_price === undefined ? null : (row.special_to_date ?? null),
      setqty,
      sets: SETS_OF[setqty],
      stockSku: row.sku,
      createdAt: now,
      partNumber: row.manufacture_part_number ?? null,
      priceGrade: row.sku_price_grade ?? null,
      features: row.features_and_benefits.split('|').flatMap((feature) => feature.trim() || []),
      tire,
      passport: null,
    },
  }
}

function toTire(row: CheckedRow): Tire {
  const pattern = row.pattern ?? patternOf(row.model, row.seasons)
  const treadNew = row.tread_new ?? Math.max(USUAL_TREAD[pattern], row.tread_depth ?? 0)
  const { size, load, dualLoad, loadRange } = row.size
  const speed = row.tire_speed ?? row.size.speed ?? ''
  return {
    brand: row.brand,
    model: row.model,
    size: formatTireSize(size),
    section: size.width,
    aspect: size.aspect,
    construction: size.construction,
    rim: size.rim,
    season: row.seasons,
    condition: row.condition,
    subCondition: row.sub_condition ?? (row.condition === 'New' ? 'New' : null),
    treadDepth: row.tread_depth ?? treadNew,
    treadNew,
    runFlat: row.run_flat || row.size.runFlat,
    tireLoad: row.tire_load?.single ?? load ?? 0,
    tireLoadDual: row.tire_load?.dual ?? dualLoad,
    loadRange: row.load_range ?? loadRange,
    tireSpeed: speed,
    speedRated: speedOf(speed) ?? 0,
    pattern,
    dot: row.dot ?? null,
  }
}
