/**
 * GET /pay/{n}/{proof}/return and /cancel: the pages to which a provider's page sends the payer of a link (H14p). The link itself is the
 * permission, so any browser may come back. Whether the payment was approved is read from the provider, never from the address.
 */
import { type Context, Hono } from 'hono'
import {
  PAY_CANCEL_PATTERN,
  PAY_MESSAGES,
  PAY_RETURN_PATTERN,
  payHref,
  payMessage,
} from '../../../schema/orders/counter/pay-link.ts'
import { isOrderNumber, type PlaceOrderOutcome } from '../../../schema/orders/order.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { findQuoteId } from '../../orders/order.sql.ts'
import { signOrderLink } from '../../orders/order-signature.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { pendingHref } from '../draft-request.ts'
import { readProviderToken } from '../provider-token.ts'
import { cancelPayment, findLinkedSale, noticeFlash } from './linked-sale.ts'

export const payReturns = new Hono<AppEnv>()

payReturns.get(PAY_RETURN_PATTERN, async (c) => {
  const returned = await readReturn(c)
  if (!returned) return c.notFound()
  const { sale, orderNumber } = returned
  if (orderNumber === null) return toPayPage(c, sale)
  const cart = c.env.CART.getByName(sale.quoteId)
  return follow(c, sale, await cart.returnFromProvider({ orderNumber, token: readProviderToken(c) }))
})

payReturns.get(PAY_CANCEL_PATTERN, async (c) => {
  const returned = await readReturn(c)
  if (!returned) return c.notFound()
  const { sale, orderNumber } = returned
  if (orderNumber === null) return toPayPage(c, sale)
  if (await cancelPayment(c.env, sale, orderNumber)) return toPayPage(c, sale, PAY_MESSAGES.canceled)
  // The payment was made meanwhile or is still unknown: it is read at the provider as after a return.
  const cart = c.env.CART.getByName(sale.quoteId)
  return follow(c, sale, await cart.returnFromProvider({ orderNumber, token: null }))
})

/** Reads the sale of the link and the order in the query; `orderNumber` is `null` unless the order is of this sale. */
async function readReturn(
  c: Context<AppEnv>,
): Promise<{ sale: CounterDraft; orderNumber: string | null } | null> {
  const sale = await findLinkedSale(c)
  if (!sale) return null
  const orderNumber = c.req.query('order') ?? ''
  const isReadable = isOrderNumber(orderNumber) && !(await isRateLimited(c, 'FORM_LIMIT', 'payment-return'))
  const isOfSale = isReadable && (await findQuoteId(c.env.DB, orderNumber)) === sale.quoteId
  return { sale, orderNumber: isOfSale ? orderNumber : null }
}

function follow(c: Context<AppEnv>, sale: CounterDraft, outcome: PlaceOrderOutcome): Response {
  if (outcome.ok) {
    const { orderNumber } = outcome
    return c.redirect(
      orderStatusHref(orderNumber, signOrderLink(c.get('config').cartSecret, orderNumber)),
      303,
    )
  }
  const pending = pendingHref(outcome)
  if (pending !== null) return c.redirect(pending, 303)
  return toPayPage(c, sale, outcome.code === 'payment-action' ? null : payMessage(outcome))
}

function toPayPage(c: Context<AppEnv>, { id }: CounterDraft, message: string | null = null): Response {
  if (message !== null) setFlashState(c, noticeFlash(message))
  return c.redirect(payHref(id, c.req.param('proof') ?? ''), 303)
}
