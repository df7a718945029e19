/**
 * Reads and opens cases of returned tires. `return-state.sql.ts` changes their state.
 */
import { and, eq, max, sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { returnCase, returnEvent, returnPhoto } from '../../../schema/orders/returns/return.table.ts'
import type { ReturnCase, ReturnState } from '../../../schema/orders/returns/return-case.ts'
import type { ReturnRequest } from '../../../schema/orders/returns/return-form.ts'
import { connect, HAS_CHANGED, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { appendEvent, type BatchResult, toBatchResult } from '../life/order-event.sql.ts'
import { orderId } from '../order.sql.ts'

/** Returns the cases of an order with history and photos, oldest first. */
export async function readReturns(db: D1Database, orderNumber: string): Promise<ReturnCase[]> {
  const client = connect(db)
  const isOfOrder = eq(returnCase.orderId, orderId(orderNumber))
  const { kind, madeBy, text, at, caseId } = returnEvent
  const [cases, events, photos] = await client.batch([
    client.select().from(returnCase).where(isOfOrder).orderBy(returnCase.number),
    client
      .select({ kind, by: madeBy, text, at, caseId })
      .from(returnEvent)
      .innerJoin(returnCase, eq(returnCase.id, caseId))
      .where(isOfOrder)
      .orderBy(returnEvent.id),
    client
      // A batch keys columns by name, and both tables have an `id`.
      .select({
        id: returnPhoto.id,
        contentType: returnPhoto.contentType,
        caseId: sql<number>`${returnCase.id}`.as('case_id'),
      })
      .from(returnPhoto)
      .innerJoin(
        returnCase,
        and(eq(returnCase.orderId, returnPhoto.orderId), eq(returnCase.once, returnPhoto.once)),
      )
      .where(isOfOrder)
      .orderBy(returnPhoto.id),
  ])
  return cases.map(({ orderId: _order, once: _once, refundKey: _key, ...row }) => ({
    ...row,
    events: events.filter((event) => event.caseId === row.id),
    photos: photos.filter((photo) => photo.caseId === row.id),
  }))
}

/** Returns the number of the case that a form has opened; `null` if it has opened none. */
export async function findReturnByForm(
  db: D1Database,
  orderNumber: string,
  once: string,
): Promise<number | null> {
  const row = await connect(db)
    .select({ number: returnCase.number })
    .from(returnCase)
    .where(and(eq(returnCase.orderId, orderId(orderNumber)), eq(returnCase.once, once)))
    .get()
  return row?.number ?? null
}

/** A case to open. `number` is one more than the cases that the caller has read. */
export interface NewReturn extends ReturnRequest {
  orderNumber: string
  number: number
  state: ReturnState
  amount: number
  by: string
  now: number
}

/**
 * Opens a case in one transaction with its first event and its mails. `changed` is false when the form has opened a
 * case before, or when another case got this number meanwhile: then the caller reads the order again.
 */
export async function insertReturn(db: D1Database, opened: NewReturn): Promise<BatchResult> {
  const { orderNumber, by, now, lines, ...values } = opened
  const { number, state } = values
  const results = await db.batch([
    toStatement(
      db,
      insertFrom(
        returnCase,
        {
          ...values,
          orderId: salesOrder.id,
          lines,
          restock: false,
          stateAt: now,
          createdAt: now,
        },
        sql`from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber}
          and ${number} = 1 + coalesce((select ${max(returnCase.number)} from ${returnCase}
            where ${returnCase.orderId} = ${salesOrder.id}), 0)`,
        { orIgnore: true },
      ),
    ),
    toStatement(
      db,
      insertFrom(
        returnEvent,
        { orderId: returnCase.orderId, caseId: returnCase.id, kind: state, madeBy: by, text: '', at: now },
        sql`from ${returnCase} where ${returnCase.orderId} = ${orderId(orderNumber)}
          and ${returnCase.number} = ${number} and ${HAS_CHANGED} returning id as event`,
      ),
    ),
    appendEvent(db, { orderNumber, kind: `return-${state}`, detail: { by }, now }),
    addOutbox(db, { kind: 'return-update', payload: { orderNumber, number, state }, now }, 'ifChanged'),
    addOutbox(db, { kind: 'desk-return', payload: { orderNumber, number }, now }, 'ifChanged'),
  ])
  return toBatchResult(results)
}
