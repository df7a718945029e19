/** A row of docs/limits.md. */
import { MINUTE_MS } from '../duration.ts'

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

export const QUARTER = 15 * MINUTE_MS
