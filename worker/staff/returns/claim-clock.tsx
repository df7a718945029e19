/** The clock of a claim that waits for its answer (H14r). */
import type { ReturnCase } from '../../../schema/orders/returns/return-case.ts'
import { formatClaim } from '../../../schema/staff/returns/claim-clock.ts'

interface ClaimClockProps {
  found: ReturnCase
  /** Milliseconds; `null` before the delivery. */
  deliveredAt: number | null
  now: number
}

export function ClaimClock({ found, deliveredAt, now }: ClaimClockProps) {
  const claim = formatClaim(found, { deliveredAt, now })
  return claim && <p className={claim.isOverdue ? 'overdue' : undefined}>{claim.text}</p>
}
