/** Totals and order of a sale at the counter (H14p), by the rules of the checkout. */
import { PICKUP_METHOD, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import type { Totals } from '../../../schema/cart/totals/totals.ts'
import { findRegion, type ShipTo, toApiAddress, toShipTo } from '../../../schema/identity/location/address.ts'
import { emptyAddress } from '../../../schema/identity/location/address-details.ts'
import { COUNTRY } from '../../../schema/identity/location/delivery-area.ts'
import {
  type CounterBuyer,
  type CounterWay,
  counterOrderLines,
  counterTotals,
} from '../../../schema/orders/counter/counter-draft.ts'
import type { CreditPayment } from '../../../schema/orders/credit/credit.ts'
import type { PlaceOrderRequest } from '../../../schema/orders/order.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import { allRegions, type Region } from '../../identity/location/region.sql.ts'
import type { CounterDraft } from './counter-draft.sql.ts'

export interface CounterQuote {
  totals: Totals
  /** The place that decides tax and fees: the store for a pick-up, else the buyer's address; `null` while it is unknown. */
  shipTo: ShipTo | null
  store: Store | null
  regions: readonly Region[]
}

/** Computes the totals of a draft at the place where the buyer gets the tires. */
export async function quoteCounterDraft(
  db: D1Database,
  draft: Pick<CounterDraft, 'lines' | 'discount' | 'way' | 'buyer' | 'totals'>,
): Promise<CounterQuote> {
  const [stores, regions] = await Promise.all([allStores(db), allRegions(db)])
  const store = stores[0] ?? null
  if (draft.totals) return { totals: draft.totals, shipTo: shipToStore(store, regions), store, regions }
  const shipTo = draft.way === 'pickup' ? shipToStore(store, regions) : shipToBuyer(draft.buyer, regions)
  const cart = { lines: draft.lines, shipTo, shippingMethod: null }
  return { totals: counterTotals(draft, shipTo, await findTotalsContext(db, cart)), shipTo, store, regions }
}

const regionOf = (regions: readonly Region[], text: string) =>
  findRegion(regions, { regionId: null, region: text, regionCode: '' })

function shipToStore(store: Store | null, regions: readonly Region[]): ShipTo | null {
  return store && toShipTo({ countryId: COUNTRY, postcode: store.zip }, regionOf(regions, store.state))
}

function shipToBuyer(buyer: CounterBuyer | null, regions: readonly Region[]): ShipTo | null {
  if (!buyer?.state) return null
  return toShipTo({ countryId: COUNTRY, postcode: buyer.zipCode }, regionOf(regions, buyer.state))
}

/** A buyer who gave no name. */
const WALK_IN = { firstName: 'Walk-in', lastName: 'customer' }

/** Returns the name and address of a buyer at the counter; who gave no address has the store's. */
export function billedParty(buyer: CounterBuyer | null, store: Store | null): CounterBuyer {
  const known = buyer ?? { ...emptyAddress(), email: '' }
  const hasName = known.firstName !== '' || known.lastName !== ''
  const named = hasName ? known : { ...known, ...WALK_IN }
  if (named.streetAddress !== '' || !store) return named
  const { street: streetAddress, city, state, zip: zipCode } = store
  return { ...named, streetAddress, apartmentNumber: '', city, state, zipCode }
}

function shippingMethodOf(way: CounterWay): PlaceOrderRequest['shippingMethod'] {
  if (way === 'difference') return null
  return way === 'pickup' ? PICKUP_METHOD : (shippingMethods(false)[0] ?? null)
}

/** Returns the part of a sale's total that its store credit pays (H14u), in cents. */
export function creditPart({ credit }: Pick<CounterDraft, 'credit'>, { totals }: CounterQuote): number {
  return Math.min(credit?.amount ?? 0, totals.grandTotal)
}

/** Returns the order of a draft: its lines and prices as they were agreed. `handedOverBy` as in `AgreedSale`. */
export function toCounterOrder(
  draft: Pick<CounterDraft, 'quoteId' | 'lines' | 'way' | 'buyer'>,
  { totals, regions }: CounterQuote,
  sale: {
    billing: CounterBuyer
    shipping: CounterBuyer | null
    paymentMethod: string
    confirmationToken: string | null
    handedOverBy: string | null
    /** The part that store credit pays; `null` without one. */
    credit?: CreditPayment | null
    /** As in `AgreedSale`. */
    payLink?: string
  },
): PlaceOrderRequest {
  const { billing, shipping, paymentMethod, confirmationToken, handedOverBy, credit, payLink } = sale
  const { customerId } = draft.buyer ?? {}
  const toAddress = ({ email, customerId: _account, receipt: _receipt, ...details }: CounterBuyer) => {
    const region = regionOf(regions, details.state)
    return toApiAddress({ ...details, state: region?.name ?? details.state }, region, email)
  }
  return {
    lines: null,
    email: billing.email,
    billingAddress: toAddress(billing),
    shippingAddress: shipping && toAddress(shipping),
    shippingMethod: shippingMethodOf(draft.way),
    paymentMethod,
    confirmationToken,
    marketing: null,
    shownTotal: totals.grandTotal,
    agreed: {
      ...{ quoteId: draft.quoteId, lines: counterOrderLines(draft.lines, totals), totals, handedOverBy },
      ...(customerId === undefined ? {} : { customerId }),
      ...(credit ? { credit } : {}),
      ...(payLink ? { payLink } : {}),
    },
  }
}
