/** How long something lasted or is ago, for people. Times are milliseconds. */
import { formatQuantity } from './count.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

/** Formats `12 minutes`, `3 hours`, and from two days on `5 days`; at least a minute. */
export function formatElapsed(ms: number): string {
  if (ms < HOUR_MS) return formatQuantity(Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute')
  if (ms < 2 * DAY_MS) return formatQuantity(Math.floor(ms / HOUR_MS), 'hour')
  return formatQuantity(Math.floor(ms / DAY_MS), 'day')
}

/** Formats how long ago something was: `12 minutes ago`; `just now` within a minute. */
export function formatAgo(at: number, now: number): string {
  return now - at < MINUTE_MS ? 'just now' : `${formatElapsed(now - at)} ago`
}
