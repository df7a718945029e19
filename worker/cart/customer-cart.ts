/** A customer's own cart, the same on every device and in the API, and the merge of a guest's cart into it. */
import type { Context } from 'hono'
import { tireCount } from '../../schema/cart/cart.ts'
import { minicartCount } from '../../schema/cart/cart-format.ts'
import { TIRE_SERVICES } from '../../schema/cart/extras/tire-services.ts'
import type { AppEnv, Env } from '../env.ts'
import { cartKey, newQuoteId, verifyQuoteId } from '../identity/session/cart-id.ts'
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
import { readMinicartCountType } from './minicart-count.sql.ts'
import { moveSavedLines } from './saved/saved-line.sql.ts'
import { applyCouponCode, mergeCarts, updateCartSettings } from './update-cart.ts'

/** Returns the customer's open cart, or a new cart when none exists or an order has closed it. */
export async function openCustomerCart(
  env: Env,
  cartSecret: string,
  customerId: number,
  now: number,
): Promise<CustomerCart> {
  const known = await findSignedCart(env, cartSecret, customerId, now)
  const former = known && (await env.CART.getByName(known.quoteId).readMergedCarts())
  if (known && (former?.cart?.orderNumber ?? null) === null) return known
  const created = newCart(customerId, newQuoteId(cartSecret, randomBytes))
  const cart = await saveCustomerCart(env.DB, created, known?.quoteId ?? null, now)
  await updateCartSettings(env, cart.quoteId, { customerId }, now)
  if (former) await env.CART.getByName(cart.quoteId).inheritMergedCarts(former.joined)
  return cart
}

/** Returns the customer's cart; one whose quote id was signed before `CART_SECRET` was replaced moves to a new id. */
async function findSignedCart(
  env: Env,
  cartSecret: string,
  customerId: number,
  now: number,
): Promise<CustomerCart | null> {
  const known = await findCustomerCart(env.DB, customerId)
  if (!known || verifyQuoteId(cartSecret, known.quoteId)) return known
  await renewCustomerCart(env, cartSecret, customerId, now)
  return findCustomerCart(env.DB, customerId)
}

/** Starts a cart for this browser: a customer's own cart after a sign-in, else a guest's cart. */
export async function startCart(c: Context<AppEnv>): Promise<string> {
  const customer = await getCurrentCustomer(c)
  if (!customer) {
    const former = readCartIdCookie(c)
    const started = issueCartId(c)
    if (former !== null) await moveSavedLines(c.env.DB, former, started)
    return started
  }
  const { cartSecret } = c.get('config')
  const { quoteId } = await openCustomerCart(c.env, cartSecret, customer.customerId, Date.now())
  setCartIdCookie(c, quoteId)
  return quoteId
}

/**
 * Returns the quote id of the cart that this browser shows. If an order or a sign-in on another device has started
 * another cart for the customer, the cookie is set to that cart, and lines that this browser added to the former cart
 * meanwhile are merged.
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
 * Merges the guest's cart of this browser into the customer's own cart after a sign-in. Lines that are out of stock are
 * left out. The cart of another customer is not changed.
 */
export async function mergeGuestCartOnSignIn(c: Context<AppEnv>, customerId: number): Promise<void> {
  const now = Date.now()
  const { env } = c
  const guestId = readCartIdCookie(c)
  const [guest, owner, own] = await Promise.all([
    guestId === null ? null : readCartForMerge(env, guestId),
    guestId === null ? null : findCartByQuote(env.DB, guestId),
    findCustomerCart(env.DB, customerId),
  ])
  const [byTable, byCart] = [owner?.customerId ?? customerId, guest?.cart?.customerId ?? customerId]
  const isOwn = byTable === customerId && byCart === customerId
  const mergeable = guest?.cart?.orderNumber === null && isOwn ? guest : null
  const former = own && (await env.CART.getByName(own.quoteId).readMergedCarts())
  const ownCart = former?.cart
  // A cart is merged only once: a second merge would add lines that were bought or removed meanwhile.
  const wasMerged = former?.joined.some(({ from }) => guestId !== null && from === cartKey(guestId)) ?? false
  const ownIsEmpty = !ownCart || ownCart.orderNumber !== null || ownCart.lines.length === 0
  let quoteId: string
  if (guestId !== null && mergeable?.cart?.lines.length && ownIsEmpty && !wasMerged) {
    // The guest's cart itself continues, so that an order that waits for the shopper's bank keeps its number.
    const saved = await saveCustomerCart(env.DB, newCart(customerId, guestId), own?.quoteId ?? null, now)
    quoteId = saved.quoteId
    await assignCartToCustomer(env, quoteId, customerId, now)
    if (former) await env.CART.getByName(quoteId).inheritMergedCarts(former.joined)
  } else {
    quoteId = (await openCustomerCart(env, c.get('config').cartSecret, customerId, now)).quoteId
    if (mergeable && guestId !== null && guestId !== quoteId)
      await mergeInto(env, { from: cartKey(guestId), ...mergeable }, quoteId, now)
  }
  setCartIdCookie(c, quoteId)
  const [cart, countType] = await Promise.all([
    env.CART.getByName(quoteId).read(),
    readMinicartCountType(env.DB),
    guestId !== null && isOwn ? moveSavedLines(env.DB, guestId, quoteId) : undefined,
  ])
  setCartCountCookie(c, minicartCount({ lines: cart?.lines ?? [] }, countType))
}

/**
 * Merges a guest's cart: removes the coupon, adds the guest's lines with their quantities, and applies the coupon again
 * if its terms are still met. Copies destination and checkout draft if the customer's cart has none.
 */
async function mergeInto(
  env: Env,
  { from, cart: guest, draft, seen }: { from: string } & MergeSource,
  quoteId: string,
  now: number,
): Promise<void> {
  const own = env.CART.getByName(quoteId)
  const before = await own.readCheckout()
  const coupon = before.cart?.coupon ?? guest?.coupon ?? null
  if (before.cart?.coupon) await updateCartSettings(env, quoteId, { coupon: null }, now)
  await mergeCarts(env, quoteId, { from, lines: guest?.lines ?? [], seen }, now)
  // A service is for all tires of a cart: the customer's own tires must not be charged for what was chosen for others (decision 283).
  const hasOwnTires = before.cart !== null && tireCount(before.cart) > 0
  for (const service of TIRE_SERVICES) {
    if (guest?.[service] && !hasOwnTires)
      await updateCartSettings(env, quoteId, { [service]: guest[service] }, now)
  }
  if (coupon) await applyCouponCode(env, quoteId, coupon.code, now)
  if (guest?.shipTo && !before.cart?.shipTo)
    await updateCartSettings(env, quoteId, { shipTo: guest.shipTo }, now)
  if (draft && !before.draft) await own.saveDraft(draft)
}

/** A cart to merge, a guest's or the customer's own, with the mutations that it has processed and the draft of its checkout. */
type MergeSource = Awaited<ReturnType<typeof readCartForMerge>>

function readCartForMerge(env: Env, quoteId: string) {
  return env.CART.getByName(quoteId).readForMerge()
}

/** Assigns a cart without an owner to the customer, so that its order belongs to the customer. */
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
 * Moves the customer's cart to a new quote id after every session of the account has ended, so that browsers with the
 * former quote id can no longer read it. A cart with an order in progress is not moved.
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
    readCartForMerge(env, own.quoteId),
    former.readMergedCarts(),
  ])
  if (contents.isInOrder) return
  const created = newCart(customerId, newQuoteId(cartSecret, randomBytes))
  // The new cart is filled first and the former cart is emptied last: after any failure one of the two is complete.
  await updateCartSettings(env, created.quoteId, { customerId }, now)
  // Without the former cart's key: otherwise a browser with its quote id could remove the lines after a sign-in.
  if (contents.cart?.orderNumber === null)
    await mergeInto(env, { from: '', ...contents }, created.quoteId, now)
  await env.CART.getByName(created.quoteId).inheritMergedCarts(joined)
  const { quoteId } = await saveCustomerCart(env.DB, created, own.quoteId, now)
  // If an order has begun meanwhile, the former cart stays the customer's cart.
  if (!(await former.empty())) await saveCustomerCart(env.DB, own, quoteId, now)
}

/** Removes the cart from this browser after a sign-out; the customer's own cart stays stored. */
export function detachCart(c: Context<AppEnv>): void {
  clearCartCookies(c)
}

/** Returns a cart with a random number of 15 digits, which JSON represents exactly. */
function newCart(customerId: number, quoteId: string): CustomerCart {
  const id = 100_000_000_000_000 + Buffer.from(randomBytes(6)).readUIntBE(0, 6)
  return { id, customerId, quoteId }
}
