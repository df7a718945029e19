/** Whether the price of a unit follows from other products (H14), as part of other questions. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'

/** SQL: 1 if the price of the product `p` follows from its variants, a bundle's parts or a group's members, else 0. */
export function isPriceDerived(p: SQL | typeof product): SQL {
  return sql`(${p}.type_id in ('bundle', 'grouped') or exists (select 1 from ${product} v where v.parent_id = ${p}.id))`
}
