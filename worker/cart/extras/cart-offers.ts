/** What the cart offers for its tires: the road hazard plan, mounting at a store and a mounting kit, at today's prices. */

import type { CartOffers } from '../../../schema/cart/cart.api.ts'
import { type Cart, tireCount } from '../../../schema/cart/cart.ts'
import { type ResolvedItem, resolveItem } from '../../../schema/cart/cart-item.ts'
import { formatMountingNote } from '../../../schema/cart/extras/mounting-note.ts'
import {
  type ServiceUnit,
  serviceQuantities,
  type TireService,
} from '../../../schema/cart/extras/tire-services.ts'
import { availableUnits } from '../../../schema/catalog/product/product.ts'
import type { Cents } from '../../../schema/platform/money.ts'
import { hasStore, storeCities } from '../../identity/location/physical-stores.ts'
import { cachedOffer } from '../offer-cache.sql.ts'
import { type CartExtra, findCartExtras } from './cart-extra.sql.ts'

export const NO_OFFERS: CartOffers = { plan: null, mounting: null, kit: null }

/** Returns the offers of a cart; none for a cart without tires, and no service or kit that the cart already has. */
export async function findCartOffers(db: D1Database, cart: Cart, now: number): Promise<CartOffers> {
  const tires = tireCount(cart)
  if (tires === 0) return NO_OFFERS
  const extras = await findCartExtras(db)
  const isInCart = extras.some(
    ({ kind, sku }) => kind === 'kit' && cart.lines.some((line) => line.sku === sku),
  )
  const offer = async (service: TireService) => {
    if (cart[service]) return null
    const price = priceOf(await resolveUnits(db, extras, service, now), tires)
    return price === null ? null : { tires, price }
  }
  const [plan, mounting, kit] = await Promise.all([
    offer('plan'),
    offer('mounting').then(
      async (found) => found && { ...found, note: formatMountingNote(await storeCities(db), cart.shipTo) },
    ),
    // Mounting at a store includes what the kit has.
    isInCart || cart.mounting ? null : offerKit(db, extras, tires, now),
  ])
  return { plan, mounting, kit }
}

/** Returns the price of a service for exactly `tires`; `null` if its products leave a tire out. */
function priceOf(units: readonly ServiceUnit[], tires: number): Cents | null {
  const quantities = serviceQuantities(units, tires)
  return quantities?.length ? quantities.reduce((sum, { unit, qty }) => sum + unit.unitPrice * qty, 0) : null
}

/** Returns today's price of a service for this number of tires; `null` in a shop that does not sell it for them. */
export async function findServicePrice(
  db: D1Database,
  service: TireService,
  tires: number,
  now: number,
): Promise<Cents | null> {
  return priceOf(await findServiceUnits(db, service, now), tires)
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

/** Returns the products of a service that are sold today; empty in a shop without the service. */
export async function findServiceUnits(
  db: D1Database,
  service: TireService,
  now: number,
): Promise<ServiceUnit[]> {
  return resolveUnits(db, await findCartExtras(db), service, now)
}

/** A shop without a store mounts nothing. */
async function resolveUnits(
  db: D1Database,
  extras: readonly CartExtra[],
  service: TireService,
  now: number,
): Promise<ServiceUnit[]> {
  const sold = extras.filter(({ kind, tires }) => kind === service && tires > 0)
  if (sold.length === 0 || (service === 'mounting' && !(await hasStore(db)))) return []
  const resolved = await Promise.all(
    sold.map(async (extra) => ({ serviceTires: extra.tires, ...(await resolveExtra(db, extra, now)) })),
  )
  return resolved.flatMap(({ item, serviceTires }) =>
    item.ok ? [{ ...item.item, service, serviceTires }] : [],
  )
}

async function resolveExtra(db: D1Database, { sku }: CartExtra, now: number) {
  const found = await cachedOffer(db, sku, now)
  const item: ResolvedItem = resolveItem(found, { sku, parentSku: null, option: null }, now)
  return { offer: found?.offer ?? null, item }
}
