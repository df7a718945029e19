/** A row of docs/limits.md. */

/** The key that a limit counts. */
export type LimitKey =
  | 'network'
  | 'device'
  | 'mailbox'
  | 'account'
  | 'cart'
  | 'order'
  | 'device and account'
  | 'network and account'
  | 'attacked account'

export interface LimitRow {
  what: string
  per: LimitKey
  /** `null`: at any moment. */
  windowMs: number | null
  max: number
  answer: string
}

export const MINUTE = 60_000
export const QUARTER = 15 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
