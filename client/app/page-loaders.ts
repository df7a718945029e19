/** The data that screens need before their first paint: fetched in the browser, read in process on the server. */
import type { AccountViewName, AccountViews } from '../../schema/account/account.api.ts'
import type { CartView } from '../../schema/cart/cart.api.ts'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import type { SignInOptions, SignInView } from '../../schema/identity/sign-in/sign-in.api.ts'
import type { ThankYouView } from '../../schema/orders/status/thank-you.api.ts'
import { readCart } from '../cart/cart-calls.ts'
import { callApi, readApi, unwrap } from '../platform/api/call-api.ts'

/** One loader for each screen. `thankYou` resolves to `null` when this browser has placed no order. */
export interface PageLoaders {
  cart(): Promise<CartView>
  checkout(): Promise<CheckoutView>
  thankYou(): Promise<ThankYouView | null>
  signIn(): Promise<SignInView>
  /** Loads a page of the account; `query` has the parameters of its address. */
  account<Name extends AccountViewName>(name: Name, query?: AccountQuery): Promise<AccountViews[Name]>
}

/** The context of every loader. It is never sent to the browser. */
export interface AppContext {
  loaders: PageLoaders
}

type AccountQuery = Readonly<Record<string, string>>

/** The loaders of a page that is already in the browser. */
export const browserLoaders: PageLoaders = {
  cart: readCart,
  checkout: () => readApi('/api/ext/checkout'),
  thankYou: () => readApi('/api/ext/thank-you'),
  signIn: async () => ({
    ...(await readApi<SignInOptions>('/api/ext/session')),
    back: null,
    token: null,
    hasLinkExpired: false,
    notice: null,
  }),
  account: async (name, query = {}) => {
    const outcome = await callApi<AccountViews[typeof name]>(
      `/api/ext/account/${name}?${new URLSearchParams(query)}`,
    )
    // The session has ended since the page was rendered.
    if (!outcome.ok && outcome.code === 401) location.reload()
    return unwrap(outcome)
  },
}
