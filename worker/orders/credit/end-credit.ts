/** Ends store credit whose time is over, and sends the email before (H14u). */
import { checkCredit, remainingCredit } from '../../../schema/orders/credit/credit-expiry.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { readLedger } from './credit.sql.ts'
import { readDueAccounts, recordCheck } from './credit-check.sql.ts'

/** Accounts of one run; the next run takes the rest. */
const MAX_ACCOUNTS = 200

/** Looks at the accounts that are due, each in a transaction of its own, so that a run that is killed is repeated safely. */
export async function endCredit({ DB, OUTBOX }: Pick<Env, 'DB' | 'OUTBOX'>, now: number): Promise<void> {
  for (const { account, holder, noticedUntil } of await readDueAccounts(DB, now, MAX_ACCOUNTS)) {
    const entries = await readLedger(DB, account)
    const check = checkCredit(remainingCredit(entries), { now, noticedUntil })
    // Credit of a buyer who gave no address is under the number of the order.
    const isMailed = check.notices.length > 0 && holder !== null && !isOrderNumber(holder)
    const lastEntry = entries.at(-1)?.id ?? 0
    await enqueueOutbox(OUTBOX, await recordCheck(DB, { account, lastEntry, isMailed }, check, now))
  }
}
