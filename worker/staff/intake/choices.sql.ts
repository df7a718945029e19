/** The sizes, brands and models that the yard has, for taps instead of typing (H14). */
import { and, eq, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { TireMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { sizeAndIndex } from '../../../schema/catalog/sizes/tire-text.ts'
import type { ChoicesReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const MOST_SIZES = 400
const MOST_BRANDS = 200
const MOST_MODELS = 100

/** The text of the partial indexes; SQLite compares it literally. */
const IS_USED = sql`visibility > 1 and condition = 'Used'`
const COUNT = sql<number>`count(*)`

/** Returns the sizes and brands of used units, the most frequent first. */
export async function readSizesAndBrands(db: D1Database): Promise<ChoicesReply> {
  const client = connect(db)
  const [sizes, brands] = await client.batch([
    client
      .select({ size: sql<string>`min(${product.size})`, count: COUNT })
      .from(product)
      .where(IS_USED)
      .groupBy(product.sizeSlug)
      .orderBy(sql`count(*) desc`)
      .limit(MOST_SIZES),
    client
      .select({ brand: sql<string>`min(${product.brand})`, count: COUNT })
      .from(product)
      .where(IS_USED)
      .groupBy(product.brandSlug)
      .orderBy(sql`count(*) desc`)
      .limit(MOST_BRANDS),
  ])
  return { sizes, brands, models: [] }
}

/** Returns the models that are known in a size; of each, what its newest product has. */
export async function readModels(db: D1Database, { size }: TireMarking): Promise<ChoicesReply> {
  const rows = await connect(db)
    .select({
      brand: sql<string>`${product.brand}`,
      model: sql<string>`${product.model}`,
      season: product.season,
      pattern: product.pattern,
      treadNew: product.treadNew,
      runFlat: product.runFlat,
      size: product.size,
      tireLoad: product.tireLoad,
      tireLoadDual: product.tireLoadDual,
      tireSpeed: product.tireSpeed,
      loadRange: product.loadRange,
      // SQLite takes the other columns from the row of the maximum.
      newest: sql<number>`max(${product.createdAt})`,
    })
    .from(product)
    .where(and(sql`visibility > 1`, eq(product.sizeSlug, sizeSlug(formatTireSize(size)))))
    .groupBy(product.brandSlug, product.modelSlug)
    .orderBy(sql`max(${product.createdAt}) desc`)
    .limit(MOST_MODELS)
  return {
    sizes: [],
    brands: [],
    models: rows.map(({ brand, model, season, pattern, treadNew, runFlat, ...marked }) => ({
      ...{ brand, model, season, pattern, treadNew },
      runFlat: runFlat ?? false,
      marking: sizeAndIndex({
        ...marked,
        size: marked.size ?? formatTireSize(size),
        tireLoad: marked.tireLoad ?? 0,
        tireSpeed: marked.tireSpeed ?? '',
      }),
    })),
  }
}
