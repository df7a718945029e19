/**
 * POST /pay/{n}/{proof}: pays a sale of the counter by card, or begins its payment on a provider's page (H14p). Anybody who has the link
 * may pay; the sale is paid once.
 */
import type { Context } from 'hono'
import {
  PAY_FORM,
  PAY_MESSAGES,
  PAY_PATTERN,
  type PaidSale,
  type PayForm,
  payLinkMethods,
  payMessage,
} from '../../../schema/orders/counter/pay-link.ts'
import type { CreditPayment } from '../../../schema/orders/credit/credit.ts'
import { isPlaced, ORDER_MESSAGES, type PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import { ORDERS_TOO_FAST } from '../../../schema/platform/limits/limits.ts'
import { enabledMethods } from '../../config.ts'
import type { AppEnv, Env } from '../../env.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { toCounterOrder } from '../../orders/counter/counter-quote.ts'
import { type LinkQuote, quoteLink } from '../../orders/counter/link-quote.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { settleExchange } from '../../orders/returns/exchange.ts'
import { type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { isCardRateLimited, recordCardOutcome } from '../placement/card-rate-limit.ts'
import { checkPayer } from './check-payer.ts'
import { cancelPayment, findLinkedSale, noticeFlash } from './linked-sale.ts'

export const payForm = formRoute({
  path: PAY_PATTERN,
  schema: PAY_FORM,
  refuse: (c) => refuse(c, { status: 422, code: 'payment-details', message: PAY_MESSAGES.changed }),
  run: async (c, form, typed) => {
    const sale = await findLinkedSale(c)
    if (!sale) return c.notFound()
    if (form.action === 'pay') return pay(c, sale, form, typed)
    const isCanceled = await cancelPayment(c.env, sale, form.order)
    const { code, message } = isCanceled
      ? { code: 'payment-canceled', message: PAY_MESSAGES.canceled }
      : { code: 'payment-pending', message: PAY_MESSAGES.waiting }
    return refuse(c, { status: isCanceled ? 200 : 409, code, message })
  },
})

async function pay(
  c: Context<AppEnv>,
  sale: CounterDraft,
  form: PayForm,
  typed: FormTexts,
): Promise<FormAnswer> {
  const no = (status: number, code: string, message: string, errors: FieldErrors = {}) =>
    refuse(c, { status, code, message, errors, typed })
  if (await isRateLimited(c, 'ORDER_LIMIT', 'order')) return no(429, 'too-many-orders', ORDERS_TOO_FAST)
  if (sale.state === 'ended') return no(409, 'out-of-stock', PAY_MESSAGES.over)
  if (sale.orderStatus !== null && isPlaced(sale.orderStatus))
    return no(409, 'already-ordered', PAY_MESSAGES.paid)
  // A sale in payment has one version more than its page showed; its own order goes on, and no other begins.
  if (sale.state === 'open' && sale.version !== form.version)
    return no(409, 'total-changed', PAY_MESSAGES.changed)
  const quoted = await quoteLink(c.env.DB, sale)
  if (quoted.isGone) return no(409, 'payment-method', PAY_MESSAGES.settled)
  if (quoted.due !== form.due) return no(409, 'total-changed', PAY_MESSAGES.changed)
  if (quoted.due === 0) return no(409, 'payment-method', PAY_MESSAGES.nothing)
  const methods = payLinkMethods(enabledMethods(c.env), quoted.due)
  if (!methods.some(({ code }) => code === form.method))
    return no(409, 'payment-method', ORDER_MESSAGES['payment-method'])
  const checked = await checkPayer(c.env.DB, form)
  if (!checked.ok) {
    const [message = ''] = Object.values(checked.errors)
    return no(422, 'address-invalid', message, checked.errors)
  }
  const { method, confirmationToken: token = null } = form
  const isByCard = method === CARD_METHOD && token !== null
  const card = isByCard ? { quoteId: sale.quoteId, email: checked.payer.email, token } : null
  if (card && (await isCardRateLimited(c, card))) return no(429, 'too-many-orders', ORDERS_TOO_FAST)
  const credit = await takePart(c.env, sale, quoted)
  if (credit === 'failed') return no(409, 'payment-unavailable', ORDER_MESSAGES['payment-unavailable'])
  const outcome = await c.env.CART.getByName(sale.quoteId).placeOrder(
    toCounterOrder(sale, quoted.quote, {
      billing: checked.payer,
      shipping: sale.way === 'delivery' ? sale.buyer : null,
      paymentMethod: method,
      confirmationToken: isByCard ? token : null,
      handedOverBy: null,
      credit,
      payLink: c.req.path,
    }),
  )
  if (card) await recordCardOutcome(c, card, outcome)
  return answer(c, outcome, typed)
}

/** Returns the store credit that pays its part; a return becomes store credit first, once. */
async function takePart(
  env: Env,
  { id, exchange, credit, staffId }: CounterDraft,
  { part, quote, exchange: known }: LinkQuote,
): Promise<CreditPayment | null | 'failed'> {
  if (!exchange || !known) return credit && part > 0 ? { account: credit.account, amount: part } : null
  const total = quote.totals.grandTotal
  // The staff member who agreed the exchange settles it; nothing goes back as money.
  const settlement = { by: `staff:${staffId}`, now: Date.now(), role: null, total, rest: 'credit' as const }
  const settled = await settleExchange(env, exchange, known, settlement)
  if ('credit' in settled) return settled.credit
  console.error('the return of a pay link was not settled', id, settled.problem)
  return 'failed'
}

interface Refusal {
  status: number
  code: string
  message: string
  errors?: FieldErrors
  /** What was typed, so that nobody types it twice. */
  typed?: FormTexts
  action?: object | undefined
}

/** The answer to a form without script is the page again, with the message above it. */
function refuse(
  c: Context<AppEnv>,
  { status, code, message, errors = {}, typed = {}, action }: Refusal,
): FormAnswer {
  const flash = noticeFlash(message, errors, typed)
  return { status, result: { code, message, ...(action ? { action } : {}) }, to: c.req.path, flash }
}

function answer(c: Context<AppEnv>, outcome: PlaceOrderOutcome, typed: FormTexts): FormAnswer {
  if (outcome.ok) {
    const { orderNumber } = outcome
    const href = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
    return { status: 200, result: { orderNumber, href } satisfies PaidSale, to: href }
  }
  const { code, action } = outcome
  const refused = refuse(c, { status: 409, code, message: payMessage(outcome), typed, action })
  // The page has the way on to the provider, so no message is needed above it.
  return code === 'payment-action' ? { ...refused, flash: null } : refused
}
