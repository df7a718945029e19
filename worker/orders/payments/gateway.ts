/**
 * The interface of payment providers for the order journal. `begin` creates a payment that cannot have been
 * paid yet, the journal stores its reference, and only then `pay` charges it, so that each charge has a
 * record. Each call can be repeated and takes effect once.
 *
 * No call throws for a failure of the provider or the network; the caller gets one of four results.
 */
import type { OrderDraft } from '../../../schema/orders/order.ts'
import type { DeclineReason } from '../../../schema/orders/payment.ts'
import { type Cents, CURRENCY } from '../../../schema/platform/money.ts'
import { formatAnswerDetail, type JsonAnswer } from '../../platform/outbound/json-call.ts'

/**
 * open     begun; nothing was charged, `pay` can charge it
 * action   the shopper has to act first: at the bank, or on the provider's own pages
 * pending  the provider is still processing the payment
 * paid     the shop has received the money
 * ended    the payment can no longer be paid
 */
export type PaymentState = 'open' | 'action' | 'pending' | 'paid' | 'ended'

/** A payment in the provider's current state. */
export interface Payment {
  /** The provider's id of the payment. */
  paymentId: string
  state: PaymentState
  amount: Cents
  /** The amount that was charged so far. */
  received: Cents
  /** The currency code in capitals. */
  currency: string
  /** The order number that the provider has stored with the payment; `null` without one. */
  orderNumber: string | null
  /** With `action`: the secret for the provider's script in the shop's page. */
  clientSecret?: string
  /** With `action`: the provider's page that the shopper has to visit. */
  redirectUrl?: string
  /** Why the last attempt was refused; `null` when it was not. */
  declined: DeclineReason | null
  /** The provider's id of the charge, which refunds need; `null` before a charge. */
  chargeRef: string | null
}

/**
 * Returns a payment without a charge. It has no order number: a checkout at the provider may be older than
 * its order.
 */
export function unchargedPayment(paymentId: string, amount: Cents, state: PaymentState = 'open'): Payment {
  return {
    paymentId,
    state,
    amount,
    received: 0,
    currency: CURRENCY,
    orderNumber: null,
    declined: null,
    chargeRef: null,
  }
}

export type PaymentResult =
  /** The provider answered with the current payment. */
  | { kind: 'payment'; payment: Payment }
  /** The provider declined the shopper's payment; nothing was charged. */
  | { kind: 'declined'; reason: DeclineReason }
  /**
   * The provider refuses the request, also when it is repeated; nothing was changed. `isOutdated`: the cart
   * has changed since the shopper approved the payment.
   */
  | { kind: 'rejected'; detail: string; isOutdated?: boolean }
  /** The outcome is unknown; the caller repeats the request. */
  | { kind: 'unclear'; detail: string }

/** Returns `unclear` for a response that did not arrive, and `rejected` for a refusal of the request. */
export function toPaymentFailure(answer: JsonAnswer): PaymentResult {
  return { kind: answer.kind === 'silence' ? 'unclear' : 'rejected', detail: formatAnswerDetail(answer) }
}

/** Identifies a payment in calls of the provider. */
export interface PaymentHandle {
  paymentId: string
  /** The provider's token from the shopper's browser; `null` without one. */
  token: string | null
}

/** The URLs to which a provider's page sends the shopper back. */
export interface ReturnUrls {
  returnUrl: string
  cancelUrl: string
}

export interface Gateway {
  /** Whether a payment needs a token from the browser (the card's token). */
  needsToken: boolean
  /**
   * Milliseconds after the cancellation of its order during which a late payment can arrive, by the
   * provider's own time limits. 0 when a payment that `end` has ended can never be paid.
   */
  lateMs: number
  /**
   * Creates a payment of the draft's grand total without a charge. With the `token` of a payment that the
   * shopper has already approved at the provider, takes over that payment. With `needsToken`, only `pay` uses
   * the token.
   */
  begin(draft: OrderDraft, token: string | null, back: ReturnUrls): Promise<PaymentResult>
  /** Charges the payment; a repeated call for the same order charges once. */
  pay(draft: OrderDraft, payment: PaymentHandle): Promise<PaymentResult>
  /** Reads the payment's current state. */
  read(draft: OrderDraft, payment: PaymentHandle): Promise<PaymentResult>
  /** Ends the payment, so that it can no longer be paid. A paid payment stays paid. */
  end(draft: OrderDraft, payment: PaymentHandle): Promise<PaymentResult>
  /** Refunds money. Repeated calls with the same `key` refund once. */
  refund(refund: Refund): Promise<RefundResult>
}

export interface Refund {
  orderNumber: string
  /** `chargeRef` of the payment. */
  chargeRef: string
  /** `null` refunds the whole rest. */
  amount: Cents | null
  key: string
}

/**
 * `refused`: the provider refuses, also when the call is repeated. `unclear`: repeat the call with the same
 * key.
 */
export type RefundResult = 'refunded' | 'refused' | 'unclear'
