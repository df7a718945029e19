/** Queries of the data points for the alert rules; each has the columns `value` and `samples`, and may have `route`. */
import { column, type PointKind } from '../../platform/metrics/data-point.ts'

/** Analytics Engine stores a sample of the points; each stands for `_sample_interval` points. */
export const WEIGHT = '_sample_interval'
const SAMPLES = `sum(${WEIGHT}) AS samples`

/** Returns the condition that a point is of the last minutes. */
export const within = (minutes: number) => `timestamp > NOW() - INTERVAL '${minutes}' MINUTE`

/** Returns a query of the points of a kind within the last minutes. */
function select(kind: PointKind, minutes: number, columns: string, more = '') {
  return (dataset: string) =>
    `SELECT ${columns} FROM ${dataset} WHERE blob1 = '${kind}' AND ${within(minutes)}${more}`
}

const request = (name: Parameters<typeof column<'request'>>[1]) => column('request', name)
const funnel = (name: Parameters<typeof column<'funnel'>>[1]) => column('funnel', name)
const countIf = (condition: string) => `sum(if(${condition}, ${WEIGHT}, 0)) AS value, ${SAMPLES}`
const shareOf = (condition: string) =>
  `100 * sum(if(${condition}, ${WEIGHT}, 0)) / sum(${WEIGHT}) AS value, ${SAMPLES}`

const HOUR = 60
const DAY = 24 * HOUR
const WEEK = 7 * DAY
const LAST_HOUR = within(HOUR)
const SAME_HOUR = `${within(WEEK + HOUR)} AND timestamp < NOW() - INTERVAL '${WEEK}' MINUTE`
const sumIn = (time: string, what: string) => `sum(if(${time}, ${what} * ${WEIGHT}, 0))`
const purchases = (time: string) =>
  `(${sumIn(time, funnel('purchase'))} / ${sumIn(time, funnel('checkout-personal'))})`
const rowsInHour = `(${sumIn(LAST_HOUR, request('rowsRead'))} / sum(if(${LAST_HOUR}, ${WEIGHT}, 0)))`
const rowsInWeek = `(sum(${request('rowsRead')} * ${WEIGHT}) / sum(${WEIGHT}))`

/** Share of requests that failed, in percent, within 5 minutes. */
export const failedRequests = select('request', 5, shareOf(`${request('problem')} <> ''`))

/** Milliseconds that 95 % of the requests are below, within 10 minutes. */
export const slowRequests = select(
  'request',
  10,
  `quantileExactWeighted(0.95)(${request('ms')}, ${WEIGHT}) AS value, ${SAMPLES}`,
)

/** Requests of which D1 refused a call because of its load, within 5 minutes; some had an answer nevertheless. */
export const overloadedRequests = select(
  'request',
  5,
  countIf(`${request('databaseProblem')} = 'overloaded'`),
)

/** Requests of which a Durable Object refused a call because of its load, within 5 minutes. */
export const overloadedObjects = select('request', 5, countIf(`${request('objectProblem')} = 'overloaded'`))

/** Requests of which a Durable Object was restarted during a call, within 10 minutes. */
export const resetObjects = select('request', 10, countIf(`${request('objectProblem')} = 'reset'`))

/** The route whose rows per request grew most: rows of the hour divided by rows of the week. */
export const rowsReadGrowth = select(
  'request',
  WEEK,
  `index1 AS route, ${rowsInHour} / ${rowsInWeek} AS value, sum(if(${LAST_HOUR}, ${WEIGHT}, 0)) AS samples`,
  ` AND ${request('rowsRead')} > 0 GROUP BY route HAVING samples >= 100 ORDER BY value DESC LIMIT 1`,
)

/** Milliseconds until the largest element was painted, which 75 % of the visits are below, within a day. */
export const largestPaint = select(
  'vitals',
  DAY,
  `quantileExactWeighted(0.75)(${column('vitals', 'lcp')}, ${WEIGHT}) AS value, ${SAMPLES}`,
  ` AND ${column('vitals', 'lcp')} >= 0`,
)

/** Purchases per checkout of this hour compared with the same hour a week ago, as a loss in percent. */
export const lostPurchases = select(
  'funnel',
  WEEK + HOUR,
  `100 - 100 * ${purchases(LAST_HOUR)} / ${purchases(SAME_HOUR)} AS value, ${sumIn(LAST_HOUR, funnel('checkout-personal'))} AS samples`,
)

/** Seconds that the slowest message waited, within 10 minutes. */
export const queueAge = select('queue', 10, `max(${column('queue', 'age')}) AS value, ${SAMPLES}`)
