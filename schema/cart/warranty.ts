import type { Condition } from '../catalog/product/product.ts'

/** Returns the warranty of the tires in a cart, for its summary; `null` where the shop's own warranty covers none of them. */
export function formatWarranty(conditions: readonly Condition[]): string | null {
  const used = conditions.filter((condition) => condition === 'Used').length
  if (used === 0) return null
  return used === conditions.length ? '1 year' : '1 year on the used tires'
}
