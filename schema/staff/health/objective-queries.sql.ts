/** Queries of the data points for the service level objectives: what share of events was bad, compared with the allowed share. */
import { column } from '../../platform/metrics/data-point.ts'
import { WEIGHT, within } from './point-queries.sql.ts'

/** The events of an objective as conditions of SQL, and how many of them may be bad. */
export interface ObjectiveEvents {
  /** Selects the events. */
  all: string
  /** Selects the bad ones among them. */
  bad: string
  /** The share of bad events that the objective allows: 0.001 for 99.9 %. */
  allowed: number
}

const request = (name: Parameters<typeof column<'request'>>[1]) => column('request', name)
const payment = (name: Parameters<typeof column<'payment'>>[1]) => column('payment', name)
const IS_REQUEST = "blob1 = 'request'"
const IS_PAGE = `(${IS_REQUEST} AND ${request('format')} = 'html')`
const CHECKOUT_ROUTES = [
  '/checkout/%',
  '/api/order%',
  '/api/ext/checkout%',
  '/api/ext/paypal/%',
  '/api/ext/afterpay/%',
]
  .map((route) => `index1 LIKE '${route}'`)
  .join(' OR ')
const IS_CHECKOUT = `(${IS_REQUEST} AND (${CHECKOUT_ROUTES}))`
const IS_ATTEMPT = `(blob1 = 'payment' AND ${payment('step')} IN ('begin', 'pay'))`

/** Pages that the shop answered with its own failure. */
export const PAGE_ERRORS: ObjectiveEvents = {
  all: IS_PAGE,
  bad: `${request('status')} = '5xx'`,
  allowed: 0.001,
}

/** Pages that took 600 ms or longer. */
export const PAGE_LATENCY: ObjectiveEvents = { all: IS_PAGE, bad: `${request('ms')} >= 600`, allowed: 0.05 }

/** Requests of the checkout and attempts to pay that failed for a technical reason. */
export const CHECKOUT_ERRORS: ObjectiveEvents = {
  all: `(${IS_CHECKOUT} OR ${IS_ATTEMPT})`,
  bad: `((${IS_REQUEST} AND ${request('problem')} <> '') OR (${IS_ATTEMPT} AND ${payment('outcome')} IN ('technical', 'timeout')))`,
  allowed: 0.0005,
}

/** Returns how many times faster than allowed the events of the last minutes used the budget. */
function burnRate({ bad, allowed }: ObjectiveEvents, minutes: number): string {
  const time = within(minutes)
  return `(sum(if(${time} AND ${bad}, ${WEIGHT}, 0)) / sum(if(${time}, ${WEIGHT}, 0)) / ${allowed})`
}

/** Returns the query for the lowest of the burn rates within these windows of minutes; the samples are those of the longest one. */
export function burnQuery(
  events: ObjectiveEvents,
  [longest, shortest = longest]: readonly [number, number?],
) {
  const [long, short] = [burnRate(events, longest), burnRate(events, shortest)]
  const value = longest === shortest ? long : `if(${long} < ${short}, ${long}, ${short})`
  return (dataset: string) =>
    `SELECT ${value} AS value, sum(${WEIGHT}) AS samples FROM ${dataset} WHERE ${events.all} AND ${within(longest)}`
}

/** Returns the query for the used part of the budget within these minutes, in percent; above 100 the objective is missed. */
export function usedBudgetQuery(events: ObjectiveEvents, minutes: number) {
  return (dataset: string) =>
    `SELECT 100 * ${burnRate(events, minutes)} AS value, sum(${WEIGHT}) AS samples FROM ${dataset} WHERE ${events.all} AND ${within(minutes)}`
}
