/** Finds the products of an order's lines: a line has one unit, or the units of a set in `parts`; a unit belongs to a product. */
import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import { isViewableIn } from '../../catalog/index/listed-condition.sql.ts'

/** Joins `sales_order_line as line` with its products as `own`, and the units of these as `unit`. */
export const JOIN_BOUGHT_PRODUCTS = sql`join product as unit
    on unit.sku in (select line.sku union all select part.value ->> 'sku' from json_each(line.parts) as part)
  join product as own on own.id = coalesce(unit.parent_id, unit.id)`

/** The condition that the product `own` is a tire with a page, so that it can be reviewed. */
export const CAN_BE_REVIEWED = sql`own.model_slug is not null and ${isViewableIn(alias(product, 'own'))}`

/** A bought tire that has no review yet. */
export interface TireToReview {
  sku: string
  title: string
  size: string
}

/** The columns of a `TireToReview`. */
export const TIRE_TO_REVIEW = sql`own.sku as sku, own.brand || ' ' || own.model as title, coalesce(own.size, '') as size`

export function toTireToReview({ sku, title, size }: Record<string, unknown>): TireToReview {
  return { sku: String(sku), title: String(title), size: String(size) }
}

/**
 * The condition that an order was delivered and neither canceled nor refunded as a whole. The status of a partly refunded order
 * does not say whether it was delivered, its history does.
 */
export const IS_DELIVERED = sql`(${salesOrder.status} = 'delivered' or (${salesOrder.status} = 'partly_refunded'
  and exists (select 1 from ${salesOrderEvent}
    where ${salesOrderEvent.orderId} = ${salesOrder.id} and ${salesOrderEvent.kind} = 'delivered')))`

/** Returns the condition that a delivered order has a unit of the product's model; `isOrder` chooses the orders. */
export function hasBought(productId: number | SQL, isOrder: SQL): SQL {
  return sql`exists (select 1 from ${salesOrder} join sales_order_line as line on line.order_id = ${salesOrder.id}
    ${JOIN_BOUGHT_PRODUCTS} join product as reviewed on reviewed.id = ${productId}
    where ${isOrder} and ${IS_DELIVERED} and (own.id = reviewed.id
      or (own.brand_slug = reviewed.brand_slug and own.model_slug = reviewed.model_slug)))`
}
