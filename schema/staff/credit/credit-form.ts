/** The form that gives store credit by hand, or takes it back (H14u). Amounts are typed in dollars. */
import * as v from 'valibot'
import type { CreditKind } from '../../orders/credit/credit.ts'
import { isOrderNumber } from '../../orders/order.ts'
import { validateField } from '../../platform/forms/field.ts'
import { type Cents, parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

export const CREDIT_PATHS = { credit: '/staff/credit', form: '/staff/credit/form' } as const

/** Returns the address of the store credit of an email address or an order. */
export function creditHref(holder: string): string {
  return `${CREDIT_PATHS.credit}?of=${encodeURIComponent(holder)}`
}

const text = (length: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(length)), '')

export const CREDIT_FORM = v.object({
  action: v.picklist(['give', 'take']),
  of: text(254),
  amount: text(20),
  why: text(200),
  /** An unknown address that the customer confirmed; another one needs a confirmation of its own. */
  confirmed: text(254),
  key: CHANGE_KEY,
})
export type CreditForm = v.InferOutput<typeof CREDIT_FORM>

/** Most store credit of one entry: a larger number is a slip of the finger. */
export const CREDIT_MAX: Cents = 1_000_000

export const CREDIT_MESSAGES = {
  of: 'Type the email address of the customer, or the number of an order.',
  amount: 'Type dollars, such as 20 or 12.50.',
  why: 'Say why.',
  limit: 'That’s more store credit than you may give. Ask a manager or the owner.',
  little: 'There’s less store credit than that, so nothing was changed.',
  gone: 'This order isn’t known.',
  unknown: 'No customer or order has this address. Read it back to the customer, then confirm it.',
  given: 'Saved.',
  busy: 'Others are changing this right now. Try again.',
  'repeated-key': 'This request was used for something else.',
} as const
export type CreditProblem = keyof typeof CREDIT_MESSAGES

export const CREDIT_KIND_LABELS: Readonly<Record<CreditKind, string>> = {
  given: 'By hand',
  return: 'Return',
  spent: 'Spent',
  released: 'Back, the sale ended',
  refunded: 'Refund',
  erased: 'Customer erased',
  ended: 'Expired',
}

/** Reads who the credit is for: an email address in lower case, or an order number; `null` for anything else. */
export function parseHolder(typed: string): string | null {
  const order = typed.toUpperCase()
  if (isOrderNumber(order)) return order
  return typed !== '' && validateField('emailAddress', typed) === null ? typed.toLowerCase() : null
}

/** Reads a form; the messages at its fields if something is wrong. The amount is below zero for credit that is taken back. */
export function readCreditForm({
  action,
  of,
  amount,
  why,
}: Pick<CreditForm, 'action' | 'of' | 'amount' | 'why'>):
  | { ok: true; holder: string; amount: Cents; why: string }
  | { ok: false; errors: Partial<Record<'of' | 'amount' | 'why', string>> } {
  const holder = parseHolder(of)
  const cents = parseDollars(plainNumber(amount))
  const isAmount = cents !== null && cents > 0 && cents <= CREDIT_MAX
  if (holder !== null && isAmount && why !== '')
    return { ok: true, holder, amount: action === 'give' ? cents : -cents, why }
  return {
    ok: false,
    errors: {
      ...(holder === null && { of: CREDIT_MESSAGES.of }),
      ...(!isAmount && { amount: CREDIT_MESSAGES.amount }),
      ...(why === '' && { why: CREDIT_MESSAGES.why }),
    },
  }
}
