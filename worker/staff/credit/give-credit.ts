/** Gives store credit by hand, or takes it back, within the limits of a role (H14u). */
import {
  creditLimits,
  fitsMoneyLimits,
  type SessionRole,
} from '../../../schema/identity/staff/permissions.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { CreditProblem } from '../../../schema/staff/credit/credit-form.ts'
import {
  BELOW_ZERO,
  findCredit,
  isKnownAddress,
  openCreditAccount,
  readCreditGivenBy,
} from '../../orders/credit/credit.sql.ts'
import { readOrderStatus } from '../../orders/order.sql.ts'
import { findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { giveCreditStatements } from './give-credit.sql.ts'

interface GivenCredit {
  holder: string
  /** Below zero for credit that is taken back. */
  amount: Cents
  why: string
  /** An unknown address that may get credit. */
  confirmed: string | null
  key: string
}

/** Adds the entry with its row of the audit log, once for each key. Returns why nothing was changed; `null` when it was. */
export async function giveCredit(
  db: D1Database,
  { actor, role }: { actor: Actor; role: SessionRole },
  given: GivenCredit,
  now: number,
): Promise<CreditProblem | null> {
  const { holder, amount, confirmed, key } = given
  const before = await findAuditRow(db, { key })
  if (before) {
    // A form that is sent again after the customer was changed on it is another one.
    const account = (await findCredit(db, holder))?.account
    const isSame =
      before.record === 'credit' &&
      before.recordId === String(account) &&
      before.staffId === actor.staffId &&
      before.after.amount === amount
    return isSame ? null : 'repeated-key'
  }
  const [by, since] = [`staff:${actor.staffId}`, shopDayStart(now)]
  const limits = creditLimits(role)
  const today = amount > 0 ? await readCreditGivenBy(db, by, since) : 0
  const size = Math.abs(amount)
  if (!fitsMoneyLimits(limits, { amount: size, today })) return 'limit'
  if (isOrderNumber(holder)) {
    if ((await readOrderStatus(db, holder)) === null) return 'gone'
  } else if (amount > 0 && confirmed !== holder && !(await isKnownAddress(db, holder))) {
    // A mistyped address may be a stranger's.
    return 'unknown'
  }
  await openCreditAccount(db, holder, now).run()
  const found = await findCredit(db, holder)
  if (!found) return 'busy'
  try {
    const budget = limits.day === null || amount < 0 ? null : { since, max: limits.day }
    const statements = giveCreditStatements({ ...given, actor, by, account: found.account, budget, now })
    const outcome = await runRecorded(db, statements)
    return typeof outcome === 'string' ? 'busy' : null
  } catch (error) {
    if (String(error).includes(BELOW_ZERO)) return 'little'
    throw error
  }
}
