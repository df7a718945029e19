/** Customers for staff (H14k). */
import { and, count, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { customerSession } from '../../../schema/identity/session/session.table.ts'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import { normalizeOrderNumber } from '../../../schema/orders/status/guest-order.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { StaffCustomerForm } from '../../../schema/staff/customers/customer-form.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'

export interface CustomerLine {
  id: number
  firstname: string
  lastname: string
  email: string
  telephone: string
  companyName: string | null
  groupId: number
}

/** Digits from which a text is read as a part of a phone number. */
const PHONE_DIGITS = 4

/**
 * Returns customers who fit a text, the newest first: a part of the name, the email address or the company, digits of the phone
 * number, or the number of an order. `before` is the last id of the page before.
 */
export function searchCustomers(
  db: D1Database,
  { text, before, limit }: { text: string; before: number | null; limit: number },
): Promise<CustomerLine[]> {
  const t = customer
  return connect(db)
    .select({
      ...{ id: t.id, firstname: t.firstname, lastname: t.lastname, email: t.email },
      ...{ telephone: t.telephone, companyName: t.companyName, groupId: t.groupId },
    })
    .from(t)
    .where(and(text === '' ? undefined : fits(text), before === null ? undefined : lt(t.id, before)))
    .orderBy(desc(t.id))
    .limit(limit)
}

function fits(text: string): SQL | undefined {
  const order = normalizeOrderNumber(text)
  if (isOrderNumber(order))
    return sql`${customer.id} = (select customer_id from ${salesOrder} where order_number = ${order})`
  const part = text.toLowerCase()
  const digits = text.replace(/\D/g, '')
  const isPhone = digits.length >= PHONE_DIGITS && /^[\d\s().+-]+$/.test(text)
  const has = (column: SQL) => sql`instr(${column}, ${part}) > 0`
  return or(
    has(sql`${customer.email}`),
    has(sql`lower(${customer.firstname} || ' ' || ${customer.lastname})`),
    has(sql`lower(coalesce(${customer.companyName}, ''))`),
    isPhone ? sql`instr(${customer.telephone}, ${digits.slice(-10)}) > 0` : undefined,
  )
}

export interface CustomerOrder {
  orderNumber: string
  status: OrderStatus
  /** Cents. */
  grandTotal: number
  placedAt: number
}

export interface CustomerActivity {
  /** The newest orders. */
  orders: CustomerOrder[]
  orderCount: number
  sessions: number
  /** Milliseconds; `null` when nobody is signed in. */
  seenAt: number | null
}

/** Returns what a customer did: orders, the newest first, and open sessions. */
export async function readActivity(
  db: D1Database,
  customerId: number,
  limit: number,
): Promise<CustomerActivity> {
  const client = connect(db)
  const { orderNumber, status, grandTotal, placedAt } = salesOrder
  const isTheirs = eq(salesOrder.customerId, customerId)
  const [orders, [counted], [sessions]] = await client.batch([
    client
      .select({ orderNumber, status, grandTotal, placedAt })
      .from(salesOrder)
      .where(isTheirs)
      .orderBy(desc(placedAt))
      .limit(limit),
    client.select({ n: count() }).from(salesOrder).where(isTheirs),
    client
      .select({ n: count(), seenAt: sql<number | null>`max(${customerSession.seenAt})` })
      .from(customerSession)
      .where(eq(customerSession.customerId, customerId)),
  ])
  return {
    orders,
    orderCount: counted?.n ?? 0,
    sessions: sessions?.n ?? 0,
    seenAt: sessions?.seenAt ?? null,
  }
}

type CustomerAct = Pick<StaffCustomerForm, 'action' | 'customer' | 'key'> & { why?: string | null }

/** Returns the row of the audit log for an act that changes no record of staff; for a batch. The log names nobody, only the account. */
export function addCustomerAct(
  db: D1Database,
  actor: Actor,
  { action, customer: id, key, why = null }: CustomerAct,
  now: number,
): D1PreparedStatement {
  const row = {
    ...{ at: now, actor, kind: action, record: 'customer', recordId: id, version: 1, before: {}, after: {} },
    ...{ why, key, batch: null, undoes: null },
  }
  return toStatement(db, addAuditRow(row, sql`true`))
}

/**
 * Returns when the person's newest reason to look at the account was written, in milliseconds; `null` without one since `since`. The
 * row of the audit log is what opens the view, so nobody looks without it.
 */
export async function findViewBegun(
  db: D1Database,
  { staffId, session }: Pick<Actor, 'staffId' | 'session'>,
  { customerId, since }: { customerId: number; since: number },
): Promise<number | null> {
  const t = auditLog
  const row = await connect(db)
    .select({ at: t.at })
    .from(t)
    .where(
      and(
        ...[eq(t.record, 'customer'), eq(t.recordId, String(customerId)), eq(t.kind, VIEW_ACCOUNT)],
        ...[eq(t.staffId, staffId ?? 0), eq(t.session, session ?? ''), gt(t.at, since)],
      ),
    )
    .orderBy(desc(t.at))
    .get()
  return row?.at ?? null
}

const VIEW_ACCOUNT: StaffCustomerForm['action'] = 'view-account'
