import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/duration.ts'
import { formatClaim, formatClaimDue } from './claim-clock.ts'

/** A Wednesday, noon in the workshop's time zone. */
const DELIVERED = Date.UTC(2026, 10, 18, 18)

test('[H14r] a claim has until the end of the next business day, over a weekend too', () => {
  expect(formatClaimDue(DELIVERED, DELIVERED)).toBe('answer by Thu, Nov 19')
  expect(formatClaimDue(DELIVERED, DELIVERED + DAY_MS)).toBe('answer by Thu, Nov 19')
  expect(formatClaimDue(DELIVERED, DELIVERED + 2 * DAY_MS)).toBe('answer was due Thu, Nov 19')
  expect(formatClaimDue(DELIVERED + 2 * DAY_MS, DELIVERED + 4 * DAY_MS)).toBe('answer by Mon, Nov 23')
})

test('[H14r] damage is in time within 48 hours of the delivery, hours before and after the end; a defect has no such end', () => {
  const claim = (reason: 'damaged' | 'defect' | 'mind', hours: number) =>
    formatClaim(
      { reason, state: 'requested', createdAt: DELIVERED + hours * HOUR_MS },
      { deliveredAt: DELIVERED, now: DELIVERED + hours * HOUR_MS },
    )?.text
  expect(claim('damaged', 47)).toContain('within the 48 hours')
  expect(claim('damaged', 48)).toContain('within the 48 hours')
  expect(claim('damaged', 49)).toContain('later than the 48 hours')
  expect(claim('defect', 900)).not.toContain('48')
  expect(claim('mind', 5)).toBeUndefined()
})
