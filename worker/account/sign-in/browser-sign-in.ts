/** Signs a browser in and out: the session together with the cart. */
import type { Context } from 'hono'
import { detachCart, mergeGuestCartOnSignIn } from '../../cart/customer-cart.ts'
import type { AppEnv } from '../../env.ts'
import { endBrowserSession, startBrowserSession } from '../../identity/sign-in/sign-in.ts'
import { describeError } from '../../platform/security/log-redaction.ts'

/** Starts a session in this browser and merges the guest's cart into the customer's own. */
export async function signInBrowser(
  c: Context<AppEnv>,
  customer: { id: number; email: string; firstname: string },
): Promise<void> {
  await startBrowserSession(c, customer)
  // A failed merge does not prevent the sign-in; the next sign-in merges the carts.
  await mergeGuestCartOnSignIn(c, customer.id).catch((error: unknown) =>
    console.error('the cart was not merged at the sign-in', describeError(error)),
  )
}

/** Ends the session of this browser. The customer's cart stays stored; this browser no longer shows it. */
export async function signOutBrowser(c: Context<AppEnv>): Promise<void> {
  await endBrowserSession(c)
  detachCart(c)
}
