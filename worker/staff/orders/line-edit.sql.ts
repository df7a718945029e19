/** Writes edits of the lines of an order (H14o): the order, its stock, its money and the row in the audit log in one batch. */
import { type SQL, sql } from 'drizzle-orm'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import { type CounterLine, customLine, HOLD_MAX_MS } from '../../../schema/orders/counter/counter-draft.ts'
import {
  orderRefund,
  orderShipment,
  salesOrder,
  salesOrderEvent,
  salesOrderLine,
} from '../../../schema/orders/order.table.ts'
import type { Order, OrderStatus } from '../../../schema/orders/order.ts'
import { orderEdit } from '../../../schema/orders/order-edit.table.ts'
import {
  differenceTotals,
  type EditedOrder,
  type LineEditKind,
  type PlannedEdit,
} from '../../../schema/orders/order-edit.ts'
import { HAND_METHODS } from '../../../schema/orders/payment.ts'
import { type Actor, SHOP_ACTOR } from '../../../schema/staff/changes/change.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { CREDIT_SPENT } from '../../orders/credit/credit.sql.ts'
import { recordEditRefund } from '../../orders/life/edit-refund.sql.ts'
import { NOT_CANCELING, REFUNDED } from '../../orders/life/order-event.sql.ts'
import { MONEY_REFUNDED } from '../../orders/life/order-refund.sql.ts'
import { refundedBy } from '../../orders/life/refund-budget.sql.ts'
import { orderId } from '../../orders/order.sql.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { removeOpenPicks } from '../picking/picking.sql.ts'

export interface WrittenEdit {
  order: Order
  kind: LineEditKind
  plan: PlannedEdit
  /** The last edit that the page showed; 0 for none. */
  version: number
  key: string
  /** The refund of what the order costs less; `null` if nothing goes back. */
  refund: {
    key: string
    amount: number
    /** The part that goes back to the store credit that paid. */
    credit: number
    reason: string
    nextAt: number
    day: { since: number; max: number } | null
  } | null
  /** Whether the money of the order was not taken yet, as with cash on delivery: then its amount due changes. */
  isUnpaid: boolean
}

/**
 * True of an order whose refunds are those of its edits alone. Any other refund may have paid for a line already, and have put its
 * tires back on sale.
 */
const HAS_NO_OTHER_REFUND = sql`${REFUNDED} in (0, (select coalesce(sum(-difference), 0) from ${orderEdit}
  where order_id = ${salesOrder.id} and state = 'done' and difference < 0))`

/** Returns the last edit of an order, by which a page that is out of date is recognized, and what prevents another one. */
export async function readEditVersion(
  db: D1Database,
  orderNumber: string,
): Promise<{ version: number; isWaiting: boolean; hasOtherRefund: boolean }> {
  const [row] = await connect(db).all<{ version: number; waiting: number; other: number }>(
    sql`select coalesce(max(e.id), 0) as version, coalesce(sum(e.state = 'waiting'), 0) as waiting,
        not ${HAS_NO_OTHER_REFUND} as other
      from ${salesOrder} left join ${orderEdit} e on e.order_id = ${salesOrder.id} where order_number = ${orderNumber}`,
  )
  return {
    version: row?.version ?? 0,
    isWaiting: (row?.waiting ?? 0) > 0,
    hasOtherRefund: (row?.other ?? 0) > 0,
  }
}

/** True while the order can be edited: in its state, nothing sent or refunded, no cancellation begun, and none of these tires picked. */
function isEditable(
  { orderNumber, status }: { orderNumber: string; status: OrderStatus },
  { restock }: EditedOrder,
): SQL {
  return sql`exists (select 1 from ${salesOrder} where order_number = ${orderNumber} and status = ${status} and ${NOT_CANCELING}
    and ${HAS_NO_OTHER_REFUND}
    and not exists (select 1 from ${orderShipment} s where s.order_id = ${salesOrder.id})
    and not exists (select 1 from ${pickItem} i where i.order_id = ${salesOrder.id} and i.state = 'picked'
      and i.sku in (select key from json_each(${JSON.stringify(restock)}) where value > 0)))`
}

/** Gives the new order to the tables; its new unit is taken from the stock unless it is held already. */
function editStatements(
  order: Pick<Order, 'orderNumber'>,
  edited: EditedOrder,
  { now, isHeld, isUnpaid }: { now: number; isHeld: boolean; isUnpaid: boolean },
): SQL[] {
  const id = orderId(order.orderNumber)
  const lines = JSON.stringify(edited.lines)
  const field = (name: string) => sql.raw(`j.value ->> '$.${name}'`)
  const { subtotal, discount, shipping, tax, fees, grandTotal } = edited.totals
  const feeSum = fees.reduce((sum, { amount }) => sum + amount, 0)
  const charge = isUnpaid
    ? sql`, subtotal = ${subtotal}, discount = ${discount}, shipping = ${shipping}, tax = ${tax}, fees = ${feeSum},
        grand_total = ${grandTotal}`
    : sql``
  return [
    sql`delete from ${salesOrderLine} where order_id = ${id}
      and item_id not in (select ${field('itemId')} from json_each(${lines}) j)`,
    sql`update ${salesOrderLine} set
        passport = iif(sku = ${field('sku')}, passport, null), sku = ${field('sku')}, parent_sku = ${field('parentSku')},
        product_id = ${field('productId')}, type_id = ${field('type')}, name = ${field('name')}, title = ${field('title')},
        facts = ${field('facts')}, qty = ${field('qty')}, setqty = ${field('setqty')}, unit_price = ${field('unitPrice')},
        row_total = ${field('rowTotal')}, discount = ${field('discount')}, tax = ${field('tax')},
        tax_percent = ${field('taxPercent')}, product_option = ${field('option')}, parts = ${field('parts')},
        choices = ${field('choices')}, stock_sku = j.value ->> '$.parts[0].stockSku'
      from json_each(${lines}) j where order_id = ${id} and item_id = ${field('itemId')}`,
    moveStock(edited.restock, now, isHeld ? 'free' : 'all', id),
    removeOpenPicks(id, Object.keys(edited.restock)),
    sql`update ${salesOrder} set totals = ${JSON.stringify(edited.totals)}, updated_at = ${now} ${charge}
      where order_number = ${order.orderNumber}`,
  ]
}

/**
 * Puts tires back on sale, and takes those with a number below zero; `free` and `take` do one of them alone, `undo` gives back what was
 * taken. What nobody found when the order was picked is not put on sale.
 */
function moveStock(
  restock: Record<string, number>,
  now: number,
  part: 'all' | 'free' | 'take' | 'undo',
  orderId: SQL,
): SQL {
  const moved = Object.entries(restock)
    .filter(([, tires]) => part === 'all' || (part === 'free' ? tires > 0 : tires < 0))
    .map(([pool, tires]) => [pool, part === 'undo' ? -tires : tires])
  return sql`update ${stock} set qty = qty + pool.value, updated_at = ${now}
    from json_each(${JSON.stringify(Object.fromEntries(moved))}) pool where stock_sku = pool.key and manage = 1
      and not exists (select 1 from ${pickItem} i where i.order_id = ${orderId} and i.sku = pool.key and i.state = 'missing')`
}

function addEvent(orderNumber: string, kind: string, detail: Record<string, unknown>, now: number): SQL {
  return sql`insert into ${salesOrderEvent} (order_id, kind, detail, at)
    select id, ${kind}, ${JSON.stringify(detail)}, ${now} from ${salesOrder} where order_number = ${orderNumber}`
}

const eventKind = (kind: LineEditKind) => (kind === 'remove' ? 'line-removed' : 'line-swapped')

/** Returns the texts of an edit for the history and for the mail about its refund. */
export function formatEdit(
  kind: LineEditKind,
  { before, lines }: Pick<PlannedEdit, 'before' | 'lines'>,
): string {
  const next = lines.find(({ itemId }) => itemId === before.itemId)
  const old = `${before.title} (${before.sku})`
  return kind === 'remove' || !next ? `Removed ${old}` : `${next.title} (${next.sku}) instead of ${old}`
}

function auditRow(actor: Actor, { order, kind, plan, key }: WrittenEdit, now: number) {
  const next = plan.lines.find(({ itemId }) => itemId === plan.before.itemId)
  return {
    ...{ at: now, actor, kind: eventKind(kind), record: 'order', recordId: order.orderNumber, version: 1 },
    ...{ why: null, key, batch: null, undoes: null },
    before: { sku: plan.before.sku, total: order.totals.grandTotal },
    after: { sku: next?.sku ?? null, total: plan.totals.grandTotal },
  }
}

function addEdit(
  { order, kind, plan }: WrittenEdit,
  {
    state,
    staffId,
    draft,
    now,
  }: { state: 'waiting' | 'done'; staffId: number | null; draft: SQL; now: number },
): SQL {
  const { before, lines, totals, restock, difference } = plan
  return sql`insert into ${orderEdit} (order_id, state, kind, item_id, before_line, next, difference, staff_id, draft_id, created_at)
    select id, ${state}, ${kind}, ${before.itemId}, ${JSON.stringify(before)}, ${JSON.stringify({ lines, totals, restock })},
      ${difference}, ${staffId}, ${draft}, ${now} from ${salesOrder} where order_number = ${order.orderNumber}`
}

function isUnedited({ order, version }: WrittenEdit): SQL {
  return sql`(select coalesce(max(id), 0) from ${orderEdit} where order_id = ${orderId(order.orderNumber)}) = ${version}
    and not exists (select 1 from ${orderEdit} where order_id = ${orderId(order.orderNumber)} and state = 'waiting')`
}

/**
 * Edits the order and records the refund of what it costs less, which is requested afterwards. Returns false if the order or its
 * new unit changed meanwhile, or if the refund no longer fits. `now` is in milliseconds.
 */
export async function writeEdit(
  db: D1Database,
  actor: Actor,
  edit: WrittenEdit,
  now: number,
): Promise<boolean> {
  const { order, kind, plan, refund, key, isUnpaid } = edit
  const { orderNumber } = order
  const by = `staff:${actor.staffId}`
  const fitsRefund = refund
    ? sql`and exists (select 1 from ${salesOrder} where order_number = ${orderNumber} and ${REFUNDED} + ${refund.amount} <= grand_total
          and ${MONEY_REFUNDED} + ${refund.amount - refund.credit} <= grand_total - ${CREDIT_SPENT})
        ${refund.day ? sql`and ${refundedBy(by, refund.day.since)} + ${refund.amount} <= ${refund.day.max}` : sql``}`
    : sql``
  const condition = sql`${isEditable(order, plan)} and ${isUnedited(edit)} ${fitsRefund}`
  const text = formatEdit(kind, plan)
  const outcome = await runRecorded(db, [
    addAuditRow(auditRow(actor, edit, now), condition),
    ...editStatements(order, plan, { now, isHeld: false, isUnpaid }),
    addEdit(edit, { state: 'done', staffId: actor.staffId, draft: sql`null`, now }),
    addEvent(orderNumber, eventKind(kind), { by, text }, now),
    ...(refund
      ? [
          recordEditRefund({ orderNumber, by, now, ...refund }),
          addEvent(orderNumber, 'refund-begun', { by, amount: refund.amount, text: refund.reason }, now),
        ]
      : []),
  ])
  return outcome !== 'late' || (await findAuditRow(db, { key })) !== null
}

/** The line of a sale that takes the difference of an edit. */
function differenceLine({ order, kind, plan }: WrittenEdit): CounterLine {
  const title = `Order ${order.orderNumber}: ${formatEdit(kind, plan)}`
  return customLine({ itemId: 1, title, price: plan.totals.subtotal - order.totals.subtotal, taxClassId: 0 })
}

/**
 * Holds the new unit and opens a sale for the difference, whose pay link is good for a day; the order stays as it is until that is
 * paid. Returns the sale, or `null` if the order or the unit changed meanwhile. `now` is in milliseconds.
 */
export async function writeWaitingEdit(
  db: D1Database,
  actor: Actor,
  edit: WrittenEdit & { buyer: object },
  now: number,
): Promise<number | null> {
  const { order, plan, key, buyer } = edit
  const draft = sql`(select id from ${counterDraft} where first_key = ${key})`
  const outcome = await runRecorded(db, [
    addAuditRow(
      { ...auditRow(actor, edit, now), kind: 'edit-waiting' },
      sql`${isEditable(order, plan)} and ${isUnedited(edit)}`,
    ),
    moveStock(plan.restock, now, 'take', orderId(order.orderNumber)),
    sql`insert into ${counterDraft} (quote_id, staff_id, created_at, hold_until, lines, way, buyer, totals, first_key, last_key)
      values (lower(hex(randomblob(16))), ${actor.staffId}, ${now}, ${now + HOLD_MAX_MS}, ${JSON.stringify([differenceLine(edit)])},
        'difference', ${JSON.stringify(buyer)}, ${JSON.stringify(differenceTotals(order.totals, plan.totals))}, ${key}, ${key})`,
    addEdit(edit, { state: 'waiting', staffId: actor.staffId, draft, now }),
    addEvent(
      order.orderNumber,
      'edit-waiting',
      { by: `staff:${actor.staffId}`, amount: plan.difference, text: formatEdit(edit.kind, plan) },
      now,
    ),
  ])
  if (outcome === 'late' && (await findAuditRow(db, { key })) === null) return null
  const [row] = await connect(db).all<{ id: number }>(sql`select ${draft} as id`)
  return row?.id ?? null
}

/** An edit whose difference is paid by a sale. */
export interface PaidEdit {
  id: number
  state: 'waiting' | 'done' | 'ended'
  kind: LineEditKind
  orderNumber: string
  orderStatus: OrderStatus
  beforeLine: string
  next: string
  /** `null` for a sale that was deleted. */
  draftState: 'open' | 'ordered' | 'ended' | null
  /** The order of the sale; `null` without one. */
  sale: string | null
  saleStatus: OrderStatus | null
  saleTotal: number | null
}

const MAX_EDITS = 50

/**
 * Returns the edits that go on or end: their sale was paid or ended, or one that was paid at a provider has lost its order. Money that was
 * taken by hand is given back by hand; a refund that has begun goes on by itself.
 */
export function findEditsToFinish(db: D1Database): Promise<PaidEdit[]> {
  return connect(db).all<PaidEdit>(sql`
    select e.id, e.state, e.kind, o.order_number as orderNumber, o.status as orderStatus, e.before_line as beforeLine, e.next,
      d.state as draftState, t.order_number as sale, t.status as saleStatus, t.grand_total as saleTotal
    from ${orderEdit} e join ${salesOrder} o on o.id = e.order_id left join ${counterDraft} d on d.id = e.draft_id
    left join ${salesOrder} t on t.order_number = d.order_number
    where e.draft_id is not null and (
      (e.state = 'waiting' and (d.state is null or d.state = 'ended' or t.status not in ('pending_payment', 'canceled')))
      or (t.status = 'paid' and t.payment_method not in ${inList(HAND_METHODS)}
        and (e.state = 'ended' or (e.state = 'done' and o.status in ('canceled', 'refunded')))
        and not exists (select 1 from ${orderRefund} r where r.order_id = t.id)))
    order by e.id limit ${MAX_EDITS}`)
}

/** Gives the paid order its new lines; false if it no longer allows that. */
export async function completeEdit(db: D1Database, edit: PaidEdit, now: number): Promise<boolean> {
  const { id, kind, orderNumber, orderStatus, sale } = edit
  const next = JSON.parse(edit.next) as EditedOrder
  const before = JSON.parse(edit.beforeLine) as PlannedEdit['before']
  const isWaiting = sql`exists (select 1 from ${orderEdit} where id = ${id} and state = 'waiting')
    and ${isEditable({ orderNumber, status: orderStatus }, next)}`
  const outcome = await runRecorded(db, [
    addAuditRow(
      {
        ...{ at: now, kind: eventKind(kind), record: 'order', recordId: orderNumber, version: 1, why: null },
        actor: SHOP_ACTOR,
        ...{ key: `edit-${id}-paid`, batch: null, undoes: null },
        before: { sku: before.sku },
        after: { sku: next.lines.find(({ itemId }) => itemId === before.itemId)?.sku ?? null, sale },
      },
      isWaiting,
    ),
    ...editStatements({ orderNumber }, next, { now, isHeld: true, isUnpaid: false }),
    sql`update ${orderEdit} set state = 'done' where id = ${id}`,
    addEvent(
      orderNumber,
      eventKind(kind),
      { by: 'shop', text: `${formatEdit(kind, { before, lines: next.lines })}, paid with ${sale ?? ''}` },
      now,
    ),
  ])
  return outcome !== 'late'
}

/** Ends an edit that waits; its new unit goes back on sale. False if it was completed or ended meanwhile. */
export async function endEdit(
  db: D1Database,
  { id, orderNumber, next }: PaidEdit,
  now: number,
): Promise<boolean> {
  const { restock } = JSON.parse(next) as EditedOrder
  const outcome = await runRecorded(db, [
    addAuditRow(
      {
        ...{ at: now, kind: 'edit-ended', record: 'order', recordId: orderNumber, version: 1, why: null },
        actor: SHOP_ACTOR,
        ...{ key: `edit-${id}-ended`, batch: null, undoes: null, before: {}, after: {} },
      },
      sql`exists (select 1 from ${orderEdit} where id = ${id} and state = 'waiting')`,
    ),
    moveStock(restock, now, 'undo', orderId(orderNumber)),
    sql`update ${orderEdit} set state = 'ended' where id = ${id}`,
    addEvent(orderNumber, 'edit-ended', { by: 'shop' }, now),
  ])
  return outcome !== 'late'
}

/** An edit of an order on its page. */
export interface OrderEditLine {
  id: number
  state: 'waiting' | 'done' | 'ended'
  kind: LineEditKind
  beforeLine: PlannedEdit['before']
  next: EditedOrder
  difference: number
  draftId: number | null
  /** The order that paid the difference; `null` without one. */
  sale: string | null
  at: number
}

/** Returns the edits of an order, the oldest first. */
export async function readEdits(db: D1Database, orderNumber: string): Promise<OrderEditLine[]> {
  const rows = await connect(db).all<Record<'beforeLine' | 'next', string> & OrderEditLine>(sql`
    select e.id, e.state, e.kind, e.before_line as beforeLine, e.next, e.difference, e.draft_id as draftId,
      d.order_number as sale, e.created_at as at
    from ${orderEdit} e left join ${counterDraft} d on d.id = e.draft_id where e.order_id = ${orderId(orderNumber)} order by e.id`)
  return rows.map((row) => ({ ...row, beforeLine: JSON.parse(row.beforeLine), next: JSON.parse(row.next) }))
}
