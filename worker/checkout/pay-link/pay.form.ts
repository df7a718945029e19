/** POST /pay/{n}/{proof}: pays a sale of the counter by card (H14p). Anybody who has the link may pay; the sale is paid once. */
import type { Context } from 'hono'
import {
  PAY_FORM,
  PAY_MESSAGES,
  PAY_PATTERN,
  type PaidSale,
} from '../../../schema/orders/counter/pay-link.ts'
import { isPlaced, type PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import { ORDERS_TOO_FAST } from '../../../schema/platform/limits/limits.ts'
import type { AppEnv } from '../../env.ts'
import { quoteCounterDraft, toCounterOrder } from '../../orders/counter/counter-quote.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { type FormAnswer, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { isCardRateLimited, recordCardOutcome } from '../placement/card-rate-limit.ts'
import { checkPayer } from './check-payer.ts'
import { findLinkedSale } from './linked-sale.ts'

export const payForm = formRoute({
  path: PAY_PATTERN,
  schema: PAY_FORM,
  refuse: (c) => refuse(c, 422, 'payment-details', PAY_MESSAGES.changed),
  run: async (c, form) => {
    const sale = await findLinkedSale(c)
    if (!sale) return c.notFound()
    if (await isRateLimited(c, 'ORDER_LIMIT', 'order'))
      return refuse(c, 429, 'too-many-orders', ORDERS_TOO_FAST)
    if (sale.state === 'ended') return refuse(c, 409, 'out-of-stock', PAY_MESSAGES.over)
    if (sale.orderStatus !== null && isPlaced(sale.orderStatus))
      return refuse(c, 409, 'already-ordered', PAY_MESSAGES.paid)
    // A sale in payment has one version more than its page showed; its own order goes on, and no other begins.
    if (sale.state === 'open' && sale.version !== form.version)
      return refuse(c, 409, 'total-changed', PAY_MESSAGES.changed)
    const checked = await checkPayer(c.env.DB, form)
    if (!checked.ok) return refuse(c, 422, 'address-invalid', Object.values(checked.errors)[0] ?? '')
    const { confirmationToken: token } = form
    const card = { quoteId: sale.quoteId, email: checked.payer.email, token }
    if (await isCardRateLimited(c, card)) return refuse(c, 429, 'too-many-orders', ORDERS_TOO_FAST)
    const quote = await quoteCounterDraft(c.env.DB, sale)
    const outcome = await c.env.CART.getByName(sale.quoteId).placeOrder(
      toCounterOrder(sale, quote, {
        billing: checked.payer,
        shipping: sale.way === 'delivery' ? sale.buyer : null,
        paymentMethod: CARD_METHOD,
        confirmationToken: token,
        handedOverBy: null,
      }),
    )
    await recordCardOutcome(c, card, outcome)
    return answer(c, outcome)
  },
})

/** The page needs its script to read a card, so the answer of a form without script is the page again. */
function refuse(
  c: Context<AppEnv>,
  status: number,
  code: string,
  message: string,
  action?: object,
): FormAnswer {
  return { status, result: { code, message, ...(action ? { action } : {}) }, to: c.req.path }
}

function answer(c: Context<AppEnv>, outcome: PlaceOrderOutcome): FormAnswer {
  if (!outcome.ok) return refuse(c, 409, outcome.code, outcome.message, outcome.action)
  const { orderNumber } = outcome
  const href = orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber))
  return { status: 200, result: { orderNumber, href } satisfies PaidSale, to: href }
}
