import { secondsNow } from '../clock.ts'
import { dollars } from '../dollars.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { centsOf } from './amount.ts'
import { moment } from './call.ts'
import { approvedEvent, livingOrder, saveOrder } from './operations.ts'
import { approveOrder, type Choice } from './order.ts'
import { publish } from './webhook.ts'

/** Returns what the page at PayPal shows; `null` when the token is unknown or has run out. */
export function openPaypalCheckout({ records }: Ledger, token: string): OpenCheckout | null {
  const stored = livingOrder(records, token, secondsNow())
  if (!stored) return null
  const [{ amount, invoice_id: order = 'your purchase' }] = stored.order.purchase_units
  const decided = stored.order.status !== 'PAYER_ACTION_REQUIRED'
  return { amount: dollars(centsOf(amount)), order, decided }
}

const PAYER_ID = 'SANDBOXPAYER2'

/** Writes down what the payer decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decidePaypal(ledger: Ledger, token: string, choice: Choice): string | null {
  const { records } = ledger
  const stored = livingOrder(records, token, secondsNow())
  if (stored?.order.status !== 'PAYER_ACTION_REQUIRED') return null
  const back = new URL(choice === 'cancel' ? stored.context.cancel_url : stored.context.return_url)
  back.searchParams.set('token', token)
  if (choice === 'cancel') return back.href
  const approved = approveOrder(stored, choice)
  saveOrder(records, approved)
  publish(ledger, approvedEvent(approved.order), moment(''))
  back.searchParams.set('PayerID', PAYER_ID)
  return back.href
}

/** Lets an order that is not captured run out now; false when there is none. */
export function expirePaypalOrder(records: Records, token: string): boolean {
  const stored = livingOrder(records, token, secondsNow())
  if (stored) saveOrder(records, { ...stored, expires: secondsNow() })
  return stored !== null
}
