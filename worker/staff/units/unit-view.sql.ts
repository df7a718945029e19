/** Reads all that the page of a unit shows, in one round trip. */
import { asc, desc, eq, sql } from 'drizzle-orm'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { isRestocked } from '../../../schema/staff/units/receipt.ts'
import { lot, unit } from '../../../schema/staff/units/unit.table.ts'
import { needsSecond } from '../../../schema/staff/units/unit-state.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { isPriceDerived } from './derived-price.sql.ts'
import { firstInspectorsOf, isSecondAsked } from './inspections.sql.ts'

const ORDERS_SHOWN = 3

export type UnitView = NonNullable<Awaited<ReturnType<typeof readUnitView>>>

/** Returns a unit with its product, stock, photos, orders and changes; `null` when no unit has this sku. */
export async function readUnitView(db: D1Database, sku: string) {
  const client = connect(db)
  const isUnit = eq(product.id, unit.productId)
  const [[row], photos, orders, people] = await client.batch([
    client
      .select({
        product,
        unit,
        qty: sql<number>`coalesce(${stock.qty}, 0)`,
        lotSource: lot.source,
        isCounted: sql<number>`coalesce(${stock.manage}, 0)`,
        isSecondAsked: sql<number>`${isSecondAsked(product)}`,
        firstInspectors: sql<number[]>`${firstInspectorsOf(product)}`.mapWith(JSON.parse),
        isPriceDerived: sql<number>`${isPriceDerived(product)}`,
      })
      .from(product)
      .innerJoin(unit, isUnit)
      .leftJoin(stock, eq(stock.stockSku, product.stockSku))
      .leftJoin(lot, eq(lot.id, unit.lotId))
      .where(eq(product.sku, sku)),
    client
      .select({ image: productMedia.image, label: productMedia.label })
      .from(productMedia)
      .innerJoin(product, eq(product.id, productMedia.productId))
      .where(eq(product.sku, sku))
      .orderBy(asc(productMedia.position)),
    client
      .selectDistinct({
        orderNumber: salesOrder.orderNumber,
        status: salesOrder.status,
        placedAt: salesOrder.placedAt,
      })
      .from(salesOrderLine)
      .innerJoin(salesOrder, eq(salesOrder.id, salesOrderLine.orderId))
      .where(eq(salesOrderLine.stockSku, sql`(select stock_sku from product where sku = ${sku})`))
      .orderBy(desc(salesOrder.placedAt))
      .limit(ORDERS_SHOWN),
    client.select({ id: staff.id, name: staff.name }).from(staff),
  ])
  if (!row) return null
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return {
    ...row,
    isPriceDerived: row.isPriceDerived === 1,
    isRestocked: isRestocked(row.product, { state: row.unit.state, isCounted: row.isCounted === 1 }),
    /** It goes on sale only together with its second inspection. */
    needsSecond:
      row.unit.state !== 'live' &&
      needsSecond({
        state: row.unit.state,
        isInspected: row.unit.secondBy !== null,
        isSecondAsked: row.isSecondAsked === 1,
      }),
    photos,
    orders,
    nameOf: (id: number | null) => (id === null ? '' : (names.get(id) ?? '')),
  }
}
