/** Placing the order from the page: token, call, the bank's question, and what each answer means. */
import * as v from 'valibot'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { orderParties } from '../../../schema/checkout/checkout.ts'
import { ADDRESS_REFUSED } from '../../../schema/orders/life/order-lifecycle.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { type ApiFailure, type ApiResult, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import { buildOrderRequest, type OrderRequest } from './order-request.ts'

/** What the order call answers with code 200. A server in trouble may leave the number out. */
export interface OrderReply {
  orderNumber?: string | null
}

interface OrderCalls {
  placeOrder: (body: OrderRequest) => Promise<ApiResult<OrderReply>>
  card: CardPaymentSource | null
}

type Placed =
  | { kind: 'placed'; orderNumber: string }
  /** The payment goes on elsewhere: on the provider's page, or on the order's own while the bank is asked. */
  | { kind: 'leave'; href: string }
  /** No answer: the order may or may not exist. Sending `body` again is safe; the server knows the cart. */
  | { kind: 'no-answer'; body: OrderRequest; text: string }
  /** No order number, an error of the server, or too many authentications by the bank. */
  | { kind: 'try-later' }
  /** Said in the form; the cart is as it was. `stale`: prices or stock have moved, read everything anew. */
  | { kind: 'refused'; text: string; stale: boolean }

const CARD_NOT_READY = 'The card fields are not ready yet. Wait a moment and press again.'

/** At most this many questions of the bank for one press of the button. */
const MAX_QUESTIONS = 3

/** `again` is the body of an earlier press that got no answer. */
export async function placeOrder(
  view: CheckoutView,
  calls: OrderCalls,
  again: OrderRequest | null = null,
): Promise<Placed> {
  const made = again ? { ok: true as const, body: again } : await makeBody(view, calls.card)
  if (!made.ok) return { kind: 'refused', text: made.text, stale: false }
  const { body } = made
  for (let asked = 0; asked <= MAX_QUESTIONS; asked += 1) {
    const answer = await calls.placeOrder(body)
    if (answer.ok) {
      const { orderNumber } = answer.value
      return orderNumber ? { kind: 'placed', orderNumber } : { kind: 'try-later' }
    }
    if (answer.code === NETWORK_ERROR) return { kind: 'no-answer', body, text: answer.message }
    const { code, clientSecret, redirectUrl } = refusalOf(answer)
    if (redirectUrl !== null) return { kind: 'leave', href: redirectUrl }
    if (code !== 'payment-action' || clientSecret === null || !calls.card) return refused(answer, code)
    const problem = await calls.card.confirm(clientSecret)
    if (problem !== null) return { kind: 'refused', text: problem, stale: false }
  }
  return { kind: 'try-later' }
}

async function makeBody(
  view: CheckoutView,
  card: CardPaymentSource | null,
): Promise<{ ok: true; body: OrderRequest } | { ok: false; text: string }> {
  const { payment, personal, cart } = view
  // Nothing to charge, nothing to ask the card for.
  if (payment.paymentMethod !== CARD_METHOD || cart.totals.grandTotal === 0) {
    return { ok: true, body: buildOrderRequest(view, null) }
  }
  if (!card) return { ok: false, text: CARD_NOT_READY }
  const { billing } = orderParties(view, cart.allVirtual)
  const token = await card.token(billing, personal.emailAddress)
  return token.ok ? { ok: true, body: buildOrderRequest(view, token.id, card.keeps) } : token
}

function refused(answer: ApiFailure, code: string | null): Placed {
  if (code === 'payment-unavailable' || answer.code >= 500) return { kind: 'try-later' }
  const stale = code !== null && STALE.has(code)
  // The fields were validated before: what is wrong now is the address itself.
  const text = code === 'address-invalid' ? ADDRESS_REFUSED : answer.message
  return { kind: 'refused', text, stale }
}

const STALE: ReadonlySet<string> = new Set([
  'out-of-stock',
  'price-changed',
  'total-changed',
  'coupon-changed',
  'cart-empty',
  'cart-unknown',
  'shipping-method',
  'payment-method',
])

const REFUSAL = v.object({
  code: v.string(),
  action: v.optional(
    v.object({
      redirectUrl: v.optional(v.pipe(v.string(), v.url())),
      clientSecret: v.optional(v.string()),
    }),
  ),
})

function refusalOf({ result }: ApiFailure) {
  const parsed = v.safeParse(REFUSAL, result)
  const { code = null, action = {} } = parsed.success ? parsed.output : {}
  return { code, clientSecret: action.clientSecret ?? null, redirectUrl: action.redirectUrl ?? null }
}
