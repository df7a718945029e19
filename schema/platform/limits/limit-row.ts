/** The type of a row of docs/limits.md. */
import { MINUTE_MS } from '../duration.ts'

/** What a limit is counted by. */
export type LimitKey =
  | 'network'
  | 'device'
  | 'mailbox'
  | 'account'
  | 'cart'
  | 'order'
  | 'API key'
  | 'device and account'
  | 'network and account'
  | 'attacked account'

export interface LimitRow {
  what: string
  per: LimitKey
  /** `null` for a limit without a time window. */
  windowMs: number | null
  max: number
  answer: string
}

export const QUARTER_HOUR_MS = 15 * MINUTE_MS
