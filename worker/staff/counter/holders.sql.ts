/** Who has a tire that can't be sold: a sale at the counter, an order that is being paid, or an order (H14p). */
import { sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'

export type Holder =
  | { kind: 'draft'; id: number; by: string; until: number }
  /** In payment; it is free again at `until` unless it is paid. */
  | { kind: 'payment'; until: number }
  | { kind: 'order'; orderNumber: string }

interface DraftRow {
  id: number
  by: string | null
  until: number
}
interface OrderRow {
  orderNumber: string
  status: OrderStatus
  placedAt: number
}

/** Returns who has tires of these pools now, `null` if nobody has. A sale at the counter goes first. */
export async function findHolder(
  db: D1Database,
  stockSkus: readonly string[],
  now: number,
): Promise<Holder | null> {
  const { id, staffId, holdUntil, state, demand } = counterDraft
  const [drafts, orders] = await batchOf<Record<string, string | number | null>>(db, [
    sql`select ${id} as id, ${staff.name} as by, ${holdUntil} as until from ${counterDraft}
      left join ${staff} on ${staff.id} = ${staffId}
      where ${state} = 'open' and ${holdUntil} > ${now}
        and exists (select 1 from json_each(${demand}) where key in ${inList(stockSkus)}) limit 1`,
    sql`select ${salesOrder.orderNumber} as orderNumber, ${salesOrder.status} as status, ${salesOrder.placedAt} as placedAt
      from ${salesOrderLine} join ${salesOrder} on ${salesOrder.id} = ${salesOrderLine.orderId}
      where ${salesOrderLine.stockSku} in ${inList(stockSkus)} and ${salesOrderLine.restockedAt} is null
        and ${salesOrder.status} <> 'canceled' order by ${salesOrder.placedAt} desc limit 1`,
  ])
  const draft = drafts?.results[0] as DraftRow | undefined
  if (draft) return { kind: 'draft', id: draft.id, by: draft.by ?? 'staff', until: draft.until }
  const order = orders?.results[0] as OrderRow | undefined
  if (!order) return null
  return order.status === 'pending_payment'
    ? { kind: 'payment', until: order.placedAt + RESERVATION_MS }
    : { kind: 'order', orderNumber: order.orderNumber }
}
