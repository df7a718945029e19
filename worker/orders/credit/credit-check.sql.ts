/** Accounts of store credit of which something may expire, and what cron does with one (H14u). Amounts in cents, times in milliseconds. */
import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { creditAccount, creditEntry } from '../../../schema/orders/credit/credit.table.ts'
import type { CreditCheck } from '../../../schema/orders/credit/credit-expiry.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'

export interface CheckedAccount {
  account: number
  holder: string | null
  noticedUntil: number
}

const CHECKED = {
  account: creditAccount.id,
  holder: creditAccount.holder,
  noticedUntil: creditAccount.noticedUntil,
}

/** Returns the accounts that are due for a look, the longest wait first. */
export function readDueAccounts(db: D1Database, now: number, limit: number): Promise<CheckedAccount[]> {
  const { checkAt } = creditAccount
  return connect(db)
    .select(CHECKED)
    .from(creditAccount)
    .where(lte(checkAt, now))
    .orderBy(asc(checkAt))
    .limit(limit)
}

/** Returns an account; `null` for one whose owner's data was erased. */
export async function findNoticedAccount(db: D1Database, account: number): Promise<CheckedAccount | null> {
  const isHeld = sql`${creditAccount.holder} is not null`
  const row = await connect(db)
    .select(CHECKED)
    .from(creditAccount)
    .where(and(eq(creditAccount.id, account), isHeld))
    .get()
  return row ?? null
}

/**
 * Writes what a look found, in one transaction: when to look again, the email, and the entry of what expired. Does nothing when the
 * account has an entry after `lastEntry`: a payment of this moment was first, and the next run looks again. Returns the results of the
 * statements, for the queue of mails.
 */
export function recordCheck(
  db: D1Database,
  { account, lastEntry, isMailed }: { account: number; lastEntry: number; isMailed: boolean },
  { expired, noticedUntil, checkAt }: CreditCheck,
  now: number,
): Promise<D1Result[]> {
  const isSame = sql`(select max(e.id) from ${creditEntry} e where e.account_id = ${account}) = ${lastEntry}`
  const payload = { account, until: noticedUntil }
  return db.batch([
    toStatement(
      db,
      sql`update ${creditAccount} set check_at = ${checkAt}, noticed_until = ${noticedUntil}
        where id = ${account} and ${isSame}`,
    ),
    ...(isMailed ? [addOutbox(db, { kind: 'credit-ends', payload, now }, 'ifChanged')] : []),
    ...(expired > 0
      ? [
          toStatement(
            db,
            sql`insert into ${creditEntry} (account_id, amount, kind, made_by, key, at)
              select ${account}, ${-expired}, 'ended', 'shop', ${`ended:${String(account)}:${String(lastEntry)}`}, ${now}
              where ${isSame}`,
          ),
        ]
      : []),
  ])
}
