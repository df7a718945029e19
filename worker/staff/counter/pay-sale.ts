/** Money that staff take at the counter (H14p): cash, or a card at a terminal outside of the shop. */

import { UNVERIFIED_REFUND_MAX } from '../../../schema/identity/staff/permissions.ts'
import { type CounterPayment, creditHolder } from '../../../schema/orders/counter/counter-draft.ts'
import { COUNTER_CARD_METHOD, COUNTER_CASH_METHOD } from '../../../schema/orders/payment.ts'
import { EXCHANGE_MESSAGES, exchangeSums } from '../../../schema/orders/returns/exchange.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
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
  creditPart,
  quoteCounterDraft,
  toCounterOrder,
} from '../../orders/counter/counter-quote.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import { readExchange, settleExchange } from '../../orders/returns/exchange.ts'
import { isVerified } from '../frame/step-up.tsx'
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
  const exchange = draft.exchange && (await readExchange(db, draft.exchange))
  if (draft.exchange && !exchange) return { ok: false, message: EXCHANGE_MESSAGES.gone, to }
  const total = quote.totals.grandTotal
  const part = exchange ? exchangeSums(exchange.value, total).part : creditPart(draft, quote)
  const rest =
    exchange && !exchange.isSettled && isRestMoney(form) ? exchangeSums(exchange.value, total).rest : 0
  // As any refund of this size.
  if (rest > UNVERIFIED_REFUND_MAX && !isVerified(staff, now))
    return { ok: false, message: '', to, needsPasskey: true }
  const checked = checkPayment(form, total - part, staff.staffId)
  if ('errors' in checked) {
    const [message = ''] = Object.values(checked.errors)
    return { ok: false, message, to, errors: checked.errors }
  }
  const payment = { ...checked.payment, ...(part > 0 && { credit: part }) }
  const written = await changeDraft(db, draft, { payment }, { key: form.key, now })
  if (written !== 'done') return { ok: false, message: COUNTER_MESSAGES.changed, to }
  const settled =
    draft.exchange && exchange
      ? await settleExchange(env, draft.exchange, exchange, {
          ...{ by: `staff:${staff.staffId}`, now, role: staff.role, total },
          rest: isRestMoney(form) ? 'money' : 'credit',
        })
      : { credit: draft.credit && part > 0 ? { account: draft.credit.account, amount: part } : null }
  if ('problem' in settled) return { ok: false, message: EXCHANGE_MESSAGES[settled.problem], to }
  const outcome = await env.CART.getByName(draft.quoteId).placeOrder(
    toCounterOrder(draft, quote, {
      billing: billedParty(draft.buyer, quote.store),
      shipping: draft.way === 'delivery' ? draft.buyer : null,
      paymentMethod: form.action === 'cash' ? COUNTER_CASH_METHOD : COUNTER_CARD_METHOD,
      confirmationToken: null,
      handedOverBy: draft.way === 'pickup' ? `staff:${staff.staffId}` : null,
      credit: settled.credit,
    }),
  )
  if (!outcome.ok) {
    console.error('a sale at the counter was refused', draft.id, outcome.code)
    const holder = exchange?.holder ?? creditHolder(draft.buyer)
    const credit = part > 0 ? await findCredit(db, holder) : null
    const isSpent = part > 0 && (credit?.balance ?? 0) < part
    return { ok: false, message: isSpent ? COUNTER_MESSAGES.creditSpent : COUNTER_MESSAGES.failed, to }
  }
  return completed(payment, to)
}

const isRestMoney = (form: PayForm) => form.action === 'card' || form.rest === 'money'

function completed({ given, credit = 0 }: CounterPayment, to: string): CounterAnswer {
  const money = given === null ? 'by card' : 'in cash'
  const part = credit > 0 ? `, ${formatMoney(credit)} with store credit` : ''
  return {
    ok: true,
    message: `Paid ${given === 0 && credit > 0 ? 'with store credit' : `${money}${part}`}.`,
    to,
  }
}

function checkPayment(
  form: PayForm,
  due: Cents,
  staffId: number,
): { payment: CounterPayment } | { errors: CounterErrors } {
  if (form.action === 'cash') {
    const checked = parseGiven(form.given, due)
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
