import { decidePaypal } from '../../../../../sandbox/paypal/approval.ts'
import { moment } from '../../../../../sandbox/paypal/call.ts'
import { newEvent, type PaypalEvent, signedHeaders } from '../../../../../sandbox/paypal/event.ts'
import { approvedEvent, captureEvent } from '../../../../../sandbox/paypal/operations.ts'
import {
  approveOrder,
  type Choice,
  captureOrder,
  type Order,
  type StoredOrder,
} from '../../../../../sandbox/paypal/order.ts'
import { SandboxHarness } from '../../../../../sandbox/testing/sandbox.harness.ts'

/** The sandbox's PayPal in a test. */
export class PaypalSandbox extends SandboxHarness {
  /** Orders by id, oldest first, with the settings of PayPal's pages. */
  get orders(): Map<string, Order & Pick<StoredOrder, 'context'>> {
    const stored = this.ledger.records.newest<StoredOrder>('paypal-order', 1_000).reverse()
    return new Map(stored.map(({ order, context }) => [order.id, { ...order, context }]))
  }

  /** Approves an order in place of the shopper; the choice decides the bank's answer to the capture. */
  approve(id: string, choice: Exclude<Choice, 'cancel'> = 'approve'): void {
    decidePaypal(this.ledger, id, choice)
  }

  /**
   * Returns the event that PayPal sends for an approved or captured order, whatever the order's current
   * state.
   */
  eventOf(id: string, what: 'approved' | 'captured'): PaypalEvent {
    const stored = this.ledger.records.get<StoredOrder>('paypal-order', id)
    if (!stored) throw new Error(`no order ${id}`)
    const at = moment('')
    const approved = approveOrder(stored, 'approve')
    if (what === 'approved') return newEvent(approvedEvent(approved.order), at)
    const captured = stored.order.status === 'COMPLETED' ? stored : captureOrder(approved, at)
    const order = 'order' in captured ? captured.order : null
    const [capture] = order?.purchase_units[0].payments?.captures ?? []
    if (!capture) throw new Error(`no capture of ${id}`)
    return newEvent(captureEvent(capture), at)
  }

  /** Returns the headers of an event that PayPal has signed. */
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
