/**
 * Which rows of `product p` a reader is given, in SQL; `isEnabled` and `isViewable` of schema/catalog/product/product.ts are the same
 * rules over a product that was read. `visibility > 1` is what the partial indices say.
 */
export const ENABLED = 'p.status in (0, 1)'
export const OPENABLE = `p.visibility > 1 and ${ENABLED}`
/** In stock too, over `product p join stock s`. */
export const LISTED = `${OPENABLE} and (s.manage = 0 or s.qty >= p.setqty)`
