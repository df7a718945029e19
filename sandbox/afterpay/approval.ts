import { secondsNow } from '../clock.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { findCheckout, saveCheckout } from './operations.ts'

/** Returns the checkout for Afterpay's page; `null` when the token is unknown or expired. */
export function openAfterpayCheckout({ records }: Ledger, token: string): OpenCheckout | null {
  const checkout = findCheckout(records, token, secondsNow())
  return (
    checkout && {
      amount: `$${checkout.request.amount.amount}`,
      order: checkout.request.merchantReference ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const APPROVALS = { approve: 'approved', decline: 'risky' } as const

/** Stores the shopper's choice; returns the address back to the shop, or `null` when none is open. */
export function decideAfterpay(
  { records }: Ledger,
  token: string,
  choice: keyof typeof APPROVALS | 'cancel',
): string | null {
  const checkout = findCheckout(records, token, secondsNow())
  if (checkout?.state !== 'open') return null
  // A shopper who canceled may return until the token expires.
  if (choice !== 'cancel') saveCheckout(records, { ...checkout, state: APPROVALS[choice] })
  const { redirectConfirmUrl, redirectCancelUrl } = checkout.request.merchant
  const back = new URL(choice === 'cancel' ? redirectCancelUrl : redirectConfirmUrl)
  back.searchParams.set('status', choice === 'cancel' ? 'CANCELLED' : 'SUCCESS')
  back.searchParams.set('orderToken', token)
  return back.href
}

/** Expires a checkout; returns false when the token is unknown. */
export function expireAfterpayCheckout(records: Records, token: string): boolean {
  const checkout = findCheckout(records, token, secondsNow())
  if (checkout) saveCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}
