/** The form that edits a line of an order (H14o). It sends back what its page has shown, so that nobody is surprised by another difference. */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

const NUMBER = v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))
/** The link of a label is longer than a number. */
const CODE = v.pipe(v.optional(v.string(), ''), v.maxLength(300))

/** What the page is asked to show; an unknown text asks for nothing. */
export const LINE_EDIT_QUERY = v.object({
  change: v.picklist(['remove', 'swap']),
  item: NUMBER,
  code: CODE,
})

export const LINE_EDIT_FORM = v.object({
  action: v.literal('line'),
  order: v.pipe(v.string(), v.check(isOrderNumber)),
  key: CHANGE_KEY,
  ...LINE_EDIT_QUERY.entries,
  /** The number of edits that the page showed. */
  version: NUMBER,
  /** The difference that the page showed, in cents. */
  difference: NUMBER,
})
export type LineEditForm = v.InferOutput<typeof LINE_EDIT_FORM>

export const LINE_EDIT_MESSAGES = {
  tooLate: 'This order can no longer be edited: it’s sent, canceled or refunded.',
  waiting:
    'A change of this order waits for its payment. Open it on the order’s page, and take the money or end it first.',
  otherRefund:
    'Money of this order was refunded before, so its lines stay as they are. Refund the rest instead.',
  changed: 'Nothing was changed: someone edited, picked or canceled this order, or the new tire is sold.',
  refunded: 'Nothing was changed: less than this is left to refund.',
  noHolder: 'Nothing was changed: the customer’s data was erased, so nobody can have the store credit back.',
  overLimit: 'Nothing was changed: this is more than you may refund. Ask a manager or the owner.',
  done: 'The order is changed.',
  toPay: 'The new tire is held. The order changes once the customer has paid',
  refundDone: 'The order is changed, and the difference is on its way back. We’ll email the customer.',
  refundPending:
    'The order is changed. The payment provider hasn’t answered yet about the difference; we’ll ask again every minute.',
  refundRefused:
    'The order is changed, but the payment provider refused to refund the difference. Refund it another way.',
} as const
