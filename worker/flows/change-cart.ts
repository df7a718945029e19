/**
 * Changes of a cart: what is asked for is looked up in the catalogue, then handed to the cart's object. Used by the
 * calls of the wire and by the plain forms.
 */
import { type CartSettings, findLine, parseQty, subtotalOf } from '../../schema/domain/cart.ts'
import { cartFailure } from '../../schema/domain/cart-failure.ts'
import { type ItemRequest, resolveItem } from '../../schema/domain/cart-item.ts'
import { couponRefusal, termsOf } from '../../schema/domain/coupon.ts'
import { findCoupon } from '../db/coupon.ts'
import { cachedOffer } from '../db/offer-cache.ts'
import type { Env } from '../env.ts'
import type { CartAnswer, CartObject, SettingsAnswer } from '../objects/cart-object.ts'

/** Longest sku that is looked up. */
const SKU_MAX = 64

export interface AddRequest extends ItemRequest {
  /** As the client sent it; judged here. */
  qty: unknown
  mutationId?: string | null
}

/** Adds units to the cart of a verified quote id. */
export async function addToCart(
  env: Env,
  quoteId: string,
  request: AddRequest,
  now: number,
): Promise<CartAnswer> {
  const found = await lookUp(env, request, now)
  if (!found.ok) return found
  const { item, stock, qty } = found
  const cart = env.CART.getByName(quoteId)
  const mutationId = request.mutationId ?? null
  return thawed(cart, async () => cart.add({ quoteId, now, item, stock, qty, mutationId }))
}

/** Sets the quantity of a line; the line is priced from the catalogue again. */
export async function setCartQty(
  env: Env,
  quoteId: string,
  request: { itemId: number; qty: unknown; mutationId?: string | null },
  now: number,
): Promise<CartAnswer> {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const cart = env.CART.getByName(quoteId)
  const known = await cart.read()
  const line = known && findLine(known, { itemId: request.itemId, sku: null })
  if (!line) return cartFailure('no-such-item', request.itemId)
  const found = await lookUp(
    env,
    { sku: line.sku, parentSku: line.parentSku, option: null, qty: parsed.qty },
    now,
  )
  if (!found.ok) return found
  const { item, stock, qty } = found
  const { itemId } = line
  const mutationId = request.mutationId ?? null
  return thawed(cart, async () => cart.setQty({ quoteId, now, itemId, item, stock, qty, mutationId }))
}

/** Removes a line, named by item id or, without one, by sku. */
export async function removeFromCart(
  env: Env,
  quoteId: string,
  wanted: { itemId: number | null; sku: string | null; mutationId?: string | null },
  now: number,
): Promise<CartAnswer> {
  const cart = env.CART.getByName(quoteId)
  const itemId = wanted.itemId ?? (await lineOfSku(cart, wanted.sku))
  if (itemId === null) return cartFailure('no-such-item', wanted.sku ?? '')
  const mutationId = wanted.mutationId ?? null
  return thawed(cart, async () => cart.remove({ quoteId, now, itemId, mutationId }))
}

/** Puts a coupon on. Whatever is wrong with it, the answer is one sentence (spec §8). */
export async function applyCouponCode(
  env: Env,
  quoteId: string,
  code: string,
  now: number,
): Promise<SettingsAnswer> {
  const cart = env.CART.getByName(quoteId)
  const [coupon, known] = await Promise.all([findCoupon(env.DB, code), cart.read()])
  if (!coupon || !known || couponRefusal(coupon, subtotalOf(known), now)) return cartFailure('coupon-refused')
  return thawed(cart, async () => cart.set({ quoteId, now, settings: { coupon: termsOf(coupon) } }))
}

/** Coupon off, destination, methods. */
export async function setCart(
  env: Env,
  quoteId: string,
  settings: CartSettings,
  now: number,
): Promise<SettingsAnswer> {
  const cart = env.CART.getByName(quoteId)
  return thawed(cart, async () => cart.set({ quoteId, now, settings }))
}

/**
 * While the shopper's bank is asked, the cart is frozen. A change says that the shopper went back: the open attempt is
 * given up (its intent is ended first) and the change tried once more. A sale that is really running refuses as before.
 */
async function thawed<Answer extends CartAnswer | SettingsAnswer>(
  cart: DurableObjectStub<CartObject>,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await change()
  if (answer.ok || answer.code !== 'checkout-in-progress') return answer
  return (await cart.abandon()) ? change() : answer
}

async function lookUp(env: Env, request: AddRequest, now: number) {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const sku = request.sku.trim()
  if (sku === '' || sku.length > SKU_MAX) return cartFailure('unknown-product')
  const resolved = resolveItem(await cachedOffer(env.DB, sku, now), { ...request, sku }, now)
  return resolved.ok ? { ...resolved, qty: parsed.qty } : resolved
}

async function lineOfSku(cart: DurableObjectStub<CartObject>, sku: string | null) {
  const known = await cart.read()
  return (known && findLine(known, { itemId: null, sku })?.itemId) ?? null
}
