import { secondsNow } from '../clock.ts'
import { dollars } from '../dollars.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { findCheckout, saveCheckout } from './operations.ts'

/** Returns the checkout for Affirm's page; `null` when it is unknown or expired. */
export function openAffirmCheckout({ records }: Ledger, id: string): OpenCheckout | null {
  const checkout = findCheckout(records, id, secondsNow())
  return (
    checkout && {
      amount: dollars(checkout.request.total),
      order: checkout.request.order_id ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const DECISIONS = { approve: 'approved', risky: 'risky', decline: 'denied' } as const

/** Stores the choice; returns the address back to the shop, or `null` when nothing can be decided. */
export function decideAffirm(
  { records }: Ledger,
  id: string,
  choice: keyof typeof DECISIONS | 'cancel',
): string | null {
  const checkout = findCheckout(records, id, secondsNow())
  if (checkout?.state !== 'open') return null
  // A shopper who canceled may return until the checkout expires.
  if (choice !== 'cancel') saveCheckout(records, { ...checkout, state: DECISIONS[choice] })
  const { user_confirmation_url: confirm, user_cancel_url: cancel } = checkout.request.merchant
  if (choice === 'cancel' || choice === 'decline') return cancel
  const back = new URL(confirm)
  back.searchParams.set('checkout_token', checkout.token)
  return back.href
}

/** Expires a checkout; returns false when the id is unknown. */
export function expireAffirmCheckout(records: Records, id: string): boolean {
  const checkout = findCheckout(records, id, secondsNow())
  if (checkout) saveCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}
