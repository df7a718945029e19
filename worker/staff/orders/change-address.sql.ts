/** Writes the new address of an order with its event and its row in the audit log (H14o). */
import { sql } from 'drizzle-orm'
import type { ApiAddress } from '../../../schema/identity/location/address.ts'
import { orderShipment, salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import type { Order } from '../../../schema/orders/order.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'

interface AddressChange {
  order: Order
  address: ApiAddress
  /** Names of the changed parts. */
  fields: string
  key: string
}

/** Returns false if the order was sent, canceled or given another address since it was read. `now` is in milliseconds. */
export async function writeOrderAddress(
  db: D1Database,
  actor: Actor,
  { order: { orderNumber, status, shippingAddress }, address, fields, key }: AddressChange,
  now: number,
): Promise<boolean> {
  const isUnchanged = sql`exists (select 1 from ${salesOrder} o where o.order_number = ${orderNumber} and o.status = ${status}
    and json_extract(o.addresses, '$.shippingAddress') = json(${JSON.stringify(shippingAddress)})
    and not exists (select 1 from ${orderShipment} s where s.order_id = o.id))`
  const row = {
    ...{ at: now, actor, kind: 'address', record: 'order', recordId: orderNumber, version: 1, why: null },
    ...{ key, batch: null, undoes: null, before: {}, after: { address: fields } },
  }
  const detail = JSON.stringify({ by: `staff:${actor.staffId}` })
  const outcome = await runRecorded(db, [
    addAuditRow(row, isUnchanged),
    sql`update ${salesOrder} set addresses = json_set(addresses, '$.shippingAddress', json(${JSON.stringify(address)})),
      updated_at = ${now} where order_number = ${orderNumber}`,
    sql`insert into ${salesOrderEvent} (order_id, kind, detail, at)
      select id, 'address-changed', ${detail}, ${now} from ${salesOrder} where order_number = ${orderNumber}`,
  ])
  return outcome !== 'late' || (await findAuditRow(db, { key })) !== null
}
