/** A parcel of an order, and how staff change it (H14o): tires in and out, label, weight, sent. */
import * as v from 'valibot'
import { CARRIER_NAMES, trackingNumber } from '../../orders/life/order-lifecycle.ts'
import type { OrderStatus } from '../../orders/order.ts'
import type { ParcelContents } from '../../orders/parcels/parcel-lines.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export interface ParcelValues {
  contents: ParcelContents
  carrier: string | null
  trackingNumber: string | null
  /** Pounds. */
  weight: number | null
  isSent: boolean
}

export const NEW_PARCEL: ParcelValues = {
  contents: {},
  carrier: null,
  trackingNumber: null,
  weight: null,
  isSent: false,
}

/** Returns contents in the order of their skus, so that equal ones are written alike in the audit log. */
export function sortedContents(contents: ParcelContents): ParcelContents {
  return Object.fromEntries(Object.entries(contents).sort(([a], [b]) => (a < b ? -1 : 1)))
}

export interface ParcelFacts {
  orderStatus: OrderStatus
  /** Tires by stock pool that were picked for the order. */
  picked: ParcelContents
  /** Tires by stock pool in the other parcels of the order. */
  elsewhere: ParcelContents
  /** The order whose parcel has the tracking number of the change; `null` for a free number. */
  takenBy: string | null
  /** Units of the order that a recall took off sale. */
  recalled: readonly string[]
  /** Units of the order whose second inspection is due. */
  uninspected: readonly string[]
  /** Whether the order has a shipment with the parcel's label. */
  isShipped: boolean
}

/** The heaviest parcel that the carriers take, in pounds. */
export const PARCEL_WEIGHT_MAX = 150
export const PARCELS_MAX = 99

/** `TL-7K3M9QXA.1`: the order and the place of the parcel among its parcels. */
export const PARCEL_ID = v.pipe(v.string(), v.regex(/^TL-[0-9A-HJKMNP-TV-Z]{8}\.[1-9]\d?$/))

/** Returns the id of a parcel. */
export function parcelId(orderNumber: string, number: number): string {
  return `${orderNumber}.${number}`
}

const TIRES = wholeNumber(999)

export const PARCEL_PATCH = v.partial(
  v.strictObject({
    /** A scan: all tires with this number that are in no parcel yet. */
    add: v.pipe(v.string(), v.maxLength(64)),
    /** How many tires with this number are in the parcel; 0 takes them out. */
    set: v.strictObject({ sku: v.pipe(v.string(), v.maxLength(64)), tires: TIRES }),
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: v.pipe(
      v.string(),
      v.transform((text) => trackingNumber(text)),
      v.string(),
    ),
    weight: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PARCEL_WEIGHT_MAX))),
    isSent: v.literal(true),
  }),
)
export type ParcelPatch = v.InferOutput<typeof PARCEL_PATCH>

/** Tires of orders in these states are packed; the first parcel of several makes an order shipped. */
export const PACKED_STATUSES: readonly OrderStatus[] = ['paid', 'processing', 'shipped', 'partly_refunded']

/** Evaluates a change of a parcel: it holds picked tires of its order alone, each in one parcel, until it is sent. */
export function evaluateParcel(
  before: ParcelValues,
  patch: ParcelPatch | Partial<ParcelValues>,
  facts: ParcelFacts,
  { actor }: EvaluationContext,
): Evaluation<ParcelValues> {
  const { add, set, ...fields } = patch as ParcelPatch & Partial<ParcelValues>
  if (!actor.may(fields.isSent === undefined ? 'orders.pick' : 'orders.send'))
    return { ok: false, problem: 'permission' }
  if (before.isSent) return { ok: false, problem: 'parcel-sent' }
  const contents = nextContents(before.contents, { add, set, contents: fields.contents }, facts)
  if (typeof contents === 'string') return { ok: false, problem: contents, field: 'contents' }
  const isAdded = (sku: string) => (contents[sku] ?? 0) > (before.contents[sku] ?? 0)
  if (facts.recalled.some(isAdded)) return { ok: false, problem: 'recalled', field: 'contents' }
  if (facts.uninspected.some(isAdded)) return { ok: false, problem: 'not-inspected', field: 'contents' }
  const isTakenOut = Object.keys(contents).every((sku) => (contents[sku] ?? 0) <= (before.contents[sku] ?? 0))
  if (!PACKED_STATUSES.includes(facts.orderStatus) && !(isTakenOut && Object.keys(fields).length === 0))
    return { ok: false, problem: 'order-ended' }
  if (fields.trackingNumber && facts.takenBy !== null)
    return { ok: false, problem: 'tracking-taken', field: 'trackingNumber' }
  const after = changedFields(before, { ...fields, contents })
  if (after.isSent && !isReady({ ...before, ...after }, facts)) return { ok: false, problem: 'not-ready' }
  return { ok: true, after }
}

function isReady({ contents, carrier, trackingNumber: number }: ParcelValues, { isShipped }: ParcelFacts) {
  return isShipped && carrier !== null && number !== null && Object.keys(contents).length > 0
}

function nextContents(
  before: ParcelContents,
  { add, set, contents }: Pick<ParcelPatch, 'add' | 'set'> & { contents?: ParcelContents | undefined },
  { picked, elsewhere }: ParcelFacts,
): ParcelContents | 'not-picked' | 'packed' {
  const free = (sku: string) => (picked[sku] ?? 0) - (elsewhere[sku] ?? 0)
  const next = { ...(contents ?? before) }
  if (add !== undefined) {
    if (!picked[add]) return 'not-picked'
    if (free(add) <= (before[add] ?? 0)) return 'packed'
    next[add] = free(add)
  }
  if (set) next[set.sku] = set.tires
  const isTooMany = Object.entries(next).some(
    ([sku, tires]) => tires > (before[sku] ?? 0) && tires > free(sku),
  )
  if (isTooMany) return 'packed'
  return sortedContents(Object.fromEntries(Object.entries(next).filter(([, tires]) => tires > 0)))
}
