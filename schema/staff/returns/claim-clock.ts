/** The clock of a claim (H14r): until when the shop promised its answer, and whether damage was reported in time. */
import { isShopsFault, type ReturnCase, returnDeadlines } from '../../orders/returns/return-case.ts'
import { formatElapsed } from '../../platform/elapsed.ts'
import { ANSWER_BUSINESS_DAYS, CLAIM_HOURS } from '../../platform/return-terms.ts'
import { businessDayAfter, formatDay, workshopDay } from '../../platform/shop-calendar.ts'

/** Returns the day until whose end a claim is answered, as UTC midnight. `since` is when the buyer sent it. */
export function claimDueDay(since: number): number {
  return businessDayAfter(since, ANSWER_BUSINESS_DAYS)
}

/** Checks whether the day of an answer has passed. */
export function isClaimOverdue(since: number, now: number): boolean {
  return workshopDay(now) > claimDueDay(since)
}

/** Says until when a claim has to be answered: `answer by Fri, Nov 27`, `answer was due Fri, Nov 27`. */
export function formatClaimDue(since: number, now: number): string {
  return `answer ${isClaimOverdue(since, now) ? 'was due' : 'by'} ${formatDay(claimDueDay(since))}`
}

/** Describes a claim that waits for its answer; `null` for other cases. `deliveredAt` is `null` before the delivery. */
export function formatClaim(
  { reason, state, createdAt }: Pick<ReturnCase, 'reason' | 'state' | 'createdAt'>,
  { deliveredAt, now }: { deliveredAt: number | null; now: number },
): { text: string; isOverdue: boolean } | null {
  if (state !== 'requested' || !isShopsFault(reason)) return null
  const due = `Claim: ${formatClaimDue(createdAt, now)}.`
  const isOverdue = isClaimOverdue(createdAt, now)
  if (deliveredAt === null) return { text: due, isOverdue }
  // Nobody but the buyer knows when a defect was found.
  const isLate = reason !== 'defect' && createdAt > returnDeadlines(deliveredAt).damage
  const reported = `Reported ${formatElapsed(createdAt - deliveredAt)} after the delivery`
  const limit = reason === 'defect' ? '' : `, ${isLate ? 'later than' : 'within'} the ${CLAIM_HOURS} hours`
  return { text: `${due} ${reported}${limit}.`, isOverdue }
}
