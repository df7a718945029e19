import { secondsNow } from '../clock.ts'
import { dollars } from '../dollars.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { livingCheckout, saveCheckout } from './operations.ts'

/** Returns what the page at Affirm shows; `null` when the checkout is unknown or has run out. */
export function openAffirmCheckout({ records }: Ledger, id: string): OpenCheckout | null {
  const checkout = livingCheckout(records, id, secondsNow())
  return (
    checkout && {
      amount: dollars(checkout.request.total),
      order: checkout.request.order_id ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const DECISIONS = { approve: 'approved', risky: 'risky', decline: 'denied' } as const

/** Writes down what was decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decideAffirm(
  { records }: Ledger,
  id: string,
  choice: keyof typeof DECISIONS | 'cancel',
): string | null {
  const checkout = livingCheckout(records, id, secondsNow())
  if (checkout?.state !== 'open') return null
  // Who went back may come once more as long as the checkout lives.
  if (choice !== 'cancel') saveCheckout(records, { ...checkout, state: DECISIONS[choice] })
  const { user_confirmation_url: confirm, user_cancel_url: cancel } = checkout.request.merchant
  if (choice === 'cancel' || choice === 'decline') return cancel
  const back = new URL(confirm)
  back.searchParams.set('checkout_token', checkout.token)
  return back.href
}

/** Lets a checkout run out now; false when there is none. */
export function expireAffirmCheckout(records: Records, id: string): boolean {
  const checkout = livingCheckout(records, id, secondsNow())
  if (checkout) saveCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}
