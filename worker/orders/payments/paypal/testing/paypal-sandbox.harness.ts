import { decidePaypal } from '../../../../../sandbox/paypal/approval.ts'
import { signedHeaders } from '../../../../../sandbox/paypal/event.ts'
import type { Choice, Order, StoredOrder } from '../../../../../sandbox/paypal/order.ts'
import { SandboxHarness } from '../../../../../sandbox/testing/sandbox.harness.ts'

/** The sandbox's PayPal inside a test. */
export class PaypalSandbox extends SandboxHarness {
  /** Oldest first, by id, with what PayPal was asked to show the shopper. */
  get orders(): Map<string, Order & Pick<StoredOrder, 'context'>> {
    const stored = this.ledger.records.newest<StoredOrder>('paypal-order', 1_000).reverse()
    return new Map(stored.map(({ order, context }) => [order.id, { ...order, context }]))
  }

  /** The shopper agrees at PayPal; the choice says how the bank will answer the capture. */
  approve(id: string, choice: Exclude<Choice, 'cancel'> = 'approve'): void {
    decidePaypal(this.ledger, id, choice)
  }

  /** Returns the headers that PayPal sends an event with. */
  signed(event: object): Promise<Record<string, string>> {
    const { PAYPAL_CLIENT_SECRET: secret, PAYPAL_WEBHOOK_ID: webhookId } = this.ledger.keys
    const signed = {
      id: 'transmission',
      time: '2026-09-18T12:00:00Z',
      webhookId,
      body: JSON.stringify(event),
    }
    return signedHeaders(secret, signed, 'https://paypal.example')
  }
}
