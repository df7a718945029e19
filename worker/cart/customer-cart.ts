/** The cart that is a customer's own, on every device and on the wire, and how a guest's cart comes into it. */
import type { Context } from 'hono'
import { minicartCount } from '../../schema/cart/cart-format.ts'
import type { AppEnv, Env } from '../env.ts'
import { cartKey, newQuoteId, randomBytes } from '../identity/session/cart-id.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { minicartCountType } from '../platform/config.sql.ts'
import {
  clearCartCookies,
  issueCartId,
  readCartIdCookie,
  setCartCountCookie,
  setCartIdCookie,
} from './cart-cookie.ts'
import { type CustomerCart, findCartByQuote, findCustomerCart, putCustomerCart } from './customer-cart.sql.ts'
import { applyCouponCode, mergeCarts, updateCartSettings } from './update-cart.ts'

/** The customer's open cart; a new one where there is none or an order has closed it. */
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
  const made = await putCustomerCart(env.DB, wanted, known?.quoteId ?? null, now)
  await updateCartSettings(env, made.quoteId, { customerId }, now)
  if (former) await env.CART.getByName(made.quoteId).inheritMergedCarts(former.joined)
  return made
}

/** A cart for this browser: the customer's own where somebody is signed in, else one of a guest. */
export async function startCart(c: Context<AppEnv>): Promise<string> {
  const customer = await getCurrentCustomer(c)
  if (!customer) return issueCartId(c)
  const { cartSecret } = c.get('config')
  const { quoteId } = await openCustomerCart(c.env, cartSecret, customer.customerId, Date.now())
  setCartIdCookie(c, quoteId)
  return quoteId
}

/**
 * The cart that this browser shows. An order or a sign-in on another device began another one for the customer: then the
 * cookie follows, and what this browser put into the former one meanwhile comes along.
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
 * After a sign-in: what the guest had put in the cart comes into the customer's own, and this browser shows that from
 * now on. A line that the stock has no more for stays behind. The cart of another customer is left alone.
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
  const brought = guest?.cart?.orderNumber === null && !isOthers ? guest : null
  const former = own && (await env.CART.getByName(own.quoteId).readMergedCarts())
  const ownCart = former?.cart
  // What came along before and was bought or taken out since does not come back: then the cart that knows of it goes on.
  const came = former?.joined.some(({ from }) => guestId !== null && from === cartKey(guestId)) ?? false
  const ownIsEmpty = !ownCart || ownCart.orderNumber !== null || ownCart.lines.length === 0
  let quoteId: string
  if (guestId !== null && brought?.cart?.lines.length && ownIsEmpty && !came) {
    // Also a sale that waits for the shopper's bank goes on under its own number.
    const made = await putCustomerCart(env.DB, newCart(customerId, guestId), own?.quoteId ?? null, now)
    quoteId = made.quoteId
    await assignCartToCustomer(env, quoteId, customerId, now)
    if (former) await env.CART.getByName(quoteId).inheritMergedCarts(former.joined)
  } else {
    quoteId = (await openCustomerCart(env, c.get('config').cartSecret, customerId, now)).quoteId
    if (brought && guestId !== null && guestId !== quoteId)
      await join(env, { from: cartKey(guestId), ...brought }, quoteId, now)
  }
  setCartIdCookie(c, quoteId)
  const cart = await env.CART.getByName(quoteId).read()
  setCartCountCookie(c, minicartCount({ lines: cart?.lines ?? [] }, await minicartCountType(env.DB)))
}

/**
 * Authorize (spec §4, client-rules.md): the coupon goes off, the guest's lines come in with their quantities, the coupon
 * goes on again, and is dropped where it does not fit what the cart holds now. Place and what was typed at the checkout
 * come along where the customer's cart has none.
 */
async function join(
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

/** Says whose cart it is, so that its order is the customer's. Somebody's stays theirs, and so does a sale under way. */
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
 * After all that opened an account has ended: the customer's cart goes on under another number, with what was typed at the
 * checkout, and the browsers that held the former one read nothing any more. A sale that is under way stays where it is.
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
  const [brought, { joined }] = await Promise.all([readGuestCart(env, own.quoteId), former.readMergedCarts()])
  if (brought.isInOrder) return
  const wanted = newCart(customerId, newQuoteId(cartSecret, randomBytes))
  // Filled before it is the customer's, and the former emptied behind that: wherever it fails, one of the two has all.
  await updateCartSettings(env, wanted.quoteId, { customerId }, now)
  // Under no cart's name: a browser that still has the former number would take its lines out again by signing in.
  if (brought.cart?.orderNumber === null) await join(env, { from: '', ...brought }, wanted.quoteId, now)
  await env.CART.getByName(wanted.quoteId).inheritMergedCarts(joined)
  const { quoteId } = await putCustomerCart(env.DB, wanted, own.quoteId, now)
  // A sale that has begun meanwhile stays the customer's.
  if (!(await former.empty())) await putCustomerCart(env.DB, own, quoteId, now)
}

/** After a sign-out this browser has no cart; the customer's own stays (client-rules.md). */
export function detachCart(c: Context<AppEnv>): void {
  clearCartCookies(c)
}

/** Numbers are at least 10^14, so that they have as many digits and are exact in JSON. */
function newCart(customerId: number, quoteId: string): CustomerCart {
  const id = 100_000_000_000_000 + Buffer.from(randomBytes(6)).readUIntBE(0, 6)
  return { id, customerId, quoteId }
}
