/** What the cart offers for its tires: the road hazard plan and a mounting kit, at today's prices. */

import type { CartOffers } from '../../../schema/cart/cart.api.ts'
import { type Cart, tireCount } from '../../../schema/cart/cart.ts'
import { type ResolvedItem, resolveItem } from '../../../schema/cart/cart-item.ts'
import { type PlanUnit, planQuantities } from '../../../schema/cart/extras/plan.ts'
import { availableUnits } from '../../../schema/catalog/product/product.ts'
import { cachedOffer } from '../offer-cache.sql.ts'
import { type CartExtra, findCartExtras } from './cart-extra.sql.ts'

export const NO_OFFERS: CartOffers = { plan: null, kit: null }

/** Returns the offers of a cart; none for a cart without tires, and no plan or kit that the cart already has. */
export async function findCartOffers(db: D1Database, cart: Cart, now: number): Promise<CartOffers> {
  const tires = tireCount(cart)
  if (tires === 0) return NO_OFFERS
  const extras = await findCartExtras(db)
  const isInCart = extras.some(
    ({ kind, sku }) => kind === 'kit' && cart.lines.some((line) => line.sku === sku),
  )
  const [plan, kit] = await Promise.all([
    cart.plan ? null : offerPlan(db, extras, tires, now),
    isInCart ? null : offerKit(db, extras, tires, now),
  ])
  return { plan, kit }
}

async function offerPlan(db: D1Database, extras: readonly CartExtra[], tires: number, now: number) {
  const quantities = planQuantities(await resolvePlanUnits(db, extras, now), tires)
  const covered = quantities.reduce((sum, { unit, qty }) => sum + unit.coversTires * qty, 0)
  if (covered < tires) return null
  return { tires, price: quantities.reduce((sum, { unit, qty }) => sum + unit.unitPrice * qty, 0) }
}

/** Returns the first kit that is in stock for the sets of wheels in the cart. */
async function offerKit(db: D1Database, extras: readonly CartExtra[], tires: number, now: number) {
  for (const extra of extras) {
    const qty = Math.floor(tires / extra.tires)
    if (extra.kind !== 'kit' || qty === 0) continue
    const { offer, item } = await resolveExtra(db, extra, now)
    const left = offer && availableUnits(offer.product, offer.stock)
    if (!item.ok || (left !== null && left < qty)) continue
    const { sku, name, unitPrice } = item.item
    return { sku, qty, title: name, price: unitPrice * qty }
  }
  return null
}

/** Returns the products of the road hazard plan that are sold today; empty in a shop without the plan. */
export async function findPlanUnits(db: D1Database, now: number): Promise<PlanUnit[]> {
  return resolvePlanUnits(db, await findCartExtras(db), now)
}

async function resolvePlanUnits(
  db: D1Database,
  extras: readonly CartExtra[],
  now: number,
): Promise<PlanUnit[]> {
  const plans = extras.filter(({ kind }) => kind === 'plan')
  const resolved = await Promise.all(plans.map((extra) => resolveExtra(db, extra, now)))
  return resolved.flatMap(({ item }, at) => {
    const coversTires = plans[at]?.tires ?? 0
    return item.ok && coversTires > 0 ? [{ ...item.item, coversTires }] : []
  })
}

async function resolveExtra(db: D1Database, { sku }: CartExtra, now: number) {
  const found = await cachedOffer(db, sku, now)
  const item: ResolvedItem = resolveItem(found, { sku, parentSku: null, option: null }, now)
  return { offer: found?.offer ?? null, item }
}
