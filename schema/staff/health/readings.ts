/** What cron reads each minute about work that waits, and what follows from it. Ages are in seconds. */
import { MINUTE_MS } from '../../platform/duration.ts'

export interface Readings {
  /** Age of the oldest mail that waits, except mails that wait for a limit of their mailbox. */
  outboxAge: number
  /** Orders whose reservation ended although they are still pending. */
  stuckOrders: number
  /** Age of the oldest refund that no provider has confirmed. */
  refundAge: number
  /** How long the catalog's index has been older than the catalog. */
  catalogAge: number
  /** Time since cron ran before. */
  cronAge: number
  /** Attempts to pay within ten minutes, and those that failed for a technical reason. */
  payments: { tries: number; failures: number }
  /** Payments within six hours with providers that have sent no webhook meanwhile. */
  unconfirmedPayments: number
  /** How long queries of the data points have failed. */
  unreadableAge: number
  /** Failed journeys among the last three. */
  failedJourneys: number
}

/** Rows that the database has for the readings; times are in milliseconds. */
export interface ReadingRows {
  now: number
  oldestMailAt: number | null
  stuckOrders: number
  oldestRefundAt: number | null
  isCatalogBehind: boolean
  /** The last minute in which the index was current, and the last one at all; minutes since the epoch. */
  currentMinute: number | null
  lastMinute: number | null
  /** Outcomes of the steps `begin` and `pay` within ten minutes. */
  outcomes: readonly { outcome: string; count: number }[]
  unconfirmedPayments: number
  /** The last queries of the data points; `null` when there were none. */
  queries: LastQueries | null
  /** The last journeys, at most three. */
  journeys: readonly string[]
}

export interface LastQueries {
  /** Rules whose query failed. */
  failed: readonly string[]
  /** The minute since which some query failed each time; `null` when none has failed. */
  failingSince: number | null
}

/** Outcomes for which the provider or the shop is responsible, not the shopper. */
const TECHNICAL: readonly string[] = ['technical', 'timeout']

/** Returns the readings of the rows. A shop whose cron never ran has no ages. */
export function toReadings(rows: ReadingRows): Readings {
  const { now, currentMinute, lastMinute, isCatalogBehind, outcomes } = rows
  const since = (at: number | null) => (at === null ? 0 : Math.max(0, Math.round((now - at) / 1000)))
  const sinceMinute = (minute: number | null) => since(minute === null ? null : minute * MINUTE_MS)
  const sum = (counted: typeof outcomes) => counted.reduce((total, { count }) => total + count, 0)
  return {
    outboxAge: since(rows.oldestMailAt),
    stuckOrders: rows.stuckOrders,
    refundAge: since(rows.oldestRefundAt),
    catalogAge: isCatalogBehind ? sinceMinute(currentMinute) : 0,
    cronAge: sinceMinute(lastMinute),
    payments: {
      tries: sum(outcomes),
      failures: sum(outcomes.filter(({ outcome }) => TECHNICAL.includes(outcome))),
    },
    unconfirmedPayments: rows.unconfirmedPayments,
    unreadableAge: sinceMinute(rows.queries?.failingSince ?? null),
    failedJourneys: rows.journeys.filter((journey) => journey !== JOURNEY_OK).length,
  }
}

/** A journey that reached its end; another value names the step that failed. */
export const JOURNEY_OK = 'ok'
