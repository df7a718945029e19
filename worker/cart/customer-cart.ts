/** A customer's own cart, the same on every device and in the API, and how a guest's cart is merged into it. */
import type { Context } from 'hono'
import { minicartCount } from '../../schema/cart/cart-format.ts'
import type { AppEnv, Env } from '../env.ts'
import { cartKey, newQuoteId } from '../identity/session/cart-id.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { randomBytes } from '../platform/security/random-bytes.ts'
import {
  clearCartCookies,
  issueCartId,
  readCartIdCookie,
  setCartCountCookie,
  setCartIdCookie,
} from './cart-cookie.ts'
import {
  type CustomerCart,
  findCartByQuote,
  findCustomerCart,
  saveCustomerCart,
} from './customer-cart.sql.ts'
import { minicartCountType } from './minicart-count.sql.ts'
import { applyCouponCode, mergeCarts, updateCartSettings } from './update-cart.ts'

/** Returns the customer's open cart; a new one where there is none or an order has closed it. */
export async function openCustomerCart(
  env: Env,
  cartSecret: string,
  customerId: number,
  now: number,
): Promise<CustomerCart> {
  const known = await findCustomerCart(env.DB, customerId)
  const former = known && (await env.CART.getByName(known.quoteId).readMergedCarts())
  if (known && (former?.cart?.orderNumber ?? null) === null) return known
  const wanted = newCart(customerId, newQuoteId(cartSecret, randomBytes))
  const made = await saveCustomerCart(env.DB, wanted, known?.quoteId ?? null, now)
  await updateCartSettings(env, made.quoteId, { customerId }, now)
  if (former) await env.CART.getByName(made.quoteId).inheritMergedCarts(former.joined)
  return made
}

/** Starts a cart for this browser: the customer's own where somebody is signed in, else a guest's. */
export async function startCart(c: Context<AppEnv>): Promise<string> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return issueCartId(c)
  const { cartSecret } = c.get('config')
  const { quoteId } = await openCustomerCart(c.env, cartSecret, customer.customerId, Date.now())
  setCartIdCookie(c, quoteId)
  return quoteId
}

/**
 * Returns the cart that this browser shows. Where an order or a sign-in on another device has started another cart for
 * the customer, the cookie follows, and what this browser added to the former cart meanwhile is merged.
 */
export async function resolveBrowserCart(c: Context<AppEnv>): Promise<string | null> {
  const quoteId = readCartIdCookie(c)
  const customer = await getCurrentCustomer(c)
  const own = customer && (await findCustomerCart(c.env.DB, customer.customerId))
  if (!customer || !own || own.quoteId === quoteId) return quoteId
  if (quoteId === null) setCartIdCookie(c, own.quoteId)
  else await mergeGuestCartOnSignIn(c, customer.customerId)
  return own.quoteId
}

/**
 * Merges the guest's cart of this browser into the customer's own after a sign-in. Lines that are out of stock are left
 * out. The cart of another customer is left alone.
 */
export async function mergeGuestCartOnSignIn(c: Context<AppEnv>, customerId: number): Promise<void> {
  const now = Date.now()
  const { env } = c
  const guestId = readCartIdCookie(c)
  const [guest, owner, own] = await Promise.all([
    guestId === null ? null : readGuestCart(env, guestId),
    guestId === null ? null : findCartByQuote(env.DB, guestId),
    findCustomerCart(env.DB, customerId),
  ])
  const [byTable, byCart] = [owner?.customerId ?? customerId, guest?.cart?.customerId ?? customerId]
  const isOthers = byTable !== customerId || byCart !== customerId
  const mergeable = guest?.cart?.orderNumber === null && !isOthers ? guest : null
  const former = own && (await env.CART.getByName(own.quoteId).readMergedCarts())
  const ownCart = former?.cart
  // A cart that was merged before is not merged again: lines that were bought or removed since would come back.
  const wasMerged = former?.joined.some(({ from }) => guestId !== null && from === cartKey(guestId)) ?? false
  const ownIsEmpty = !ownCart || ownCart.orderNumber !== null || ownCart.lines.length === 0
  let quoteId: string
  if (guestId !== null && mergeable?.cart?.lines.length && ownIsEmpty && !wasMerged) {
    // The guest's cart itself continues, so that an order that waits for the shopper's bank keeps its number.
    const made = await saveCustomerCart(env.DB, newCart(customerId, guestId), own?.quoteId ?? null, now)
    quoteId = made.quoteId
    await assignCartToCustomer(env, quoteId, customerId, now)
    if (former) await env.CART.getByName(quoteId).inheritMergedCarts(former.joined)
  } else {
    quoteId = (await openCustomerCart(env, c.get('config').cartSecret, customerId, now)).quoteId
    if (mergeable && guestId !== null && guestId !== quoteId)
      await mergeInto(env, { from: cartKey(guestId), ...mergeable }, quoteId, now)
  }
  setCartIdCookie(c, quoteId)
  const cart = await env.CART.getByName(quoteId).read()
  setCartCountCookie(c, minicartCount({ lines: cart?.lines ?? [] }, await minicartCountType(env.DB)))
}

/**
 * Merges a guest's cart: the coupon is removed, the guest's lines are added with their quantities, and the coupon is
 * applied again if its terms still fit. Destination and checkout draft are taken over where the customer's cart has none.
 */
async function mergeInto(
  env: Env,
  { from, cart: guest, draft, seen }: { from: string } & GuestCart,
  quoteId: string,
  now: number,
): Promise<void> {
  const own = env.CART.getByName(quoteId)
  const before = await own.readCheckout()
  const coupon = before.cart?.coupon ?? guest?.coupon ?? null
  if (before.cart?.coupon) await updateCartSettings(env, quoteId, { coupon: null }, now)
  await mergeCarts(env, quoteId, { from, lines: guest?.lines ?? [], seen }, now)
  if (coupon) await applyCouponCode(env, quoteId, coupon.code, now)
  if (guest?.shipTo && !before.cart?.shipTo)
    await updateCartSettings(env, quoteId, { shipTo: guest.shipTo }, now)
  if (draft && !before.draft) await own.saveDraft(draft)
}

/** A guest's cart with the mutations that it has processed and the draft of its checkout, which is passed on unread. */
type GuestCart = Awaited<ReturnType<typeof readGuestCart>>

function readGuestCart(env: Env, quoteId: string) {
  return env.CART.getByName(quoteId).readForMerge()
}

/** Gives a cart without an owner to the customer, so that its order is theirs. */
export async function assignCartToCustomer(
  env: Env,
  quoteId: string,
  customerId: number,
  now: number,
): Promise<void> {
  const cart = env.CART.getByName(quoteId)
  if ((await cart.read())?.customerId !== null) return
  await cart.set({ quoteId, now, settings: { customerId } })
}

/**
 * Continues the customer's cart under another number after every session of the account has ended, so that browsers with
 * the former number can no longer read it. A cart with an order in progress stays where it is.
 */
export async function renewCustomerCart(
  env: Env,
  cartSecret: string,
  customerId: number,
  now: number,
): Promise<void> {
  const own = await findCustomerCart(env.DB, customerId)
  if (!own) return
  const former = env.CART.getByName(own.quoteId)
  const [contents, { joined }] = await Promise.all([
    readGuestCart(env, own.quoteId),
    former.readMergedCarts(),
  ])
  if (contents.isInOrder) return
  const wanted = newCart(customerId, newQuoteId(cartSecret, randomBytes))
  // Filled before it becomes the customer's, and the former one emptied last: after any failure one of the two is complete.
  await updateCartSettings(env, wanted.quoteId, { customerId }, now)
  // Without the former cart's key: a browser that still has its number could otherwise remove the lines by signing in.
  if (contents.cart?.orderNumber === null)
    await mergeInto(env, { from: '', ...contents }, wanted.quoteId, now)
  await env.CART.getByName(wanted.quoteId).inheritMergedCarts(joined)
  const { quoteId } = await saveCustomerCart(env.DB, wanted, own.quoteId, now)
  // An order that has begun meanwhile stays the customer's.
  if (!(await former.empty())) await saveCustomerCart(env.DB, own, quoteId, now)
}

/** Removes the cart from this browser after a sign-out; the customer's own cart stays stored. */
export function detachCart(c: Context<AppEnv>): void {
  clearCartCookies(c)
}

/** Makes a cart number: always 15 digits, and exact in JSON. */
function newCart(customerId: number, quoteId: string): CustomerCart {
  const id = 100_000_000_000_000 + Buffer.from(randomBytes(6)).readUIntBE(0, 6)
  return { id, customerId, quoteId }
}
