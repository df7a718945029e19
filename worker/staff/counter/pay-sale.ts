/** Money that staff take at the counter (H14p): cash, or a card at a terminal outside of the shop. */

import type { CounterPayment } from '../../../schema/orders/counter/counter-draft.ts'
import { COUNTER_CARD_METHOD, COUNTER_CASH_METHOD } from '../../../schema/orders/payment.ts'
import {
  COUNTER_MESSAGES,
  type CounterErrors,
  type CounterForm,
} from '../../../schema/staff/counter/counter-form.ts'
import { saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import { parseGiven } from '../../../schema/staff/counter/counter-rules.ts'
import type { Env } from '../../env.ts'
import { endExpiredDrafts, readCounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import {
  billedParty,
  type CounterQuote,
  quoteCounterDraft,
  toCounterOrder,
} from '../../orders/counter/counter-quote.ts'
import { type CounterAnswer, type CounterContext, notOpen } from './counter-actions.ts'
import { changeDraft } from './counter-change.sql.ts'
import { findProblem } from './sale-problem.ts'

type PayForm = Extract<CounterForm, { action: 'cash' | 'card' }>

/**
 * Sells the draft: writes down the money, then places the order by the journal. A crash in between leaves the draft open with its
 * tires held, or an order that the journal completes; the same form again has the same result.
 */
export async function paySale(env: Env, context: CounterContext, form: PayForm): Promise<CounterAnswer> {
  const { db, staff, now } = context
  const to = saleHref(form.draft)
  await endExpiredDrafts(db, now)
  const draft = await readCounterDraft(db, form.draft)
  if (draft?.state === 'ordered' && draft.lastKey === form.key && draft.payment)
    return completed(draft.payment, to)
  if (draft?.state !== 'open') return notOpen(draft, to)
  const isRepeated = draft.lastKey === form.key
  if (!isRepeated && draft.version !== form.version)
    return { ok: false, message: COUNTER_MESSAGES.changed, to }
  const quote = await quoteCounterDraft(db, draft)
  const problem = findProblem(draft, quote)
  if (problem) return { ok: false, message: problem, to }
  const checked = checkPayment(form, quote, staff.staffId)
  if ('errors' in checked) {
    const [message = ''] = Object.values(checked.errors)
    return { ok: false, message, to, errors: checked.errors }
  }
  const written = await changeDraft(db, draft, { payment: checked.payment }, { key: form.key, now })
  if (written !== 'done') return { ok: false, message: COUNTER_MESSAGES.changed, to }
  const outcome = await env.CART.getByName(draft.quoteId).placeOrder(
    toCounterOrder(draft, quote, {
      billing: billedParty(draft.buyer, quote.store),
      shipping: draft.way === 'delivery' ? draft.buyer : null,
      paymentMethod: form.action === 'cash' ? COUNTER_CASH_METHOD : COUNTER_CARD_METHOD,
      confirmationToken: null,
      handedOverBy: draft.way === 'pickup' ? `staff:${staff.staffId}` : null,
    }),
  )
  if (!outcome.ok) {
    console.error('a sale at the counter was refused', draft.id, outcome.code)
    return { ok: false, message: COUNTER_MESSAGES.failed, to }
  }
  return completed(checked.payment, to)
}

function completed({ given }: CounterPayment, to: string): CounterAnswer {
  return { ok: true, message: given === null ? 'Paid by card.' : 'Paid in cash.', to }
}

function checkPayment(
  form: PayForm,
  { totals }: CounterQuote,
  staffId: number,
): { payment: CounterPayment } | { errors: CounterErrors } {
  if (form.action === 'cash') {
    const checked = parseGiven(form.given, totals.grandTotal)
    return checked.ok
      ? { payment: { given: checked.given, lastFour: '', slip: '', staffId } }
      : { errors: { given: checked.message } }
  }
  const { lastFour, slip } = form
  const errors = {
    ...(!/^\d{4}$/.test(lastFour) && { lastFour: COUNTER_MESSAGES.lastFour }),
    ...(!/^[\w-]{1,20}$/.test(slip) && { slip: COUNTER_MESSAGES.slip }),
  }
  return Object.keys(errors).length > 0 ? { errors } : { payment: { given: null, lastFour, slip, staffId } }
}
