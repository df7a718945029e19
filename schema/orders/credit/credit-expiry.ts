/** When store credit expires (H14u). What expires first is spent first. Amounts in cents, times in milliseconds. */
import { DAY_MS } from '../../platform/duration.ts'
import type { Cents } from '../../platform/money.ts'
import { shopDayStart } from '../../platform/shop-calendar.ts'
import type { CreditKind } from './credit.ts'

/** The setting with the months after which new store credit expires; empty or missing: never. */
export const CREDIT_MONTHS_PATH = 'credit/months'

/** How long before the expiry the owner gets an email, and the least time that is left for credit that comes back. */
export const CREDIT_NOTICE_MS = 30 * DAY_MS

/** What a rule needs of an entry of the ledger. */
export interface LedgerEntry {
  amount: Cents
  kind: CreditKind
  orderNumber: string | null
  at: number
  expiresAt: number | null
}

/** Credit that is left, when it was given, and its expiry; `null` for credit that never expires. */
export interface CreditPart {
  amount: Cents
  at: number
  expiresAt: number | null
}

const expiryOf = ({ expiresAt }: CreditPart) => expiresAt ?? Number.POSITIVE_INFINITY

/** Takes an amount out of the parts in their order; returns what was taken and what is left. */
function takeCredit(
  parts: readonly CreditPart[],
  amount: Cents,
): { taken: CreditPart[]; left: CreditPart[] } {
  let open = amount
  const taken: CreditPart[] = []
  const left: CreditPart[] = []
  for (const part of parts) {
    const size = Math.min(open, part.amount)
    open -= size
    if (size > 0) taken.push({ ...part, amount: size })
    if (size < part.amount) left.push({ ...part, amount: part.amount - size })
  }
  return { taken, left }
}

/**
 * Returns what is left of the credit of a ledger, the earliest expiry first. `entries` are in the order in which they were made. Credit that
 * comes back from an order has its own expiry again, and at least the time of a notice; what is refunded above that has the expiry of the entry.
 */
export function remainingCredit(entries: readonly LedgerEntry[]): CreditPart[] {
  let parts: CreditPart[] = []
  const spentBy = new Map<string, CreditPart[]>()
  for (const { amount, kind, orderNumber, at, expiresAt } of entries) {
    if (amount < 0) {
      const { taken, left } = takeCredit(parts, -amount)
      parts = left
      if (kind === 'spent' && orderNumber !== null) spentBy.set(orderNumber, taken)
      continue
    }
    const returns = kind === 'released' || kind === 'refunded'
    const spent = (returns && spentBy.get(orderNumber ?? '')) || []
    // Of a part that comes back, the owner gets what lasts longest.
    const { taken: back, left } = takeCredit([...spent].reverse(), amount)
    if (returns) spentBy.set(orderNumber ?? '', left.reverse())
    const least = at + CREDIT_NOTICE_MS
    const added = back.map((part) => ({
      ...part,
      expiresAt: part.expiresAt === null ? null : Math.max(part.expiresAt, least),
    }))
    // A refund as credit can be more than the credit that was spent: the rest is new credit.
    const rest = back.reduce((open, part) => open - part.amount, amount)
    if (rest > 0) added.push({ amount: rest, at, expiresAt })
    parts = [...parts, ...added].sort((a, b) =>
      expiryOf(a) < expiryOf(b) ? -1 : expiryOf(a) > expiryOf(b) ? 1 : 0,
    )
  }
  return parts
}

/** What is due for an account now. */
export interface CreditCheck {
  /** Credit that expired. */
  expired: Cents
  /** Parts that the owner gets an email about now. */
  notices: CreditPart[]
  /** Thirty days after the last email, which named all credit of its time that expires until then. */
  noticedUntil: number
  /** When to look again; `null` while nothing expires. */
  checkAt: number | null
}

/** Says what is due for an account. Credit can be spent until its day in Chicago is over. */
export function checkCredit(
  parts: readonly CreditPart[],
  { now, noticedUntil }: { now: number; noticedUntil: number },
): CreditCheck {
  const today = shopDayStart(now)
  const dated = parts.flatMap(({ expiresAt, ...part }) =>
    expiresAt === null ? [] : [{ ...part, expiresAt }],
  )
  const left = dated.filter(({ expiresAt }) => expiresAt >= today)
  const expired = dated.reduce((sum, { amount, expiresAt }) => sum + (expiresAt < today ? amount : 0), 0)
  const noticeEnd = now + CREDIT_NOTICE_MS
  // The last email didn’t name credit that was given after it, even if that expires before `noticedUntil`.
  const noticedAt = noticedUntil - CREDIT_NOTICE_MS
  const notices = left.filter(
    ({ at, expiresAt }) => expiresAt <= noticeEnd && (expiresAt > noticedUntil || at > noticedAt),
  )
  const until = notices.length === 0 ? noticedUntil : noticeEnd
  const looks = left.map(({ expiresAt }) =>
    expiresAt > until ? expiresAt - CREDIT_NOTICE_MS : expiresAt + DAY_MS,
  )
  return { expired, notices, noticedUntil: until, checkAt: looks.length === 0 ? null : Math.min(...looks) }
}
