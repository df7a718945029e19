/**
 * The account that a guest asks for with the purchase: created after the order is placed, never before, so that a
 * declined card leaves no account behind. Should the process end in between, the thank-you page creates it.
 */
import type { Context } from 'hono'
import { NO_ACCOUNT } from '../../schema/checkout/checkout.ts'
import { addressesOf, bookAfterOrder } from '../../schema/checkout/placement/order-addresses.ts'
import type { Order } from '../../schema/orders/order.ts'
import { setCartCountCookie } from '../cart/cart-cookie.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { saveAddressBook } from '../identity/sign-in/address-book.sql.ts'
import { readCustomer } from '../identity/sign-in/customer.sql.ts'
import { register } from '../identity/sign-in/register.ts'
import { startBrowserSession } from '../identity/sign-in/sign-in.ts'
import { takeWantedPassword } from '../identity/sign-in/wanted-password.ts'
import { assignOrderToCustomer } from '../orders/order.sql.ts'
import { readOrderForThankYou } from '../orders/read-order.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'
import { describeError } from '../platform/security/log-redaction.ts'

/**
 * Does in this browser what follows an order: its cart is empty, a customer's new addresses come into the address book,
 * and a guest gets the account that they asked for. Never fails an order.
 */
export async function finishCheckoutSession(c: Context<AppEnv>, quoteId: string): Promise<void> {
  setCartCountCookie(c, 0)
  await saveAddresses(c, quoteId)
  await createAccountFromOrder(c, quoteId)
}

/** Adds the order's addresses to the book; repeated for the same order, nothing changes. */
async function saveAddresses(c: Context<AppEnv>, quoteId: string): Promise<void> {
  try {
    const who = await getCurrentCustomer(c)
    const order = who && (await readOrderForThankYou(c.env, quoteId))
    if (!who || order?.customerId !== who.customerId) return
    const customer = await readCustomer(c.env.DB, who.customerId)
    const changes = customer ? bookAfterOrder(customer.addresses, order) : []
    if (changes.length > 0) await c.env.DB.batch(saveAddressBook(c.env.DB, who.customerId, changes))
  } catch (error) {
    console.error('the addresses of an order', describeError(error))
  }
}

/** Makes the account, if one was wanted and is not there yet, and signs this browser in. Never fails an order. */
export async function createAccountFromOrder(c: Context<AppEnv>, quoteId: string): Promise<void> {
  try {
    const cart = c.env.CART.getByName(quoteId)
    const { draft } = await cart.readCheckout()
    if (!draft?.account?.createAccount) return
    const order = await readOrderForThankYou(c.env, quoteId)
    if (!order) return
    const password = await takeWantedPassword(c, quoteId)
    // Behind the limit of registering: an order is no way around it.
    const isAllowed =
      password !== null &&
      !(await getCurrentCustomer(c)) &&
      !(await isRateLimited(c, 'FORM_LIMIT', 'register'))
    if (isAllowed) await createAccount(c, order, password)
    await cart.saveDraft({ ...draft, account: NO_ACCOUNT })
  } catch (error) {
    console.error('an account with an order', describeError(error))
  }
}

/**
 * An account for the buyer of this order, signed in, with the order and its addresses. Gives why not, in words; an address
 * of mail that has an account already keeps it, and gets no order that somebody else may have placed under it.
 */
export async function createAccount(
  c: Context<AppEnv>,
  order: Order,
  password: string,
): Promise<string | null> {
  const named = order.shippingAddress ?? order.billingAddress
  const wanted = { email: order.email, firstname: named.firstname, lastname: named.lastname }
  const addresses = addressesOf(order)
  const made = await register(c, { ...wanted, telephone: named.telephone, addresses, password }, Date.now())
  if (!made.ok) return made.message
  await assignOrderToCustomer(c.env.DB, order.orderNumber, made.customerId)
  const who = { id: made.customerId, email: order.email, firstname: wanted.firstname }
  await startBrowserSession(c, who)
  return null
}
