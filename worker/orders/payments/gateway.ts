/**
 * What the order journal asks of every payment provider. A payment is begun before it is made, so that money never moves
 * without a trace: `begin` returns a payment that nobody can have paid yet, its reference is stored, and only then does
 * `pay` take the money. Each call may be repeated and takes effect once.
 *
 * Nothing here throws for a failure of the provider or the network; the caller gets one of four results.
 */
import type { OrderDraft } from '../../../schema/orders/order.ts'
import type { DeclineReason } from '../../../schema/orders/payment.ts'
import type { Cents } from '../../../schema/platform/money.ts'

/**
 * open     begun; nothing was charged, `pay` may take the money
 * action   the shopper has to act first: at the bank, or on the provider's own pages
 * pending  the provider is still at work
 * paid     the money is ours
 * ended    nobody can pay it any more
 */
export type PaymentState = 'open' | 'action' | 'pending' | 'paid' | 'ended'

/** A payment as its provider has it. */
export interface Payment {
  /** The provider's id of what was begun. */
  ref: string
  state: PaymentState
  amount: Cents
  /** What was taken so far. */
  received: Cents
  /** In capitals. */
  currency: string
  /** The order that the payment says it belongs to; `null` where the provider keeps none. */
  orderNumber: string | null
  /** With `action`, for a script of the provider in our page. */
  clientSecret?: string
  /** With `action`, the provider's page that the shopper has to visit. */
  redirectUrl?: string
  /** Why the last try was refused; `null` when none was. */
  declined: DeclineReason | null
  /** What refunds are asked of, once there is something to refund. */
  chargeRef: string | null
}

export type PaymentResult =
  /** The provider answered with the payment as it is. */
  | { kind: 'payment'; payment: Payment }
  /** The provider said no to the shopper; nothing was charged. */
  | { kind: 'declined'; reason: DeclineReason }
  /**
   * The provider will not do this, however often it is asked; nothing was changed. `isOutdated`: what the shopper has
   * approved is no longer what the cart holds.
   */
  | { kind: 'rejected'; detail: string; isOutdated?: boolean }
  /** Nobody knows whether it happened. Ask again. */
  | { kind: 'unclear'; detail: string }

/** A payment that was begun, as the journal has stored it. */
export interface PaymentRef {
  ref: string
  /** What the provider gave the shopper's browser; `null` when it gave nothing. */
  token: string | null
}

/** Where a provider's page sends the shopper back to. */
export interface ReturnUrls {
  returnUrl: string
  cancelUrl: string
}

export interface Gateway {
  /** True when there can be no payment without something that the browser brings (the card's token). */
  needsToken: boolean
  /**
   * Milliseconds after its order fell in which money may still come for a payment, by the provider's own clocks. 0 where a
   * payment that `end` has ended can never be paid.
   */
  lateMs: number
  /**
   * A payment over the draft's grand total that takes no money yet. `token`: one that the shopper has already approved
   * at the provider, taken over instead of making another. With `needsToken`, only `pay` uses it.
   */
  begin(draft: OrderDraft, token: string | null, back: ReturnUrls): Promise<PaymentResult>
  /** Takes the money. Repeated for the same order, takes it once. */
  pay(draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult>
  /** The payment as the provider has it now. */
  read(draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult>
  /** Makes sure that nobody can pay it later. A payment that is already made stays made. */
  end(draft: OrderDraft, handle: PaymentRef): Promise<PaymentResult>
  /** Refunds money. `key` names this refund: repeated with the same key, it refunds once. */
  refund(refund: Refund): Promise<RefundResult>
}

export interface Refund {
  orderNumber: string
  /** `chargeRef` of the payment. */
  chargeRef: string
  /** `null` is everything. */
  amount: Cents | null
  key: string
}

/** `refused`: the provider will not, however often it is asked. `unclear`: ask again with the same key. */
export type RefundResult = 'refunded' | 'refused' | 'unclear'
