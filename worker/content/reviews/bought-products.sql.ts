/** Finds the products of an order's lines: a line has one unit, or the units of a set in `parts`; a unit belongs to a product. */
import { sql } from 'drizzle-orm'

/** Joins `sales_order_line as line` with its products as `own`, and the units of these as `unit`. */
export const JOIN_BOUGHT_PRODUCTS = sql`join product as unit
    on unit.sku in (select line.sku union all select part.value ->> 'sku' from json_each(line.parts) as part)
  join product as own on own.id = coalesce(unit.parent_id, unit.id)`
