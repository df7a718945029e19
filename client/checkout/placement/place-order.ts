/**
 * Places the order from the page: creates the card token, calls the server, and lets the bank authenticate the shopper.
 */
import * as v from 'valibot'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { orderParties } from '../../../schema/checkout/checkout.ts'
import { ADDRESS_REFUSED_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { type ApiFailure, type ApiResult, NETWORK_ERROR } from '../../platform/api/call-api.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import { buildOrderRequest, type OrderRequest } from './order-request.ts'

/** The reply to the order call with code 200. After an internal error it may have no number. */
export interface OrderReply {
  orderNumber?: string | null
}

interface OrderCalls {
  placeOrder: (body: OrderRequest) => Promise<ApiResult<OrderReply>>
  card: CardPaymentSource | null
}

export type PlaceOrderResult<Body = OrderRequest> =
  | { kind: 'placed'; orderNumber: string }
  /** The payment continues on the provider's page, or on the order's page while the payment is unknown. */
  | { kind: 'redirect'; href: string }
  /**
   * No reply: the order may or may not exist. `body` can be sent again, because the server places one order per cart.
   */
  | { kind: 'no-answer'; body: Body; text: string }
  /** The reply has no order number or a server error, or the bank authenticated too often. */
  | { kind: 'try-later' }
  /** The form shows `text`. `isStale`: prices or stock have changed, so the page must be reloaded. */
  | { kind: 'refused'; text: string; code: string | null; isStale: boolean }

const CARD_NOT_READY = 'The card fields aren’t ready yet. Wait a moment and try again.'

/** How often the bank may authenticate the shopper for one press of the button. */
const MAX_AUTHENTICATIONS = 3

/** Places the order; `unanswered` is the body of an earlier call that got no reply. */
export async function placeOrder(
  view: CheckoutView,
  calls: OrderCalls,
  unanswered: OrderRequest | null = null,
): Promise<PlaceOrderResult> {
  const request = unanswered ? { ok: true as const, body: unanswered } : await createRequest(view, calls.card)
  if (!request.ok) return { kind: 'refused', text: request.text, code: 'payment-details', isStale: false }
  const { card } = calls
  return sendUntilPlaced(request.body, {
    placeOrder: calls.placeOrder,
    confirm: card && ((clientSecret) => card.confirm(clientSecret)),
  })
}

/**
 * Sends an order and, as often as the bank asks, lets the bank authenticate the shopper. `confirm` returns the message
 * of a failure or `null`; it is `null` for a payment that no script can continue.
 */
export async function sendUntilPlaced<Body>(
  body: Body,
  calls: {
    placeOrder: (body: Body) => Promise<ApiResult<OrderReply>>
    confirm: ((clientSecret: string) => Promise<string | null>) | null
  },
): Promise<PlaceOrderResult<Body>> {
  for (let count = 0; count <= MAX_AUTHENTICATIONS; count += 1) {
    const reply = await calls.placeOrder(body)
    if (reply.ok) {
      const { orderNumber } = reply.value
      return orderNumber ? { kind: 'placed', orderNumber } : { kind: 'try-later' }
    }
    if (reply.code === NETWORK_ERROR) return { kind: 'no-answer', body, text: reply.message }
    const { code, clientSecret, redirectUrl } = parseRefusal(reply)
    if (redirectUrl !== null) return { kind: 'redirect', href: redirectUrl }
    if (code !== 'payment-action' || clientSecret === null || !calls.confirm) return toRefusal(reply, code)
    const problem = await calls.confirm(clientSecret)
    if (problem !== null) return { kind: 'refused', text: problem, code, isStale: false }
  }
  return { kind: 'try-later' }
}

async function createRequest(
  view: CheckoutView,
  card: CardPaymentSource | null,
): Promise<{ ok: true; body: OrderRequest } | { ok: false; text: string }> {
  const { payment, personal, cart } = view
  // Other payment methods and a total of zero need no card token.
  if (payment.paymentMethod !== CARD_METHOD || cart.totals.grandTotal === 0) {
    return { ok: true, body: buildOrderRequest(view, null) }
  }
  if (!card) return { ok: false, text: CARD_NOT_READY }
  const { billing } = orderParties(view, cart.allVirtual)
  const token = await card.token(billing, personal.emailAddress)
  return token.ok ? { ok: true, body: buildOrderRequest(view, token.id, card.savesCard) } : token
}

function toRefusal(failure: ApiFailure, code: string | null): PlaceOrderResult<never> {
  if (code === 'payment-unavailable' || failure.code >= 500) return { kind: 'try-later' }
  // The single fields were validated before, so the message is about the address as a whole.
  const text = code === 'address-invalid' ? ADDRESS_REFUSED_MESSAGE : failure.message
  return { kind: 'refused', text, code, isStale: code !== null && STALE_CODES.has(code) }
}

/** Checks whether the shopper can mend a refusal in the card fields: unreadable, declined, or not authenticated. */
export function isCardRefusal(code: string | null): boolean {
  return code === 'payment-details' || code === 'payment-declined' || code === 'payment-action'
}

/** The codes after which the prices or the stock on the page are outdated. */
const STALE_CODES: ReadonlySet<string> = new Set([
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

function parseRefusal({ result }: ApiFailure) {
  const parsed = v.safeParse(REFUSAL, result)
  const { code = null, action = {} } = parsed.success ? parsed.output : {}
  return { code, clientSecret: action.clientSecret ?? null, redirectUrl: action.redirectUrl ?? null }
}
