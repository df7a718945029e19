/** Takes back store credit that expired, and sends the email thirty days before (H14u). */
import { checkCredit, remainingCredit } from '../../../schema/orders/credit/credit-expiry.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { readLedger } from './credit.sql.ts'
import { type CheckedAccount, readDueAccounts, recordCheck } from './credit-check.sql.ts'

type CreditEnv = Pick<Env, 'DB' | 'OUTBOX'>

/** Accounts of one run; the next run takes the rest. All of cron shares 1,000 queries. */
const MAX_ACCOUNTS = 50

/**
 * Looks at the accounts that are due, each in a transaction of its own, so that a run that is killed is repeated safely. Throws the
 * first error at the end: an account that can't be read doesn't stop those behind it.
 */
export async function expireCredit({ DB, OUTBOX }: CreditEnv, now: number): Promise<void> {
  const errors: unknown[] = []
  for (const due of await readDueAccounts(DB, now, MAX_ACCOUNTS))
    await expireCreditOf({ DB, OUTBOX }, due, now).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

async function expireCreditOf(
  { DB, OUTBOX }: CreditEnv,
  { account, holder, noticedUntil }: CheckedAccount,
  now: number,
): Promise<void> {
  const entries = await readLedger(DB, account)
  const check = checkCredit(remainingCredit(entries), { now, noticedUntil })
  // Credit of a buyer who gave no address is under the number of the order.
  const isMailed = check.notices.length > 0 && holder !== null && !isOrderNumber(holder)
  const lastEntry = entries.at(-1)?.id ?? 0
  await enqueueOutbox(OUTBOX, await recordCheck(DB, { account, lastEntry, isMailed }, check, now))
}
