/**
 * The account that a guest requests with the purchase. It is created after the order is placed, never before, so that a
 * declined card leaves no account behind. If the process ends in between, the thank-you page creates the account.
 */
import type { Context } from 'hono'
import { NO_ACCOUNT } from '../../schema/checkout/checkout.ts'
import { addressBookChanges, toAddressBook } from '../../schema/checkout/placement/order-addresses.ts'
import type { Order } from '../../schema/orders/order.ts'
import { setCartCountCookie } from '../cart/cart-cookie.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { saveAddressBook } from '../identity/sign-in/address-book.sql.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { takePendingPassword } from '../identity/sign-in/pending-password.ts'
import { register } from '../identity/sign-in/register.ts'
import { startBrowserSession } from '../identity/sign-in/sign-in.ts'
import { assignOrderToCustomer } from '../orders/order.sql.ts'
import { readOrderForThankYou } from '../orders/status/read-thank-you.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { describeError } from '../platform/security/log-redaction.ts'

/**
 * Finishes the checkout in this browser after an order: empties the cart count, adds a customer's new addresses to the
 * address book, and creates the account that a guest requested. Never fails an order.
 */
export async function finishCheckoutSession(c: Context<AppEnv>, quoteId: string): Promise<void> {
  setCartCountCookie(c, 0)
  await saveAddresses(c, quoteId)
  await createAccountFromOrder(c, quoteId)
}

/** Adds the order's addresses to the address book; a repeated call for the same order changes nothing. */
async function saveAddresses(c: Context<AppEnv>, quoteId: string): Promise<void> {
  try {
    const session = await getCurrentCustomer(c)
    const order = session && (await readOrderForThankYou(c.env, quoteId))
    if (!session || order?.customerId !== session.customerId) return
    const customer = await readCustomer(c.env.DB, session.customerId)
    const changes = customer ? addressBookChanges(customer.addresses, order) : []
    if (changes.length > 0) await c.env.DB.batch(saveAddressBook(c.env.DB, session.customerId, changes))
  } catch (error) {
    console.error('saving the addresses of an order failed', describeError(error))
  }
}

/** Creates the requested account, if it does not exist yet, and signs this browser in. Never fails an order. */
export async function createAccountFromOrder(c: Context<AppEnv>, quoteId: string): Promise<void> {
  try {
    const cart = c.env.CART.getByName(quoteId)
    const { draft } = await cart.readCheckout()
    if (!draft?.account?.createAccount) return
    const order = await readOrderForThankYou(c.env, quoteId)
    if (!order) return
    const password = await takePendingPassword(c, quoteId)
    // The rate limit of registering applies, so that an order cannot bypass it.
    const isAllowed =
      password !== null &&
      !(await getCurrentCustomer(c)) &&
      !(await isRateLimited(c, 'FORM_LIMIT', 'register'))
    if (isAllowed) await createAccount(c, order, password)
    await cart.saveDraft({ ...draft, account: NO_ACCOUNT })
  } catch (error) {
    console.error('creating an account with an order failed', describeError(error))
  }
}

/**
 * Creates an account with the order and its addresses for the buyer of this order and signs the buyer in. Returns the
 * error message, or `null` on success. An e-mail address that has an account already does not get the order, because
 * another person may have placed the order with that address.
 */
export async function createAccount(
  c: Context<AppEnv>,
  order: Order,
  password: string,
): Promise<string | null> {
  const { email, orderNumber, shippingAddress, billingAddress } = order
  const { firstname, lastname, telephone } = shippingAddress ?? billingAddress
  const buyer = { email, firstname, lastname, telephone, addresses: toAddressBook(order), password }
  const registered = await register(c, buyer, Date.now())
  if (!registered.ok) return registered.message
  await assignOrderToCustomer(c.env.DB, orderNumber, registered.customerId)
  await startBrowserSession(c, { id: registered.customerId, email, firstname })
  return null
}
