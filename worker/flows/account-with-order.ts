/**
 * The account that was wanted with the purchase (spec §1, §4): made after the order stands, never before, so that a
 * declined card leaves no account behind. Should the process end in between, the page that thanks does it.
 */
import type { Context } from 'hono'
import type { WireAddress } from '../../schema/domain/address.ts'
import { NO_ACCOUNT } from '../../schema/domain/checkout.ts'
import type { AddressChange } from '../../schema/domain/customer.ts'
import type { Order } from '../../schema/domain/order.ts'
import { customerOf } from '../auth/customer-of.ts'
import { giveOrderTo } from '../db/order.ts'
import type { AppEnv } from '../env.ts'
import { causeOf } from '../http/cause.ts'
import { readOrderForThankYou } from './read-order.ts'
import { register } from './register.ts'
import { signInPage } from './sign-in.ts'

/** Makes the account, if one was wanted and is not there yet, and signs this browser in. Never fails an order. */
export async function accountWithOrder(c: Context<AppEnv>, quoteId: string): Promise<void> {
  try {
    const cart = c.env.CART.getByName(quoteId)
    const { draft } = await cart.readCheckout()
    const wish = draft?.account ?? NO_ACCOUNT
    if (!draft || !wish.createAccount || wish.passwordHash === null) return
    const order = await readOrderForThankYou(c.env, quoteId)
    if (!order) return
    if (!(await customerOf(c))) await makeAccount(c, order, { passwordHash: wish.passwordHash })
    // spec §4: the password is cleared and the wish reset.
    await cart.saveDraft({ ...draft, account: NO_ACCOUNT })
  } catch (error) {
    console.error('an account with an order', causeOf(error))
  }
}

/**
 * An account for the buyer of this order, signed in, with the order and its addresses. Gives why not, in words; an address
 * of mail that has an account already keeps it, and gets no order that somebody else may have placed under it.
 */
export async function makeAccount(
  c: Context<AppEnv>,
  order: Order,
  secret: { passwordHash: string } | { password: string },
): Promise<string | null> {
  const { billingAddress: billing, shippingAddress: shipping } = order
  const named = shipping ?? billing
  const wanted = { email: order.email, firstname: named.firstname, lastname: named.lastname }
  const addresses = addressesOf(shipping, billing)
  const made = await register(
    c.env,
    { ...wanted, telephone: named.telephone, addresses, password: null, ...secret },
    Date.now(),
  )
  if (!made.ok) return made.message
  await giveOrderTo(c.env.DB, order.orderNumber, made.customerId)
  const who = { id: made.customerId, email: order.email, firstname: wanted.firstname }
  await signInPage(c, who, { takesCart: false })
  return null
}

/** spec §4: one address is both defaults; of two, each has its own. */
function addressesOf(shipping: WireAddress | null, billing: WireAddress): AddressChange[] {
  const isSame = shipping === null || JSON.stringify(shipping) === JSON.stringify(billing)
  return isSame || shipping === null
    ? [changeOf(billing, { shipping: true, billing: true })]
    : [
        changeOf(shipping, { shipping: true, billing: false }),
        changeOf(billing, { shipping: false, billing: true }),
      ]
}

function changeOf(address: WireAddress, defaults: { shipping: boolean; billing: boolean }): AddressChange {
  const { firstname, lastname, company, vatId, street, city, regionId, postcode, countryId, telephone } =
    address
  const [line = '', apartment = ''] = street
  return {
    ...{
      id: null,
      firstname,
      lastname,
      company: company || null,
      vatId: vatId || null,
      street: line,
      apartment,
    },
    // The order's region was resolved when it was placed.
    ...{ city, regionId: regionId ?? 0, postcode, countryId, telephone },
    ...{ defaultShipping: defaults.shipping, defaultBilling: defaults.billing },
  }
}
