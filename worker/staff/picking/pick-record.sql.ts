/** Items of pick runs in D1 as records that staff change (H14). */
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import {
  evaluatePick,
  PICK_PATCH,
  type PickFacts,
  type PickPatch,
  type PickState,
  type PickValues,
} from '../../../schema/staff/picking/pick-record.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

interface Row {
  state: PickState
  version: number
  status: OrderStatus
  is_packed: number
}

export const PICK_RECORD: RecordKind<PickValues, PickPatch, PickFacts> = {
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
  patch: PICK_PATCH,
  async read(db, id) {
    const [row] = await connect(db).all<Row>(sql`select i.state, i.version, o.status,
      exists (select 1 from ${orderParcelItem} p where p.order_id = i.order_id and p.sku = i.sku) as is_packed from ${pickItem} i
      join ${salesOrder} o on o.id = i.order_id where i.id = ${Number(id)}`)
    if (!row) return null
    return {
      values: { state: row.state },
      version: row.version,
      facts: { orderStatus: row.status, isPacked: row.is_packed === 1 },
    }
  },
  hasVersion: (id, version) =>
    sql`exists (select 1 from ${pickItem} where id = ${Number(id)} and version = ${version})`,
  evaluate: evaluatePick,
  write: ({ id, after }) => [
    sql`update ${pickItem} set state = coalesce(${after.state ?? null}, state), version = version + 1 where id = ${Number(id)}`,
  ],
}
