/** Prices that follow others: those of a lot follow its units, those of a bundle or group its parts. */
import type { Field } from './mapping.ts'
import type { ImportedProduct, KnownProduct } from './product.ts'

/** SQL: skus that the price of product `p` follows, separated by spaces; null for a price of its own. */
export const UNITS_SQL =
  "(SELECT group_concat(sku, ' ') FROM (SELECT v.sku FROM product v WHERE v.parent_id = p.id UNION SELECT l.sku FROM bundle_option o JOIN bundle_link l ON l.option_id = o.option_id WHERE o.product_id = p.id UNION SELECT k.linked_product_sku FROM product_link k WHERE k.product_id = p.id AND k.link_type = 'associated'))"

const PRICE_FIELDS: readonly Field[] = ['price', 'special_price', 'special_to_date']

/** Explains why a product can have no price of its own. */
export function derivedPriceMessage(sku: string, units: string): string {
  return `${sku} has the price of what it is made of: change ${units.split(' ').join(' or ')}`
}

/** Removes prices that the database would overwrite; gives a `reason` if they differ from the stored ones. */
export function withoutDerivedPrices(
  item: ImportedProduct,
  known: KnownProduct | undefined,
): { item: ImportedProduct; reason: string | null } {
  if (!known?.units || !PRICE_FIELDS.some((field) => item.fields.has(field))) return { item, reason: null }
  const { price, specialPrice } = item.product
  const differs =
    (item.fields.has('price') && price !== known.price) ||
    (item.fields.has('special_price') && specialPrice !== known.special_price)
  const fields = new Set([...item.fields].filter((field) => !PRICE_FIELDS.includes(field)))
  return {
    item: { ...item, fields },
    reason: differs ? derivedPriceMessage(item.product.sku, known.units) : null,
  }
}
