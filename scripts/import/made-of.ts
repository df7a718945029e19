/** Prices that follow from others: a lot has those of its units, a bundle and a group those of their parts. */
import type { Field } from './mapping.ts'
import type { ImportedProduct, KnownProduct } from './product.ts'

/** SQL: skus whose prices the product `p` has, separated by spaces; null of one with a price of its own. */
export const UNITS_SQL =
  "(SELECT group_concat(sku, ' ') FROM (SELECT v.sku FROM product v WHERE v.parent_id = p.id UNION SELECT l.sku FROM bundle_option o JOIN bundle_link l ON l.option_id = o.option_id WHERE o.product_id = p.id UNION SELECT k.linked_product_sku FROM product_link k WHERE k.product_id = p.id AND k.link_type = 'associated'))"

const PRICE_FIELDS: readonly Field[] = ['price', 'special_price', 'special_to_date']

/** Why no price of its own can be written. */
export function priceOfUnits(sku: string, units: string): string {
  return `${sku} has the price of what it is made of: change ${units.split(' ').join(' or ')}`
}

/** The row without prices that the database would take back, and why, if they are others than it has. */
export function withoutTakenBack(
  item: ImportedProduct,
  known: KnownProduct | undefined,
): { item: ImportedProduct; why: string | null } {
  if (!known?.units || !PRICE_FIELDS.some((field) => item.said.has(field))) return { item, why: null }
  const { price, specialPrice } = item.product
  const differs =
    (item.said.has('price') && price !== known.price) ||
    (item.said.has('special_price') && specialPrice !== known.special_price)
  const said = new Set([...item.said].filter((field) => !PRICE_FIELDS.includes(field)))
  return { item: { ...item, said }, why: differs ? priceOfUnits(item.product.sku, known.units) : null }
}
