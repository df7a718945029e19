/** The forms of packing (H14o). */
import * as v from 'valibot'
import { CARRIER_NAMES } from '../../orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../../orders/order.ts'
import { numberText } from '../../platform/forms/number-text.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { READINGS_FORM } from '../returns/return-form.ts'
import { PARCELS_MAX } from './parcel-record.ts'

const ORDER = v.pipe(v.string(), v.check(isOrderNumber))
const COUNT = numberText(3)
const PARCEL = v.pipe(COUNT, v.minValue(1), v.maxValue(PARCELS_MAX))
/** The link of a label is longer than a number. */
const CODE = v.pipe(v.string(), v.maxLength(300))
const OF_PARCEL = { order: ORDER, parcel: PARCEL, key: CHANGE_KEY }

export const PACKING_FORM = v.variant('action', [
  /** A tire or an order, whose packing begins. */
  v.object({ action: v.literal('find'), code: CODE }),
  /** A tire for the parcel, or the carrier's label on it. */
  v.object({ action: v.literal('scan'), ...OF_PARCEL, code: CODE }),
  v.object({
    action: v.literal('tires'),
    ...OF_PARCEL,
    sku: v.pipe(v.string(), v.maxLength(64)),
    tires: COUNT,
  }),
  v.object({
    action: v.literal('label'),
    ...OF_PARCEL,
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: v.pipe(v.string(), v.maxLength(60)),
    weight: v.pipe(v.string(), v.trim(), v.regex(/^\d{0,3}$/)),
  }),
  /** The second inspection of a tire, which then goes into the parcel. */
  v.object({
    action: v.literal('inspect'),
    ...OF_PARCEL,
    sku: v.pipe(v.string(), v.maxLength(64)),
    depth: READINGS_FORM.entries.depth,
    /** Set once the person was asked to measure again. */
    again: v.optional(v.string()),
  }),
  v.object({ action: v.literal('send'), ...OF_PARCEL }),
  v.object({ action: v.literal('put-back'), order: ORDER, key: CHANGE_KEY }),
])
export type PackingForm = v.InferOutput<typeof PACKING_FORM>

export const PACKING_MESSAGES = {
  scan: 'Scan the label of a tire, or the carrier’s label.',
  tracking: 'A tracking number has 4 to 40 letters and digits.',
  notFound: 'No picked order has this tire or number.',
  empty: 'This parcel is empty. Scan a tire first.',
  restocked: 'A tire in here was refunded and is for sale again. Take it out, then send the parcel.',
  noLabel: 'This parcel has no tracking number. Scan the carrier’s label.',
  refused: 'Nothing was sent: the order no longer allows it.',
  sent: 'Parcel sent. We’ll email the customer the tracking number.',
  back: 'Everything is back.',
  inspected: 'Inspected, and in the parcel.',
  notEnded: 'This order isn’t canceled, so its tires stay picked.',
} as const
