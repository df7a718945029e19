/** The sizes, brands and models that the yard has, for taps instead of typing (H14). */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { TireMarking } from '../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize, sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { sizeAndIndex } from '../../../schema/catalog/sizes/tire-text.ts'
import type { ChoicesReply } from '../../../schema/staff/intake/intake-queries.api.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'

const MAX_SIZES = 400
const MAX_BRANDS = 200
const MAX_MODELS = 100

/**
 * Counts used units by `slug`, the most frequent first, with the label of one of them. The index has all that is counted;
 * SQLite would choose another one and read every product.
 */
function countBy(slug: SQLWrapper, label: SQLWrapper, limit: number): SQL {
  const counted = sql`select ${slug} as slug, count(*) as count from ${product} indexed by product_used_model
    where visibility > 1 and condition = 'Used' group by ${slug}`
  return sql`select (select ${label} from ${product} where visibility > 1 and ${slug} = g.slug limit 1) as label, count
    from (${counted}) g where g.slug is not null order by count desc limit ${limit}`
}

interface Counted {
  label: string
  count: number
}

/** Returns the sizes and brands of used units, the most frequent first. */
export async function readSizesAndBrands(db: D1Database): Promise<ChoicesReply> {
  const [sizes, brands] = await batchOf<Counted>(db, [
    countBy(product.sizeSlug, product.size, MAX_SIZES),
    countBy(product.brandSlug, product.brand, MAX_BRANDS),
  ])
  return {
    sizes: (sizes?.results ?? []).map(({ label, count }) => ({ size: label, count })),
    brands: (brands?.results ?? []).map(({ label, count }) => ({ brand: label, count })),
    models: [],
  }
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
    .limit(MAX_MODELS)
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
