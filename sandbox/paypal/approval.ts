import { secondsNow } from '../clock.ts'
import { dollars } from '../dollars.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { centsOf } from './amount.ts'
import { moment } from './call.ts'
import { approvedEvent, findOrder, saveOrder } from './operations.ts'
import { approveOrder, type Choice } from './order.ts'
import { publish } from './webhook.ts'

/** Returns the checkout for PayPal's page; `null` when the token is unknown or expired. */
export function openPaypalCheckout({ records }: Ledger, token: string): OpenCheckout | null {
  const stored = findOrder(records, token, secondsNow())
  if (!stored) return null
  const [{ amount, invoice_id: order = 'your purchase' }] = stored.order.purchase_units
  const decided = stored.order.status !== 'PAYER_ACTION_REQUIRED'
  return { amount: dollars(centsOf(amount)), order, decided }
}

const PAYER_ID = 'SANDBOXPAYER2'

/** Stores the payer's choice; returns the address back to the shop, or `null` when none is open. */
export function decidePaypal(ledger: Ledger, token: string, choice: Choice): string | null {
  const { records } = ledger
  const stored = findOrder(records, token, secondsNow())
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

/** Expires an order that is not captured; returns false when the token is unknown. */
export function expirePaypalOrder(records: Records, token: string): boolean {
  const stored = findOrder(records, token, secondsNow())
  if (stored) saveOrder(records, { ...stored, expires: secondsNow() })
  return stored !== null
}
