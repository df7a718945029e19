import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { modelRating } from '../../../schema/catalog/rating/model-rating.table.ts'

/**
 * SQL conditions for the rows of `product` that shoppers may see; `isEnabled` and `isViewable` of
 * schema/catalog/product/product.ts are the same rules for a loaded product. `visibility > 1` is literal
 * because SQLite chooses the partial indexes by this text.
 */
export const IS_ENABLED = sql`${product.status} in (0, 1)`
export const IS_VIEWABLE = isViewableIn(product)
/** Also requires stock; the query must join `stock`. */
export const IS_LISTED = sql`${IS_VIEWABLE} and (${stock.manage} = 0 or ${stock.qty} >= ${product.setqty})`

/** Joins a product with the rating of its model. */
export const IS_OF_MODEL = sql`${modelRating.brandSlug} = ${product.brandSlug} and ${modelRating.modelSlug} = ${product.modelSlug}`

/** Returns the condition of `IS_VIEWABLE` for an alias of the table. */
export function isViewableIn({ visibility, status }: Record<'visibility' | 'status', SQLWrapper>): SQL {
  return sql`${visibility} > 1 and ${status} in (0, 1)`
}
