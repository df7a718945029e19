/**
 * Changes a cart: looks up the product in the catalog, then passes the change to the cart object. Used by the API and
 * by the forms.
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
import { type ItemRequest, resolveGroupMembers, resolveItem } from '../../schema/cart/cart-item.ts'
import { couponRefusal, toAppliedCoupon } from '../../schema/cart/coupon/coupon.ts'
import type { TireService } from '../../schema/cart/extras/tire-services.ts'
import type { GuestLine, MergedCart } from '../../schema/cart/sync/cart-merge.ts'
import type { CartMutationResult, ProcessedMutation } from '../../schema/cart/sync/processed-mutations.ts'
import { SKU_MAX, STATUS_DISABLED, type Stock } from '../../schema/catalog/product/product.ts'
import type { Env } from '../env.ts'
import { findCoupon } from './coupon/coupon.sql.ts'
import { findTireService } from './extras/cart-extra.sql.ts'
import { type CachedOffer, cachedOffer } from './offer-cache.sql.ts'
import type { RegionRates } from './totals/totals-context.sql.ts'

type CartStub = ReturnType<Env['CART']['getByName']>

export type SettingsResult = { ok: true; cart: Cart } | CartError

export interface AddRequest extends ItemRequest {
  /** The quantity as the client sent it; validated here. */
  qty: unknown
  /** For a grouped product: quantities by sku, as the client sent them. */
  members?: Readonly<Record<string, string>> | null
  mutationId?: string | null
  /** False on the pages of the shop, which sell a service such as mounting only for all tires of the cart. */
  isServiceAlone?: boolean
}

/** `isUnsure`: D1 did not answer, so the line was added by the cached stock. */
export type AddToCartResult = (Extract<CartMutationResult, { ok: true }> & { isUnsure?: true }) | CartError

/** Adds units to the cart of a verified quote id. A grouped product adds one line per member, all or none. */
export async function addToCart(
  env: Env,
  quoteId: string,
  request: AddRequest,
  now: number,
): Promise<AddToCartResult> {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const found = await findOffer(env, request.sku, now)
  if (found?.offer.product.type === 'grouped')
    return addGroup(env, quoteId, found, { ...request, ...parsed }, now)
  const service = await serviceOf(env.DB, found)
  // A client of the API may buy the plan alone, as before; mounting without its tires could not be booked.
  if (service === 'mounting' || (service && request.isServiceAlone === false))
    return cartError(`${service}-needs-tires`)
  const resolved = resolveItem(found, { ...request, sku: request.sku.trim() }, now)
  if (!resolved.ok) return resolved
  const { item, pools } = resolved
  const cart = env.CART.getByName(quoteId)
  const mutationId = request.mutationId ?? null
  const added = await changeUnlocked(cart, async () =>
    cart.add({ quoteId, now, item, pools, qty: parsed.qty, mutationId }),
  )
  return markUnsure(added, found)
}

/** Returns the service that a product is. Only a virtual product can be one, so that most additions read no further row. */
async function serviceOf(db: D1Database, found: CachedOffer | null): Promise<TireService | null> {
  const product = found?.offer.product
  return product?.type === 'virtual' ? ((await findTireService(db, product.sku))?.kind ?? null) : null
}

async function addGroup(
  env: Env,
  quoteId: string,
  group: CachedOffer,
  request: AddRequest & { qty: number },
  now: number,
): Promise<AddToCartResult> {
  if (group.offer.product.status >= STATUS_DISABLED) return cartError('not-available')
  const chosen = resolveGroupMembers(group.parts, request.members ?? null)
  if (!chosen.ok) return chosen
  const pools = new Map<string, Stock>()
  const items: { item: NewLine; qty: number }[] = []
  let unsure = group
  for (const { sku, qty } of chosen.members) {
    const member = await findOffer(env, sku, now)
    if (member?.isUnsure) unsure = member
    const resolved = resolveItem(member, { sku, parentSku: null, option: null }, now)
    if (!resolved.ok) return resolved
    for (const [stockSku, stock] of resolved.pools) pools.set(stockSku, stock)
    items.push({ item: resolved.item, qty: qty * request.qty })
  }
  const cart = env.CART.getByName(quoteId)
  const mutationId = request.mutationId ?? null
  const added = await changeUnlocked(cart, async () =>
    cart.addAll({ quoteId, now, items, pools, mutationId }),
  )
  return markUnsure(added, unsure)
}

function markUnsure(result: CartMutationResult, offer: CachedOffer | null): AddToCartResult {
  return result.ok && offer?.isUnsure ? { ...result, isUnsure: true } : result
}

/** Sets the quantity of a line at the current price of the catalog. */
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
  const resolved = resolveItem(await findOffer(env, sku, now), { sku, parentSku, option }, now)
  if (!resolved.ok) return resolved
  const { item, pools } = resolved
  const { qty } = parsed
  const mutationId = request.mutationId ?? null
  return changeUnlocked(cart, async () => cart.setQty({ quoteId, now, itemId, item, pools, qty, mutationId }))
}

/** Replaces the product of a line by another one, which takes over its place in the cart. */
export async function replaceCartLine(
  env: Env,
  quoteId: string,
  request: { itemId: number; sku: string; qty: unknown; mutationId: string | null },
  now: number,
): Promise<CartMutationResult> {
  const parsed = parseQty(request.qty)
  if (!parsed.ok) return parsed
  const { itemId, sku, mutationId } = request
  const found = await findOffer(env, sku, now)
  const service = await serviceOf(env.DB, found)
  if (service) return cartError(`${service}-needs-tires`)
  const resolved = resolveItem(found, { sku, parentSku: null, option: null }, now)
  if (!resolved.ok) return resolved
  const { item, pools } = resolved
  const cart = env.CART.getByName(quoteId)
  const { qty } = parsed
  return changeUnlocked(cart, async () => cart.setQty({ quoteId, now, itemId, item, pools, qty, mutationId }))
}

/** Removes a line that is named by its item id or, without one, by its sku. */
export async function removeFromCart(
  env: Env,
  quoteId: string,
  wanted: { itemId: number | null; sku: string | null; mutationId?: string | null },
  now: number,
): Promise<CartMutationResult> {
  const cart = env.CART.getByName(quoteId)
  const itemId = wanted.itemId ?? (await findItemId(cart, wanted.sku))
  if (itemId === null) return cartError('no-such-item', wanted.sku ?? '')
  const mutationId = wanted.mutationId ?? null
  return changeUnlocked(cart, async () => cart.remove({ quoteId, now, itemId, mutationId }))
}

/** Applies a coupon. The refusal is the same for every reason, so that codes cannot be guessed. */
export async function applyCouponCode(
  env: Env,
  quoteId: string,
  code: string,
  now: number,
  mutationId: string | null = null,
): Promise<SettingsResult> {
  const known = env.CART.getByName(quoteId).read()
  const [coupon, cart] = await Promise.all([findCoupon(env.DB, code), known])
  if (!coupon || !cart || couponRefusal(coupon, subtotalOf(cart), now)) return cartError('coupon-refused')
  return updateCartSettings(env, quoteId, { coupon: toAppliedCoupon(coupon) }, now, { mutationId })
}

/**
 * Sets destination and methods, or removes the coupon. With `rates`, the tax and fees of the new destination, the cart
 * of a guest also stores its new total, as one that the shopper is about to see.
 */
export async function updateCartSettings(
  env: Env,
  quoteId: string,
  settings: CartSettings,
  now: number,
  { mutationId = null, rates }: { mutationId?: string | null; rates?: RegionRates } = {},
): Promise<SettingsResult> {
  const cart = env.CART.getByName(quoteId)
  const request = { quoteId, now, settings, mutationId, ...(rates ? { rates } : {}) }
  return changeUnlocked(cart, async () => cart.set(request))
}

/**
 * Sets the quantity of a line that a page showed in the guest cart `from` and that was merged into this cart meanwhile,
 * because the guest signed in; 0 removes the line. Lines of every other cart are refused.
 */
export async function changeMergedCartLine(
  env: Env,
  quoteId: string,
  mutation: { from: string; itemId: number; qty: unknown; mutationId: string | null },
  now: number,
): Promise<CartMutationResult> {
  const parsed = mutation.qty === 0 ? { ok: true as const, qty: 0 } : parseQty(mutation.qty)
  if (!parsed.ok) return parsed
  const cart = env.CART.getByName(quoteId)
  const known = await cart.readMergedCarts()
  const merged = known.joined.find(({ from }) => from === mutation.from)
  const into = merged?.items.find(({ itemId }) => itemId === mutation.itemId)?.into
  const line = known.cart?.lines.find(({ itemId }) => itemId === into)
  const resolved = line && parsed.qty > 0 ? resolveItem(await findOffer(env, line.sku, now), line, now) : null
  if (resolved && !resolved.ok) return resolved
  const { item = null, pools = new Map() } = resolved ?? {}
  const { from, itemId, mutationId } = mutation
  const { qty } = parsed
  return changeUnlocked(cart, async () =>
    cart.changeMergedLine({ quoteId, now, from, itemId, qty, item, pools, mutationId }),
  )
}

/** Returns the service of a line that a page showed in the merged guest cart `from`; `null` for another line. */
export async function findMergedService(
  env: Env,
  quoteId: string,
  { from, itemId }: { from: string; itemId: number },
): Promise<TireService | null> {
  const { joined } = await env.CART.getByName(quoteId).readMergedCarts()
  const services = joined.find((merged) => merged.from === from)?.services ?? []
  return services.find((line) => line.itemId === itemId)?.service ?? null
}

/**
 * Merges a guest's cart into a customer's with current prices and stock; unavailable lines are left out, and so are the lines of
 * services, which follow the tires of the merged cart.
 */
export async function mergeCarts(
  env: Env,
  quoteId: string,
  guest: { from: string; lines: readonly CartLine[]; seen: ProcessedMutation[] },
  now: number,
): Promise<SettingsResult> {
  const pools = new Map<string, Stock>()
  const lines: GuestLine[] = []
  const services: MergedCart['services'] = []
  for (const line of guest.lines) {
    const { itemId, service } = line
    if (service) {
      services.push({ itemId, service })
      continue
    }
    const resolved = resolveItem(await findOffer(env, line.sku, now), line, now)
    if (!resolved.ok) continue
    for (const [stockSku, stock] of resolved.pools) pools.set(stockSku, stock)
    lines.push({ itemId, qty: line.qty, item: resolved.item })
  }
  const cart = env.CART.getByName(quoteId)
  const guestCart = { from: guest.from, lines, services, seen: guest.seen }
  return changeUnlocked(cart, async () => cart.mergeGuestCart({ quoteId, now, guest: guestCart, pools }))
}

/**
 * Makes a change, also while an order waits for the shopper's bank. The change shows that the shopper went back, so the
 * pending order is canceled and the change is made. An order whose payment is in progress still refuses the change.
 */
async function changeUnlocked<Result extends CartMutationResult | SettingsResult>(
  cart: CartStub,
  change: () => Promise<Result>,
): Promise<Result> {
  const result = await change()
  if (result.ok || result.code !== 'checkout-in-progress') return result
  return (await cart.cancelPendingOrder()) ? change() : result
}

async function findOffer(env: Env, text: string, now: number): Promise<CachedOffer | null> {
  const sku = text.trim()
  return sku === '' || sku.length > SKU_MAX ? null : cachedOffer(env.DB, sku, now)
}

async function findItemId(cart: CartStub, sku: string | null) {
  const known = await cart.read()
  return (known && findLine(known, { itemId: null, sku })?.itemId) ?? null
}
