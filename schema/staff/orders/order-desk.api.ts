/** POST /staff/orders/form/: what staff write on the page of an order (H14o). */
import * as v from 'valibot'
import { CARRIER_NAMES } from '../../orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../../orders/order.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { ADDRESS_FORM } from './address-form.ts'
import { LINE_EDIT_FORM } from './line-edit-form.ts'
import { ORDER_WORK_FORMS } from './order-work.ts'
import { SHIPMENT_ID } from './shipment-record.ts'

export const NOTE_MAX = 2_000
const OF_ORDER = { order: v.pipe(v.string(), v.check(isOrderNumber)), key: CHANGE_KEY }

export const ORDER_DESK_FORM = v.variant('action', [
  v.object({
    action: v.literal('note'),
    ...OF_ORDER,
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(NOTE_MAX)),
  }),
  v.object({
    action: v.literal('tracking'),
    ...OF_ORDER,
    shipment: SHIPMENT_ID,
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: v.pipe(v.string(), v.maxLength(100)),
  }),
  ADDRESS_FORM,
  LINE_EDIT_FORM,
  ...ORDER_WORK_FORMS,
])

export const ORDER_DESK_MESSAGES = {
  note: 'Note saved.',
  tracking: 'Tracking number corrected. The customer’s page shows the new one.',
  wrong: 'Nothing was changed: write a note, or check the tracking number.',
} as const
