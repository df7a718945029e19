/** The inspection reports on packing slips (H14). */
import { eq, inArray, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

export interface SlipReport {
  grade: string
  /** One list of depths per tire, in 32nds of an inch. */
  depths: number[][]
  dot: string | null
}

/** Returns the reports with which the tires of orders were sold, by order and item. */
export async function readReports(
  db: D1Database,
  orderNumbers: readonly string[],
): Promise<Map<string, SlipReport>> {
  const { orderNumber } = salesOrder
  const { itemId, passport: sold } = salesOrderLine
  const rows = await connect(db)
    .select({
      ...{ orderNumber, itemId, dot: product.dot },
      report: sql<string | null>`coalesce(${sold}, ${product.passport})`,
    })
    .from(salesOrder)
    .innerJoin(salesOrderLine, eq(salesOrderLine.orderId, salesOrder.id))
    .innerJoin(product, eq(product.sku, sql`coalesce(${salesOrderLine.parentSku}, ${salesOrderLine.sku})`))
    .where(inArray(orderNumber, inList(orderNumbers)))
  return new Map(
    rows.flatMap(({ report, dot, ...line }) => {
      if (report === null) return []
      const { grade, grooves } = JSON.parse(report) as InspectionReport
      return [[slipLine(line.orderNumber, line.itemId), { grade, depths: grooves, dot }] as const]
    }),
  )
}

/** Returns the key of a line among the reports. */
export function slipLine(orderNumber: string, itemId: number): string {
  return `${orderNumber} ${itemId}`
}
