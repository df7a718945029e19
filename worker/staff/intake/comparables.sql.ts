/** Units that a used tire is priced by, and the factors that are fitted to them (H14). */
import { and, eq, notInArray, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { dotDate } from '../../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { priceFactors } from '../../../schema/staff/intake/intake.table.ts'
import { UNIT_GRADES } from '../../../schema/staff/intake/intake-draft.ts'
import type { SuggestionQuery } from '../../../schema/staff/intake/intake-queries.api.ts'
import type { IntakeSettings } from '../../../schema/staff/intake/intake-settings.ts'
import {
  DEFAULT_FACTORS,
  fitPriceFactors,
  PRICE_FACTORS,
  type PriceFactors,
} from '../../../schema/staff/intake/price/price-factors.ts'
import {
  ENOUGH_COMPARABLES,
  type PricedUnit,
  type PriceSuggestion,
  suggestPrice,
  type TireToPrice,
} from '../../../schema/staff/intake/price/price-suggestion.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const YEAR_MS = 365.25 * DAY_MS
/** Age of a tire whose code cannot be read. */
const USUAL_AGE = 4
/** Rows that one query reads at most: newer units say more about the price of today. */
const MAX_OF_MODEL = 60
const MAX_OF_SIZE = 240
const MAX_OF_RIM = 240
/** Units that the nightly fit reads at most, and how often it runs. */
const MAX_TO_FIT = 4000
const FIT_EVERY_MS = 20 * 3_600_000

/** The text of the partial indexes; SQLite compares it literally. */
const IS_USED = sql`visibility > 1 and condition = 'Used'`

const COLUMNS = {
  sku: product.sku,
  sizeSlug: product.sizeSlug,
  brandSlug: product.brandSlug,
  modelSlug: product.modelSlug,
  rim: product.rim,
  season: product.season,
  runFlat: product.runFlat,
  least: product.treadDepth,
  treadNew: product.treadNew,
  dot: product.dot,
  grade: sql<string | null>`json_extract(${product.passport}, '$.grade')`,
  price: product.priceByTire,
  listedAt: product.createdAt,
  qty: stock.qty,
  stockChangedAt: stock.updatedAt,
}

/** Reads used units that were not scrapped, the newest first. */
function unitsWhere(db: D1Database, condition: SQL | undefined, limit: number) {
  return connect(db)
    .select(COLUMNS)
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .innerJoin(unit, eq(unit.productId, product.id))
    .where(and(IS_USED, condition, notInArray(unit.state, ['scrap', 'lost', 'recalled'])))
    .orderBy(sql`${product.createdAt} desc`)
    .limit(limit)
}

type UnitRow = Awaited<ReturnType<typeof unitsWhere>>[number]

/** Converts a row; nothing for a unit without measured tread. A unit whose pool is empty was sold when the pool changed last. */
function toPricedUnit(row: UnitRow, now: number): PricedUnit[] {
  const { sizeSlug, brandSlug, modelSlug, rim, season, least, treadNew, dot, qty, stockChangedAt } = row
  const grade = UNIT_GRADES.find((known) => known === row.grade)
  if (!sizeSlug || !brandSlug || !modelSlug || rim === null || least === null || treadNew === null || !grade)
    return []
  const soldAt = qty === 0 ? stockChangedAt : null
  const made = dotDate(dot)
  return [
    {
      ...{ sku: row.sku, sizeSlug, brandSlug, modelSlug, rim, least, treadNew, grade, soldAt },
      season: season ?? '',
      runFlat: row.runFlat ?? false,
      price: row.price,
      listedAt: row.listedAt,
      age: made ? Math.max(0, ((soldAt ?? now) - made.at) / YEAR_MS) : USUAL_AGE,
    },
  ]
}

/** Returns the factors that were fitted last; the defaults before the first fit. */
async function readFactors(db: D1Database): Promise<{ factors: PriceFactors; fittedAt: number }> {
  const row = await connect(db).select().from(priceFactors).get()
  const parsed = v.safeParse(PRICE_FACTORS, row?.factors)
  return parsed.success && row
    ? { factors: parsed.output, fittedAt: row.fittedAt }
    : { factors: DEFAULT_FACTORS, fittedAt: 0 }
}

function toTire({ marking, brand, model, ...query }: SuggestionQuery, now: number): TireToPrice {
  const made = dotDate(query.dot)
  return {
    sizeSlug: sizeSlug(formatTireSize(marking.size)),
    brandSlug: optionSlug(brand),
    modelSlug: optionSlug(model),
    rim: marking.size.rim,
    season: query.season,
    runFlat: query.runFlat || marking.runFlat,
    least: Math.min(...query.depths),
    treadNew: query.treadNew,
    age: made ? Math.max(0, (now - made.at) / YEAR_MS) : USUAL_AGE,
    grade: query.grade,
  }
}

/** Suggests the price of a tire from the newest units of its model, its size and, where these are few, its rim. */
export async function findSuggestion(
  db: D1Database,
  query: SuggestionQuery,
  { now, settings }: { now: number; settings: IntakeSettings },
): Promise<PriceSuggestion> {
  const tire = toTire(query, now)
  const isModel = and(
    eq(product.sizeSlug, tire.sizeSlug),
    eq(product.brandSlug, tire.brandSlug),
    eq(product.modelSlug, tire.modelSlug),
  )
  const isNew = and(sql`visibility > 1`, eq(product.sizeSlug, tire.sizeSlug), eq(product.condition, 'New'))
  const [{ factors }, ofModel, ofSize, [newTire]] = await Promise.all([
    readFactors(db),
    unitsWhere(db, isModel, MAX_OF_MODEL),
    unitsWhere(db, eq(product.sizeSlug, tire.sizeSlug), MAX_OF_SIZE),
    connect(db)
      .select({ price: sql<number | null>`avg(${product.priceByTire})` })
      .from(product)
      .where(isNew),
  ])
  const options = {
    ...{ factors, now, usedShare: settings.usedShare },
    newPrice: newTire?.price == null ? null : Math.round(newTire.price),
  }
  const units = unitsOf([...ofModel, ...ofSize], now)
  const suggestion = suggestPrice(tire, units, options)
  if (suggestion.comparables.length >= ENOUGH_COMPARABLES) return suggestion
  const ofRim = await unitsWhere(db, eq(product.rim, tire.rim), MAX_OF_RIM)
  return suggestPrice(tire, unitsOf([...ofModel, ...ofSize, ...ofRim], now), options)
}

/** Converts rows, each sku once. */
function unitsOf(rows: readonly UnitRow[], now: number): PricedUnit[] {
  const bySku = new Map(rows.map((row) => [row.sku, row]))
  return [...bySku.values()].flatMap((row) => toPricedUnit(row, now))
}

/** Fits the factors to the newest units once a night; a shop without units gets the defaults. */
export async function refitPriceFactors(db: D1Database, now: number): Promise<void> {
  const { fittedAt } = await readFactors(db)
  if (now - fittedAt < FIT_EVERY_MS) return
  const rows = await unitsWhere(db, undefined, MAX_TO_FIT)
  const factors = fitPriceFactors(unitsOf(rows, now))
  await connect(db)
    .insert(priceFactors)
    .values({ id: 1, factors, fittedAt: now })
    .onConflictDoUpdate({ target: priceFactors.id, set: { factors, fittedAt: now } })
}
