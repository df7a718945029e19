/**
 * The rules of the alerts. Some are decided by what cron reads from the database each minute, the others by a query of the
 * data points. `docs/operations.md` says under the title of each rule what to do.
 */
import {
  failedRequests,
  largestPaint,
  lostPurchases,
  overloadedRequests,
  queueAge,
  rowsReadGrowth,
  slowRequests,
} from './point-queries.sql.ts'
import type { Readings } from './readings.ts'

/** A measured value, and the number of requests or attempts that it comes from. */
export interface Measurement {
  value: number
  samples: number
  /** The route with this value, for rules that compare routes. */
  route?: string | undefined
}

export interface AlertRule {
  /** Also the anchor in docs/operations.md. */
  name: string
  title: string
  /** Names the value, for example `seconds since the oldest mail`. */
  unit: string
  /** Fires above this value. */
  threshold: number
  /** With fewer samples the rule is quiet. */
  minSamples: number
  /** Minutes that the value covers; 0 for the present. */
  window: number
  source:
    | { kind: 'readings'; measure: (readings: Readings) => Measurement }
    /** Returns a query of `dataset` for the columns `value` and `samples`, and `route` where the rule compares routes. */
    | { kind: 'points'; query: (dataset: string) => string }
}

/** A value of the present counts as one sample. */
const present = (value: number): Measurement => ({ value, samples: 1 })

const HOUR = 60
const DAY = 24 * HOUR

const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)

export const ALERT_RULES: readonly AlertRule[] = [
  {
    name: 'requests-fail',
    title: 'Requests fail',
    unit: '% of all requests',
    threshold: 1,
    minSamples: 100,
    window: 5,
    source: { kind: 'points', query: failedRequests },
  },
  {
    name: 'requests-slow',
    title: 'Requests are slow',
    unit: 'ms, which 95 % of all requests are below',
    threshold: 800,
    minSamples: 100,
    window: 10,
    source: {
      kind: 'points',
      query: slowRequests,
    },
  },
  {
    name: 'database-overloaded',
    title: 'The database is overloaded',
    unit: 'requests that D1 refused',
    threshold: 0,
    minSamples: 1,
    window: 5,
    source: {
      kind: 'points',
      query: overloadedRequests,
    },
  },
  {
    name: 'database-rows',
    title: 'A page reads many more rows than before',
    unit: 'times the rows of its week',
    threshold: 3,
    minSamples: 100,
    window: HOUR,
    source: {
      kind: 'points',
      query: rowsReadGrowth,
    },
  },
  {
    name: 'pages-slow',
    title: 'Pages are slow for shoppers',
    unit: 'ms until the largest element is painted, which 75 % of all visits are below',
    threshold: 2_500,
    minSamples: 100,
    window: DAY,
    source: {
      kind: 'points',
      query: largestPaint,
    },
  },
  {
    name: 'fewer-purchases',
    title: 'Checkouts end in fewer purchases',
    unit: '% fewer than in the same hour a week ago',
    threshold: 50,
    minSamples: 20,
    window: HOUR,
    source: {
      kind: 'points',
      query: lostPurchases,
    },
  },
  {
    name: 'queues-late',
    title: 'Queues are late',
    unit: 'seconds that a message waited',
    threshold: 300,
    minSamples: 1,
    window: 10,
    source: {
      kind: 'points',
      query: queueAge,
    },
  },
  {
    name: 'payments-fail',
    title: 'Payments fail for technical reasons',
    unit: '% of the attempts to pay',
    threshold: 2,
    minSamples: 20,
    window: 10,
    source: {
      kind: 'readings',
      measure: ({ payments: { tries, failures } }) => ({ value: percent(failures, tries), samples: tries }),
    },
  },
  {
    name: 'webhooks-silent',
    title: 'A payment provider sends no webhooks',
    unit: 'payments without a webhook of their provider',
    threshold: 4,
    minSamples: 1,
    window: 6 * HOUR,
    source: { kind: 'readings', measure: ({ unconfirmedPayments }) => present(unconfirmedPayments) },
  },
  {
    name: 'mails-late',
    title: 'Mails are late',
    unit: 'seconds since the oldest mail that waits',
    threshold: 300,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ outboxAge }) => present(outboxAge) },
  },
  {
    name: 'orders-stuck',
    title: 'Orders are stuck',
    unit: 'orders that are pending after their reservation',
    threshold: 0,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ stuckOrders }) => present(stuckOrders) },
  },
  {
    name: 'refunds-unclear',
    title: 'A refund is unclear',
    unit: 'hours since the oldest refund without an answer',
    threshold: 20,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ refundAge }) => present(refundAge / 3_600) },
  },
  {
    name: 'catalog-behind',
    title: 'The catalog is behind',
    unit: 'seconds since the index was current',
    threshold: 180,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ catalogAge }) => present(catalogAge) },
  },
  {
    name: 'cron-missed',
    title: 'Cron did not run',
    unit: 'seconds between two runs',
    threshold: 180,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ cronAge }) => present(cronAge) },
  },
  {
    name: 'metrics-unreadable',
    title: 'The data points cannot be read',
    unit: 'seconds since queries of the data points began to fail',
    threshold: 900,
    minSamples: 1,
    window: 0,
    source: { kind: 'readings', measure: ({ unreadableAge }) => present(unreadableAge) },
  },
  {
    name: 'journey-fails',
    title: 'Nobody can shop',
    unit: 'of the last 3 journeys failed',
    threshold: 1,
    minSamples: 1,
    window: 15,
    source: { kind: 'readings', measure: ({ failedJourneys }) => present(failedJourneys) },
  },
]

/** Checks whether a rule fires. */
export function isFiring({ threshold, minSamples }: AlertRule, { value, samples }: Measurement): boolean {
  return samples >= minSamples && value > threshold
}

/** An incident ends when its rule was quiet for this time, so that a value near its threshold sends few mails. */
export const QUIET_MS = 30 * 60_000

export interface OpenIncident {
  rule: string
  /** When the rule fired last. */
  firedAt: number
}

export interface IncidentChanges {
  opened: { rule: string; value: number; route: string | null }[]
  /** Open incidents whose rule fired again. */
  fired: string[]
  ended: string[]
}

/** Returns what changes about the incidents. A rule without a measurement changes nothing. */
export function incidentChanges(
  rules: readonly AlertRule[],
  measured: ReadonlyMap<string, Measurement>,
  open: readonly OpenIncident[],
  now: number,
): IncidentChanges {
  const changes: IncidentChanges = { opened: [], fired: [], ended: [] }
  for (const rule of rules) {
    const measurement = measured.get(rule.name)
    if (!measurement) continue
    const { value, route = null } = measurement
    const incident = open.find((one) => one.rule === rule.name)
    if (isFiring(rule, measurement)) {
      if (incident) changes.fired.push(rule.name)
      else changes.opened.push({ rule: rule.name, value, route })
    } else if (incident && now - incident.firedAt >= QUIET_MS) {
      changes.ended.push(rule.name)
    }
  }
  return changes
}
