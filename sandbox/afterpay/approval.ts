import { secondsNow } from '../clock.ts'
import type { Ledger } from '../ledger.ts'
import type { OpenCheckout } from '../pages/approval-page.ts'
import type { Records } from '../records.ts'
import { livingCheckout, saveCheckout } from './operations.ts'

/** Returns what the page at Afterpay shows; `null` when the token is unknown or has run out. */
export function openAfterpayCheckout({ records }: Ledger, token: string): OpenCheckout | null {
  const checkout = livingCheckout(records, token, secondsNow())
  return (
    checkout && {
      amount: `$${checkout.request.amount.amount}`,
      order: checkout.request.merchantReference ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const APPROVALS = { approve: 'approved', decline: 'risky' } as const

/** Writes down what the shopper decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decideAfterpay(
  { records }: Ledger,
  token: string,
  choice: keyof typeof APPROVALS | 'cancel',
): string | null {
  const checkout = livingCheckout(records, token, secondsNow())
  if (checkout?.state !== 'open') return null
  // Who went back may come once more as long as the token lives.
  if (choice !== 'cancel') saveCheckout(records, { ...checkout, state: APPROVALS[choice] })
  const { redirectConfirmUrl, redirectCancelUrl } = checkout.request.merchant
  const back = new URL(choice === 'cancel' ? redirectCancelUrl : redirectConfirmUrl)
  back.searchParams.set('status', choice === 'cancel' ? 'CANCELLED' : 'SUCCESS')
  back.searchParams.set('orderToken', token)
  return back.href
}

/** Lets a checkout run out now; false when there is none. */
export function expireAfterpayCheckout(records: Records, token: string): boolean {
  const checkout = livingCheckout(records, token, secondsNow())
  if (checkout) saveCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}
