/**
 * The layout of the data points in Workers Analytics Engine. The first text names the kind of a point. Nothing in a point
 * names a person: no address, no query, no id of a cart, an order or a customer.
 */
import { TRACKED_EVENT_KINDS } from '../analytics/analytics-event.ts'

/** The names of texts and numbers by kind, in their order in a point. */
export const LAYOUTS = {
  /**
   * One request that is not a picture; its index is the pattern of the route. `problem` is that of a failed request,
   * `databaseProblem` that of D1, which a stale page or a second attempt may have hidden from the shopper; `objectProblem` is
   * `overloaded` or `reset` when a Durable Object was. `format` is `html` for a page. New texts come last: stored points keep
   * their columns.
   */
  request: {
    texts: [
      'method',
      'status',
      'source',
      'colo',
      'version',
      'problem',
      'databaseProblem',
      'objectProblem',
      'format',
    ],
    numbers: ['ms', 'queries', 'rowsRead', 'rowsWritten', 'databaseMs'],
  },
  /** The events of one beacon: how many of each kind. */
  funnel: { texts: [], numbers: TRACKED_EVENT_KINDS },
  /** Web vitals of a visited page; -1 for what the browser did not measure. */
  vitals: { texts: ['page', 'device', 'connection'], numbers: ['lcp', 'inp', 'cls', 'ttfb'] },
  /** One call of a payment provider. */
  payment: { texts: ['provider', 'step', 'outcome', 'version'], numbers: ['ms'] },
  /** The readings of cron, once a minute; ages in seconds. */
  minute: {
    texts: ['version'],
    numbers: [
      'outboxAge',
      'stuckOrders',
      'refundAge',
      'catalogAge',
      'cronAge',
      'paymentTries',
      'paymentFailures',
      'openAlerts',
    ],
  },
  /** One synthetic journey; its outcome is `ok` or the step that failed. */
  journey: { texts: ['outcome', 'version'], numbers: ['ms'] },
  /** Messages that a queue delivered together; `age` is that of the oldest one in seconds. */
  queue: { texts: ['queue', 'version'], numbers: ['messages', 'age'] },
} as const satisfies Record<string, { texts: readonly string[]; numbers: readonly string[] }>

type Layouts = typeof LAYOUTS
export type PointKind = keyof Layouts
/** The values of a point by name. */
export type PointValues<Kind extends PointKind> = Record<Layouts[Kind]['texts'][number], string> &
  Record<Layouts[Kind]['numbers'][number], number>

export interface DataPoint {
  indexes: [string]
  blobs: string[]
  doubles: number[]
}

/** Longest index that Analytics Engine accepts, in bytes; patterns of routes are ASCII. */
const INDEX_MAX = 96

/** Returns the point for Analytics Engine, which samples points with the same index together. */
export function toDataPoint<Kind extends PointKind>(
  kind: Kind,
  index: string,
  values: PointValues<Kind>,
): DataPoint {
  const { texts, numbers } = LAYOUTS[kind]
  const all = values as Record<string, string | number>
  return {
    indexes: [index.slice(0, INDEX_MAX)],
    blobs: [kind, ...texts.map((name) => String(all[name]))],
    doubles: numbers.map((name) => Number(all[name])),
  }
}

/** Returns the column of a value in SQL: `blob2` for the first text, because `blob1` is the kind, or `double1` for the first number. */
export function column<Kind extends PointKind>(kind: Kind, name: keyof PointValues<Kind> & string): string {
  const { texts, numbers }: { texts: readonly string[]; numbers: readonly string[] } = LAYOUTS[kind]
  return texts.includes(name) ? `blob${texts.indexOf(name) + 2}` : `double${numbers.indexOf(name) + 1}`
}
