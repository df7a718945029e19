/** A file with tracking numbers from a carrier's program (H14o): its columns by name, its rows, and what speaks against one. */
import { CARRIER_NAMES, trackingNumber } from '../../orders/life/order-lifecycle.ts'
import { isOrderNumber, type OrderStatus } from '../../orders/order.ts'
import { normalizeOrderNumber } from '../../orders/status/guest-order.ts'
import { CHANGE_MESSAGES } from '../changes/change.ts'
import { unguardText } from '../csv/csv-cell.ts'
import { PACKED_STATUSES, PARCEL_WEIGHT_MAX, parcelId } from '../packing/parcel-record.ts'
import { readTracking } from '../packing/tracking-scan.ts'

export const TRACKING_PROBLEMS = {
  reference: 'No order number is in this row.',
  tracking: 'This isn’t a tracking number.',
  rounded: 'The spreadsheet rounded this number. Make its column a text column, and save the file again.',
  carrier: 'Whose number is this? Add a column “carrier” with UPS, FedEx or USPS.',
  weight: `The weight isn’t in pounds, 1 to ${PARCEL_WEIGHT_MAX}.`,
  order: 'No order has this number.',
  parcel: 'This order has no such parcel.',
  which: 'This order has several parcels. Say which one, such as TL-7K3M9QXA.2.',
  empty: 'This parcel is empty.',
  ended: 'This order was canceled or refunded. Don’t send it.',
  sent: 'This parcel was sent with another number:',
  labeled: 'This parcel has another number already:',
  taken: 'This number belongs to another parcel:',
  twice: 'This parcel or number is in the file twice.',
  recalled: CHANGE_MESSAGES.recalled,
  'not-inspected': CHANGE_MESSAGES['not-inspected'],
} as const
export type TrackingProblem = keyof typeof TRACKING_PROBLEMS

/** A row as the file has it. A problem of the text itself is found once; others depend on the shop and are found at each look. */
export interface TrackingRow {
  /** Counted from 1, the header. */
  row: number
  /** What the row names as order or parcel, as typed. */
  reference: string
  orderNumber: string
  /** The parcel of the order; `null` if the row names none. */
  parcel: number | null
  carrier: string
  trackingNumber: string
  /** Pounds; `null` without one. */
  weight: number | null
  problem?: TrackingProblem
}

/** Names of columns in files of the carriers' programs, without spaces and signs. */
const COLUMNS = {
  reference: [
    ...['reference', 'reference1', 'reference number', 'package reference', 'package reference 1'],
    ...['package reference no 1', 'shipment reference', 'customer reference', 'your reference', 'ref1'],
    ...['order', 'order number', 'order no', 'order id'],
  ],
  parcel: ['parcel', 'package', 'package number', 'parcel number'],
  tracking: [
    ...['tracking', 'tracking number', 'tracking no', 'tracking id', 'tracking code'],
    ...['package tracking number', 'shipment tracking number', 'label number'],
  ],
  carrier: ['carrier', 'carrier name', 'shipping carrier'],
  weight: ['weight', 'weight lb', 'weight lbs', 'package weight', 'weight in pounds'],
}
type Column = keyof typeof COLUMNS
export type TrackingColumns = Partial<Record<Column, number>>

const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns where the columns are; `null` if the references or the tracking numbers are missing. */
export function findTrackingColumns(header: readonly string[]): TrackingColumns | null {
  const names = header.map(bare)
  const columns: TrackingColumns = {}
  for (const [column, known] of Object.entries(COLUMNS) as [Column, string[]][]) {
    // The name that is known best comes first in the list.
    const at = known.map((name) => names.indexOf(bare(name))).find((place) => place >= 0)
    if (at !== undefined) columns[column] = at
  }
  return columns.reference === undefined || columns.tracking === undefined ? null : columns
}

const CARRIER_WORDS: readonly (readonly [word: RegExp, carrier: string])[] = [
  [/usps|postal/i, 'USPS'],
  [/fedex|federal/i, 'FedEx'],
  [/\bups\b|united parcel/i, 'UPS'],
]

function findCarrier(named: string, number: string): string | null {
  if (named === '') return readTracking(number)?.carrier ?? null
  const own = CARRIER_NAMES.find((carrier) => carrier.toLowerCase() === named.toLowerCase())
  return own ?? CARRIER_WORDS.find(([word]) => word.test(named))?.[1] ?? null
}

/** Reads a row; `null` for one without reference and number, such as a total. */
export function readTrackingRow(
  columns: TrackingColumns,
  { row, cells }: { row: number; cells: readonly string[] },
): TrackingRow | null {
  const cell = (column: Column) => {
    const at = columns[column]
    return at === undefined ? '' : unguardText((cells[at] ?? '').trim()).slice(0, 100)
  }
  const [reference, typed, weightText] = [cell('reference'), cell('tracking'), cell('weight')]
  if (reference === '' && typed === '') return null
  const [, order = '', place] = /^(.*?)(?:[./](\d{1,2}))?$/.exec(reference) ?? []
  const orderNumber = normalizeOrderNumber(order)
  const number = place ?? /^\d{1,2}/.exec(cell('parcel'))?.[0]
  const tracking = readTracking(typed)?.trackingNumber ?? trackingNumber(typed) ?? ''
  const carrier = findCarrier(cell('carrier'), tracking)
  const weight =
    weightText === '' ? null : Math.ceil(Number(weightText.replace(/\s*(lbs?|pounds?)\.?$/i, '')))
  const isWeight = weight === null || (weight >= 1 && weight <= PARCEL_WEIGHT_MAX)
  const problem = !isOrderNumber(orderNumber)
    ? 'reference'
    : /^\d([.,]\d+)?e\+?\d+$/i.test(typed)
      ? 'rounded'
      : tracking === ''
        ? 'tracking'
        : carrier === null
          ? 'carrier'
          : isWeight
            ? null
            : 'weight'
  return {
    ...{ row, reference, orderNumber, parcel: number === undefined ? null : Number(number) },
    ...{ carrier: carrier ?? '', trackingNumber: tracking || typed, weight: isWeight ? weight : null },
    ...(problem && { problem }),
  }
}

/** A parcel of an order as the shop has it now. */
export interface KnownParcel {
  number: number
  trackingNumber: string | null
  isSent: boolean
  isEmpty: boolean
  isRecalled: boolean
  isInspectionDue: boolean
}

export interface KnownOrder {
  status: OrderStatus
  parcels: readonly KnownParcel[]
}

/** What the shop knows of the orders and numbers of a file. */
export interface TrackingFacts {
  orders: ReadonlyMap<string, KnownOrder>
  /** The order of the parcel or shipment that has a tracking number. */
  owners: ReadonlyMap<string, string>
}

/**
 * ready    the parcel waits for this number, or has it and waits to be sent
 * sent     the parcel was sent with this number
 */
export type TrackingOutcome =
  | { state: 'ready' | 'sent'; parcel: number }
  | { state: 'refused'; problem: TrackingProblem; detail?: string }

const refuse = (problem: TrackingProblem, detail?: string): TrackingOutcome => ({
  ...{ state: 'refused', problem },
  ...(detail === undefined ? {} : { detail }),
})

/** Evaluates the rows of a file, in their order: of two rows for the same parcel or number the first one counts. */
export function evaluateTracking(rows: readonly TrackingRow[], facts: TrackingFacts): TrackingOutcome[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const outcome = evaluateRow(row, facts)
    if (outcome.state === 'refused') return outcome
    const names = [row.trackingNumber, parcelId(row.orderNumber, outcome.parcel)]
    if (names.some((name) => seen.has(name))) return refuse('twice')
    for (const name of names) seen.add(name)
    return outcome
  })
}

function evaluateRow(row: TrackingRow, { orders, owners }: TrackingFacts): TrackingOutcome {
  if (row.problem) return refuse(row.problem)
  const order = orders.get(row.orderNumber)
  if (!order) return refuse('order')
  const owner = owners.get(row.trackingNumber)
  if (owner !== undefined && owner !== row.orderNumber) return refuse('taken', owner)
  const parcel = findParcel(row, order)
  if (parcel === 'which' || parcel === 'parcel') return refuse(parcel)
  const isSame = parcel.trackingNumber === row.trackingNumber
  if (parcel.isSent)
    return isSame ? { state: 'sent', parcel: parcel.number } : refuse('sent', parcel.trackingNumber ?? '')
  if (!PACKED_STATUSES.includes(order.status)) return refuse('ended')
  if (parcel.isEmpty) return refuse('empty')
  if (parcel.trackingNumber !== null && !isSame) return refuse('labeled', parcel.trackingNumber)
  if (owner !== undefined && !isSame) return refuse('taken', owner)
  if (parcel.isRecalled) return refuse('recalled')
  if (parcel.isInspectionDue) return refuse('not-inspected')
  return { state: 'ready', parcel: parcel.number }
}

/** Returns the parcel that a row means: the named one, the one with the number, or the only one of the order. */
function findParcel(
  { parcel: named, trackingNumber: number }: TrackingRow,
  { parcels }: KnownOrder,
): KnownParcel | 'which' | 'parcel' {
  if (named !== null) return parcels.find((one) => one.number === named) ?? 'parcel'
  const labeled = parcels.find((one) => one.trackingNumber === number)
  if (labeled) return labeled
  const [only, another] = parcels.filter(({ isEmpty }) => !isEmpty)
  return another ? 'which' : (only ?? 'parcel')
}
