/** POST /staff/form/, actions on an order. Amounts are dollars, as staff type them. */
import * as v from 'valibot'
import type { StaffPermission } from '../identity/staff/permissions.ts'
import {
  CANCEL_REASONS,
  CARRIER_NAMES,
  refundAmount,
  trackingNumber,
} from '../orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../orders/order.ts'
import { numberText } from '../platform/forms/number-text.ts'

const ORDER = v.pipe(v.string(), v.check(isOrderNumber))
const NUMBER = numberText(15)
/** The id that the page created for a refund, so that a repeated request refunds once. */
const ONCE = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))
const PARCEL = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((text) => trackingNumber(text)),
  v.string(),
)
/** `null` for tires that are handed over without a parcel. */
const OPTIONAL_PARCEL = v.pipe(
  v.optional(v.string(), ''),
  v.maxLength(100),
  v.transform((text) => (text.trim() === '' ? null : (trackingNumber(text) ?? undefined))),
  v.nullable(v.string()),
)
const AMOUNT = v.pipe(
  v.string(),
  v.maxLength(20),
  v.transform((text) => refundAmount(text)),
  v.number(),
)
/** A form sends one checked box as a text, several as a list; without a checked box the field is absent. */
const ITEMS = v.pipe(
  v.optional(v.union([v.string(), v.array(v.string())]), []),
  v.transform((items) => [items].flat()),
  v.array(NUMBER),
)
/** A case of returned tires: its order, and its position among the order's cases. */
const CASE = { order: ORDER, case: NUMBER }
/** The shop's words to the buyer. */
const WORDS = v.pipe(v.optional(v.string(), ''), v.trim(), v.maxLength(500))
/** The carrier's page with the prepaid label; empty for a drop-off. */
const LABEL = v.pipe(
  v.optional(v.string(), ''),
  v.maxLength(500),
  v.trim(),
  v.check((text) => text === '' || /^https:\/\/[^\s"<>]+$/.test(text)),
)

export const STAFF_ORDER_FORM = v.variant('action', [
  v.object({
    action: v.literal('order-ship'),
    order: ORDER,
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: PARCEL,
  }),
  v.object({ action: v.literal('order-deliver'), order: ORDER }),
  v.object({
    action: v.literal('order-cancel'),
    order: ORDER,
    reason: v.picklist(CANCEL_REASONS),
  }),
  v.object({
    action: v.literal('order-refund'),
    order: ORDER,
    once: ONCE,
    amount: AMOUNT,
    reason: v.pipe(v.string(), v.trim(), v.maxLength(300)),
    restock: ITEMS,
  }),
  v.object({
    action: v.literal('order-settle'),
    order: ORDER,
    refund: NUMBER,
    wentBack: v.picklist(['yes', 'no']),
  }),
  v.object({ action: v.literal('order-mounting-missed'), order: ORDER }),
  v.object({ action: v.literal('order-return-approve'), ...CASE, labelHref: LABEL, text: WORDS }),
  v.object({ action: v.literal('order-return-refuse'), ...CASE, text: v.pipe(WORDS, v.minLength(1)) }),
  v.object({
    action: v.literal('order-return-receive'),
    ...CASE,
    restock: v.optional(v.string()),
    /** Sent from the page where the tires are looked at. */
    from: v.optional(v.literal('tires')),
  }),
  v.object({ action: v.literal('order-return-refund'), ...CASE }),
  v.object({ action: v.literal('order-return-credit'), ...CASE }),
  v.object({
    action: v.literal('order-return-exchange'),
    ...CASE,
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: OPTIONAL_PARCEL,
    text: WORDS,
  }),
])
export type StaffOrderForm = v.InferOutput<typeof STAFF_ORDER_FORM>

/** The permission that each action needs. */
export const STAFF_ORDER_PERMISSIONS: Readonly<Record<StaffOrderForm['action'], StaffPermission>> = {
  'order-ship': 'orders.send',
  'order-deliver': 'orders.send',
  'order-cancel': 'orders.cancel',
  'order-refund': 'refund',
  'order-settle': 'refund',
  'order-mounting-missed': 'mounting',
  'order-return-approve': 'returns',
  'order-return-refuse': 'returns',
  'order-return-receive': 'returns',
  'order-return-refund': 'refund',
  'order-return-credit': 'credit',
  'order-return-exchange': 'returns',
}

/** Messages of errors and successes. */
export const STAFF_ORDER_MESSAGES = {
  'order-ship': 'Shipment saved. We’ll email the customer the tracking number.',
  'order-deliver': 'The order is marked as delivered.',
  'order-cancel': 'The order is canceled. We’ll email the customer.',
  'order-refund': 'The refund is on its way. We’ll email the customer.',
  'order-settle': 'The refund is resolved.',
  'order-mounting-missed': 'The appointment is removed: these tires count as not mounted.',
  'order-return-approve': 'The return is approved. We’ll email the customer.',
  'order-return-refuse': 'The return is declined. We’ll email the customer.',
  'order-return-receive': 'The tires are marked as received. We’ll email the customer.',
  'order-return-refund': 'The return is refunded. We’ll email the customer.',
  'order-return-credit': 'The customer has the store credit. We’ll email them.',
  'order-return-exchange': 'The replacement is recorded and taken from stock. We’ll email the customer.',
  pending: 'The payment provider hasn’t answered yet. We’ll ask again every minute.',
  refused: 'Nothing was changed: the order no longer allows this, or the provider refused.',
  'no-holder':
    'Nothing was changed: the customer’s data was erased, so nobody can have the store credit. Refund what was paid with money.',
  'over-limit': 'Nothing was changed: this is more than you may refund. Ask a manager or the owner.',
  wrong:
    'Nothing was changed: check what you typed. Amounts are dollars, tracking numbers letters and digits.',
} as const
