/** The ledger of store credit (H14u). Its rows are only added; triggers of the table refuse a balance below zero. Amounts in cents. */
import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { creditAccount, creditEntry } from '../../../schema/orders/credit/credit.table.ts'
import {
  CREDIT_MONTHS_PATH,
  type CreditPart,
  type LedgerEntry,
  remainingCredit,
} from '../../../schema/orders/credit/credit-expiry.ts'
import { orderRefund, salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderDraft } from '../../../schema/orders/order.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { connect, insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

export interface CreditBalance {
  account: number
  holder: string
  balance: number
}

/** Part of the error of a statement that would leave a balance below zero. */
export const BELOW_ZERO = 'credit_below_zero'

// Written out: in a query of one table, Drizzle leaves the table's name away, and the inner query would read its own columns.
const ACCOUNT_ID = sql.raw('"credit_account"."id"')
const ORDER_NUMBER = sql.raw('"sales_order"."order_number"')

const BALANCE = sql<number>`(select coalesce(sum(e.amount), 0) from ${creditEntry} e where e.account_id = ${ACCOUNT_ID})`

/** Returns the account of an email address or an order number with its balance; `null` without one. */
export async function findCredit(db: D1Database, holder: string): Promise<CreditBalance | null> {
  if (holder === '') return null
  const row = await connect(db)
    .select({ account: creditAccount.id, holder: creditAccount.holder, balance: BALANCE })
    .from(creditAccount)
    .where(eq(creditAccount.holder, holder))
    .get()
  return row ? { ...row, holder } : null
}

/** Returns what an account can pay of an order, which may have spent a part of it already. */
export async function readUsableCredit(
  db: D1Database,
  account: number,
  orderNumber: string | null,
): Promise<number> {
  const row = await connect(db).get<{ sum: number }>(sql`select coalesce(sum(e.amount), 0) as sum
    from ${creditEntry} e where e.account_id = ${account} and (e.order_number is null or e.order_number is not ${orderNumber})`)
  return Math.max(0, row?.sum ?? 0)
}

/** Returns the entries of an account, the newest first. */
export function readCreditEntries(db: D1Database, account: number, limit: number) {
  const { id, amount, kind, why, orderNumber, madeBy, at } = creditEntry
  return connect(db)
    .select({ id, amount, kind, why, orderNumber, madeBy, at })
    .from(creditEntry)
    .where(eq(creditEntry.accountId, account))
    .orderBy(desc(id))
    .limit(limit)
}

/** Returns all entries of an account, the oldest first, as the rules of its expiry read them. */
export function readLedger(db: D1Database, account: number): Promise<(LedgerEntry & { id: number })[]> {
  const { id, amount, kind, orderNumber, at, expiresAt } = creditEntry
  return connect(db)
    .select({ id, amount, kind, orderNumber, at, expiresAt })
    .from(creditEntry)
    .where(eq(creditEntry.accountId, account))
    .orderBy(asc(id))
}

/** Returns what is left of a holder's store credit with the expiry of each part, the earliest first. */
export async function readCreditParts(db: D1Database, holder: string): Promise<CreditPart[]> {
  const found = await findCredit(db, holder)
  return found && found.balance > 0 ? remainingCredit(await readLedger(db, found.account)) : []
}

/** Selects the expiry of credit that is given now, by the setting of this moment, in milliseconds; null when it never expires. */
export function creditExpiry(now: number): SQL<number | null> {
  const months = sql`cast(${config.value} as integer)`
  return sql`(select unixepoch(${now} / 1000, 'unixepoch', '+' || ${months} || ' months') * 1000 from ${config}
    where ${config.path} = ${CREDIT_MONTHS_PATH} and ${months} > 0)`
}

/** Returns the expiry of credit that is given now, in milliseconds; `null` when it never expires. */
export async function readNewCreditExpiry(db: D1Database, now: number): Promise<number | null> {
  const row = await connect(db).get<{ expiresAt: number | null }>(
    sql`select ${creditExpiry(now)} as expiresAt`,
  )
  return row?.expiresAt ?? null
}

/** Returns the accounts with the newest entries and a balance above zero. */
export async function readOpenCredit(db: D1Database, limit: number): Promise<CreditBalance[]> {
  return connect(db).all<CreditBalance>(sql`select a.id as account, a.holder, sum(e.amount) as balance
    from ${creditAccount} a join ${creditEntry} e on e.account_id = a.id where a.holder is not null
    group by a.id having sum(e.amount) > 0 order by max(e.id) desc limit ${limit}`)
}

/** Checks whether a customer, an order or store credit has an email address. */
export async function isKnownAddress(db: D1Database, email: string): Promise<boolean> {
  const row = await connect(db).get<{
    known: number
  }>(sql`select exists (select 1 from ${customer} where email = ${email})
    or exists (select 1 from ${salesOrder} where email = ${email})
    or exists (select 1 from ${creditEntry} e join ${creditAccount} a on a.id = e.account_id where a.holder = ${email}) as known`)
  return row?.known === 1
}

/** Returns the statement that opens the account of a holder, once. */
export function openCreditAccount(db: D1Database, holder: string, now: number): D1PreparedStatement {
  return toStatement(
    db,
    sql`insert or ignore into ${creditAccount} (holder, created_at) values (${holder}, ${now})`,
  )
}

/** Who gets credit for an order: the buyer's email address, or the order's number for a buyer who gave none. */
export const HOLDER_OF_ORDER = sql`iif(${salesOrder.email} = '', ${salesOrder.orderNumber}, ${salesOrder.email})`

/** Returns the statement that opens the account of an order's buyer, once. */
export function openCreditOfBuyer(db: D1Database, orderNumber: string, now: number): D1PreparedStatement {
  const row = { holder: HOLDER_OF_ORDER, createdAt: now }
  return toStatement(
    db,
    insertFrom(creditAccount, row, sql`from ${salesOrder} where ${salesOrder.orderNumber} = ${orderNumber}`, {
      orIgnore: true,
    }),
  )
}

/** Returns the statement that puts the credit under an order's number under its buyer's address, unless that has an account. */
export function moveOrderCredit(
  db: D1Database,
  { orderNumber, email }: { orderNumber: string; email: string },
): D1PreparedStatement {
  const isTheirs = sql`exists (select 1 from ${salesOrder} where order_number = ${orderNumber} and email = ${email})`
  const isFree = sql`not exists (select 1 from ${creditAccount} where holder = ${email})`
  return toStatement(
    db,
    sql`update ${creditAccount} set holder = ${email} where holder = ${orderNumber} and ${isTheirs} and ${isFree}`,
  )
}

/** Returns the statement that spends the credit of an order; it fails, and its batch with it, when the balance is too small. */
export function spendCredit(
  db: D1Database,
  { orderNumber, credit, handedOverBy = 'shop', placedAt }: OrderDraft,
): D1PreparedStatement[] {
  if (!credit) return []
  const { account: accountId, amount } = credit
  const entry = { accountId, amount: -amount, kind: 'spent' as const, orderNumber, madeBy: handedOverBy }
  const insert = connect(db)
    .insert(creditEntry)
    .values({ ...entry, key: `${orderNumber}:spent`, at: placedAt })
  return [toStatement(db, insert)]
}

/** What an order took from store credit. */
export const CREDIT_SPENT = sql<number>`(select coalesce(-sum(e.amount), 0) from ${creditEntry} e
  where e.order_number = ${ORDER_NUMBER} and e.kind in ('spent', 'released'))`

/** The account that an order was paid from in part; null without one. */
export const SPENDING_ACCOUNT = sql<number>`(select e.account_id from ${creditEntry} e
  where e.order_number = ${ORDER_NUMBER} and e.kind = 'spent')`

/** Returns the statement that adds the credit of an open refund to its account, once. */
export function addRefundedCredit(
  db: D1Database,
  { isOpen, by, now }: { isOpen: SQL | undefined; by: string; now: number },
): D1PreparedStatement {
  return toStatement(
    db,
    insertFrom(
      creditEntry,
      {
        accountId: orderRefund.creditAccount,
        amount: orderRefund.credit,
        kind: sql`iif(${orderRefund.creditAccount} = ${SPENDING_ACCOUNT}, 'refunded', 'return')`,
        why: orderRefund.reason,
        orderNumber: salesOrder.orderNumber,
        madeBy: by,
        key: orderRefund.refundKey,
        at: now,
        // What was spent comes back with its own expiry; this is the expiry of what is above that.
        expiresAt: creditExpiry(now),
      },
      sql`from ${orderRefund} join ${salesOrder} on ${salesOrder.id} = ${orderRefund.orderId} where ${isOpen}`,
      { orIgnore: true },
    ),
  )
}

/**
 * The credit that a person gave since a time: by hand, and by refunds, from the moment they are recorded. A refund that waits for its
 * provider has no entry yet, and the one who settles it may be the cron.
 */
export function creditGivenBy(by: string, since: number): SQL<number> {
  return sql<number>`((select coalesce(sum(given.amount), 0) from ${creditEntry} as given where given.made_by = ${by}
    and given.at >= ${since} and given.amount > 0 and given.kind = 'given')
    + (select coalesce(sum(back.credit), 0) from ${orderRefund} as back where back.made_by = ${by}
    and back.created_at >= ${since} and back.cancels = 0 and back.status <> 'refused'))`
}

/** Returns the credit that a person gave since a time. */
export async function readCreditGivenBy(db: D1Database, by: string, since: number): Promise<number> {
  const row = await connect(db).get<{ sum: number }>(sql`select ${creditGivenBy(by, since)} as sum`)
  return row?.sum ?? 0
}
