/**
 * The orders of lists. A new order is an entry of `SORTS` (schema/catalog/listing/listing.ts) with a key here and one for changed
 * products in ../changes/order-changes.ts.
 */
import type { Sort } from '../../../../schema/catalog/listing/listing.ts'
import type { CatalogDocument } from './index-columns.ts'

/** `final_price` of `final_price:asc`. */
export type OrderField = Sort extends infer Each
  ? Each extends `${infer Field}:${string}`
    ? Field
    : never
  : never

/** Sort keys, integers from 0 below 2^48; ties are in the order of ids. */
export const NUMBER_ORDERS: Readonly<
  Record<Exclude<OrderField, 'url_key'>, (document: CatalogDocument) => number>
> = {
  created_at: ({ createdAt }) => createdAt,
  rating: ({ ratingRank }) => ratingRank,
  final_price: ({ finalPrice }) => finalPrice,
  // 32nds of an inch in hundredths; a tire without a depth comes first.
  tread_depth: ({ treadDepth }) => (treadDepth === null ? 0 : 1 + Math.round(treadDepth * 100)),
}

export type NumberOrder = keyof typeof NUMBER_ORDERS
export const NUMBER_ORDER_FIELDS = Object.keys(NUMBER_ORDERS) as NumberOrder[]
export const ORDER_FIELDS: readonly OrderField[] = [...NUMBER_ORDER_FIELDS, 'url_key']

/** Returns the name of the snapshot section with an order. */
export const orderSection = (field: OrderField): string => `order_${field}`

/** Splits a sort into field and direction; `relevance` without a text search means the newest first. */
export function parseSort(sort: Sort): { field: OrderField; isDescending: boolean } {
  if (sort === 'relevance') return { field: 'created_at', isDescending: true }
  const [field, direction] = sort.split(':')
  return { field: field as OrderField, isDescending: direction === 'desc' }
}
