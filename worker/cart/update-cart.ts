/**
 * Changes of a cart: what is asked for is looked up in the catalogue, then handed to the cart's object. Used by the
 * calls of the wire and by the plain forms.
 */
import {
  type Cart,
  type CartLine,
  type CartSettings,
  findLine,
  type NewLine,
  parseQty,
  subtotalOf,
} from '../../schema/cart/cart.ts'
import { type CartError, cartError } from '../../schema/cart/cart-error.ts'
import { groupMembers, type ItemRequest, resolveItem } from '../../schema/cart/cart-item.ts'
import { couponRefusal, termsOf } from '../../schema/cart/coupon/coupon.ts'
import type { GuestLine } from '../../schema/cart/sync/cart-merge.ts'
import type { CartMutationResult, ProcessedMutation } from '../../schema/cart/sync/processed-mutations.ts'
import { SKU_MAX, STATUS_DISABLED, type Stock } from '../../schema/catalog/product/product.ts'
import type { Env } from '../env.ts'
import { findCoupon } from './coupon/coupon.sql.ts'
import { type CachedOffer, cachedOffer } from './totals/offer-cache.sql.ts'

type CartStub = ReturnType<Env['CART']['getByName']>

export type SettingsAnswer = { ok: true; cart: Cart } | CartError

export interface AddRequest extends ItemRequest {
  /** As the client sent it; judged here. */
  qty: unknown
  /** Of a group: quantities by sku, as they came. */
  members?: Readonly<Record<string, string>> | null
  mutationId?: string | null
}

/** `isUnsure`: nobody could be asked how many there are, so it was added by what was known (spec §4 "Volatile"). */
export type AddToCartResult = (Extract<CartMutationResult, { ok: true }> & { isUnsure?: true }) | CartError

/** Adds units to the cart of a verified quote id; of a group its members, each a line of its own, all or none. */
export async function addToCart(
  env: Env,
  quoteId: string,
  request: AddRequest,
  now: number,
): Promise<AddToCartResult> {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const found = await findFor(env, request.sku, now)
  if (found?.offer.product.type === 'grouped')
    return addGroup(env, quoteId, found, { ...request, ...parsed }, now)
  const resolved = resolveItem(found, { ...request, sku: request.sku.trim() }, now)
  if (!resolved.ok) return resolved
  const { item, pools } = resolved
  const cart = env.CART.getByName(quoteId)
  const mutationId = request.mutationId ?? null
  const added = await thawed(cart, async () =>
    cart.add({ quoteId, now, item, pools, qty: parsed.qty, mutationId }),
  )
  return told(added, found)
}

async function addGroup(
  env: Env,
  quoteId: string,
  group: CachedOffer,
  request: AddRequest & { qty: number },
  now: number,
): Promise<AddToCartResult> {
  if (group.offer.product.status >= STATUS_DISABLED) return cartError('not-available')
  const chosen = groupMembers(group.parts, request.members ?? null)
  if (!chosen.ok) return chosen
  const pools = new Map<string, Stock>()
  const items: { item: NewLine; qty: number }[] = []
  let unsure = group
  for (const { sku, qty } of chosen.members) {
    const member = await findFor(env, sku, now)
    if (member?.isUnsure) unsure = member
    const resolved = resolveItem(member, { sku, parentSku: null, option: null }, now)
    if (!resolved.ok) return resolved
    for (const [stockSku, stock] of resolved.pools) pools.set(stockSku, stock)
    items.push({ item: resolved.item, qty: qty * request.qty })
  }
  const cart = env.CART.getByName(quoteId)
  const mutationId = request.mutationId ?? null
  const added = await thawed(cart, async () => cart.addAll({ quoteId, now, items, pools, mutationId }))
  return told(added, unsure)
}

function told(answer: CartMutationResult, by: CachedOffer | null): AddToCartResult {
  return answer.ok && by?.isUnsure ? { ...answer, isUnsure: true } : answer
}

/** Sets the quantity of a line; the line is priced from the catalogue again. */
export async function setCartQty(
  env: Env,
  quoteId: string,
  request: { itemId: number; qty: unknown; mutationId?: string | null },
  now: number,
): Promise<CartMutationResult> {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const cart = env.CART.getByName(quoteId)
  const known = await cart.read()
  const line = known && findLine(known, { itemId: request.itemId, sku: null })
  if (!line) return cartError('no-such-item', request.itemId)
  const { itemId, sku, parentSku, option } = line
  const resolved = resolveItem(await findFor(env, sku, now), { sku, parentSku, option }, now)
  if (!resolved.ok) return resolved
  const { item, pools } = resolved
  const { qty } = parsed
  const mutationId = request.mutationId ?? null
  return thawed(cart, async () => cart.setQty({ quoteId, now, itemId, item, pools, qty, mutationId }))
}

/** Removes a line, named by item id or, without one, by sku. */
export async function removeFromCart(
  env: Env,
  quoteId: string,
  wanted: { itemId: number | null; sku: string | null; mutationId?: string | null },
  now: number,
): Promise<CartMutationResult> {
  const cart = env.CART.getByName(quoteId)
  const itemId = wanted.itemId ?? (await lineOfSku(cart, wanted.sku))
  if (itemId === null) return cartError('no-such-item', wanted.sku ?? '')
  const mutationId = wanted.mutationId ?? null
  return thawed(cart, async () => cart.remove({ quoteId, now, itemId, mutationId }))
}

/** Puts a coupon on. Whatever is wrong with it, the answer is one sentence (spec §8). */
export async function applyCouponCode(
  env: Env,
  quoteId: string,
  code: string,
  now: number,
  mutationId: string | null = null,
): Promise<SettingsAnswer> {
  const cart = env.CART.getByName(quoteId)
  const [coupon, known] = await Promise.all([findCoupon(env.DB, code), cart.read()])
  if (!coupon || !known || couponRefusal(coupon, subtotalOf(known), now)) return cartError('coupon-refused')
  const settings = { coupon: termsOf(coupon) }
  return thawed(cart, async () => cart.set({ quoteId, now, settings, mutationId }))
}

/** Coupon off, destination, methods. */
export async function updateCartSettings(
  env: Env,
  quoteId: string,
  settings: CartSettings,
  now: number,
  mutationId: string | null = null,
): Promise<SettingsAnswer> {
  const cart = env.CART.getByName(quoteId)
  return thawed(cart, async () => cart.set({ quoteId, now, settings, mutationId }))
}

/**
 * A quantity, or with 0 a removal, of a line that a page saw in the cart `from`: one that has come into this cart
 * meanwhile, because its guest has signed in. Any other cart's lines are none of this one's.
 */
export async function changeMergedCartLine(
  env: Env,
  quoteId: string,
  wish: { from: string; itemId: number; qty: unknown; mutationId: string | null },
  now: number,
): Promise<CartMutationResult> {
  const parsed = wish.qty === 0 ? { ok: true as const, qty: 0 } : parseQty(wish.qty)
  if (!parsed.ok) return parsed
  const cart = env.CART.getByName(quoteId)
  const known = await cart.readMergedCarts()
  const joined = known.joined.find(({ from }) => from === wish.from)
  const into = joined?.items.find(({ itemId }) => itemId === wish.itemId)?.into
  const line = known.cart?.lines.find(({ itemId }) => itemId === into)
  const resolved = line && parsed.qty > 0 ? resolveItem(await findFor(env, line.sku, now), line, now) : null
  if (resolved && !resolved.ok) return resolved
  const { item = null, pools = new Map() } = resolved ?? {}
  const { from, itemId, mutationId } = wish
  const { qty } = parsed
  return thawed(cart, async () =>
    cart.changeMergedLine({ quoteId, now, from, itemId, qty, item, pools, mutationId }),
  )
}

/** Takes a guest's cart into a customer's, priced and counted anew; what cannot be had stays behind (spec §4). */
export async function mergeCarts(
  env: Env,
  quoteId: string,
  guest: { from: string; lines: readonly CartLine[]; seen: ProcessedMutation[] },
  now: number,
): Promise<SettingsAnswer> {
  const pools = new Map<string, Stock>()
  const lines: GuestLine[] = []
  for (const line of guest.lines) {
    const resolved = resolveItem(await findFor(env, line.sku, now), line, now)
    if (!resolved.ok) continue
    for (const [stockSku, stock] of resolved.pools) pools.set(stockSku, stock)
    lines.push({ itemId: line.itemId, qty: line.qty, item: resolved.item })
  }
  const cart = env.CART.getByName(quoteId)
  const brought = { from: guest.from, lines, seen: guest.seen }
  return thawed(cart, async () => cart.mergeGuestCart({ quoteId, now, guest: brought, pools }))
}

/**
 * While the shopper's bank is asked, the cart is frozen. A change says that the shopper went back: the open attempt is
 * given up (its intent is ended first) and the change tried once more. A sale that is really running refuses as before.
 */
async function thawed<Answer extends CartMutationResult | SettingsAnswer>(
  cart: CartStub,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await change()
  if (answer.ok || answer.code !== 'checkout-in-progress') return answer
  return (await cart.cancelPendingOrder()) ? change() : answer
}

async function findFor(env: Env, asked: string, now: number): Promise<CachedOffer | null> {
  const sku = asked.trim()
  return sku === '' || sku.length > SKU_MAX ? null : cachedOffer(env.DB, sku, now)
}

async function lineOfSku(cart: CartStub, sku: string | null) {
  const known = await cart.read()
  return (known && findLine(known, { itemId: null, sku })?.itemId) ?? null
}
