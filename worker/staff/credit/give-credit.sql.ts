/** The entry of store credit that staff give or take back, with its row of the audit log (H14u). */
import { type SQL, sql } from 'drizzle-orm'
import { creditAccount, creditEntry } from '../../../schema/orders/credit/credit.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { creditExpiry, creditGivenBy } from '../../orders/credit/credit.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'

interface CreditChange {
  actor: Actor
  by: string
  account: number
  /** Cents. */
  amount: number
  why: string
  key: string
  now: number
  /** The most that the person may give since a time, in cents; `null` without a limit. */
  budget: { since: number; max: number } | null
}

/** Returns the statements; the first fails, and with it the batch, for an erased customer and above the limit of the day. */
export function giveCreditStatements({
  actor,
  by,
  account,
  amount,
  why,
  key,
  now,
  budget,
}: CreditChange): SQL[] {
  const isHeld = sql`exists (select 1 from ${creditAccount} where id = ${account} and holder is not null)`
  const fits = budget ? sql`${creditGivenBy(by, budget.since)} + ${amount} <= ${budget.max}` : sql`true`
  // Why it was given may name the customer: the entry has it, where it can be erased.
  const row = {
    at: now,
    actor,
    kind: 'credit',
    record: 'credit',
    recordId: String(account),
    version: 1,
    before: {},
    after: { amount },
    why: null,
    key,
    batch: null,
    undoes: null,
  }
  return [
    addAuditRow(row, sql`${isHeld} and ${fits}`),
    sql`insert into ${creditEntry} (account_id, amount, kind, why, made_by, key, at, ends_at)
      values (${account}, ${amount}, 'given', ${why}, ${by}, ${key}, ${now}, ${amount > 0 ? creditExpiry(now) : null})`,
  ]
}
