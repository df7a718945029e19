/** The data beside the cart from which its totals are computed: tax, fees and shipping of the destination. */
import { type Cart, isAllVirtual } from '../../../schema/cart/cart.ts'
import { chooseMethod, shippingKey, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import {
  computeTotals,
  NO_DESTINATION_CONTEXT,
  type Totals,
  type TotalsContext,
} from '../../../schema/cart/totals/totals.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { combineReads, type Read, runRead } from '../../platform/drizzle.sql.ts'
import { feesRead } from './fee.sql.ts'
import { type TaxQuery, taxRead } from './tax.sql.ts'

type ContextCart = Pick<Cart, 'lines' | 'shipTo' | 'shippingMethod'> & Partial<Pick<Cart, 'customerId'>>

/** Tax and fees of a region. */
export type RegionRates = Pick<TotalsContext, 'taxPercentByClass' | 'feeRules'>

/** Returns the rates of a region; none without a region. */
export type RatesOf = (regionId: number | null) => RegionRates

/** Without a region there are no rates. */
export const NO_RATES: RatesOf = () => NO_DESTINATION_CONTEXT

/** Reads the rates of today of the regions that an address may mean. */
export function ratesRead(query: Omit<TaxQuery, 'day'>): Read<RatesOf> {
  const day = shopDay(Date.now())
  const reads = { fees: feesRead(query.region, day), taxes: taxRead({ ...query, day }) }
  const { taxPercentByClass, feeRules } = NO_DESTINATION_CONTEXT
  return combineReads(reads, ({ fees, taxes }) => (regionId) => {
    if (regionId === null) return NO_RATES(regionId)
    return {
      taxPercentByClass: taxes.get(regionId) ?? taxPercentByClass,
      feeRules: fees.get(regionId) ?? feeRules,
    }
  })
}

/** Reads the rates of the cart's destination. */
export function cartRatesRead({ shipTo, customerId = null }: ContextCart): Read<RegionRates> {
  const { regionId = null, postcode = null } = shipTo ?? {}
  const region = { regionId, region: '', regionCode: '' }
  return combineReads({ ratesOf: ratesRead({ region, postcode, customerId }) }, ({ ratesOf }) =>
    ratesOf(regionId),
  )
}

/** Returns the context for `computeTotals` from the rates of the cart's destination. */
export function toTotalsContext(cart: ContextCart, rates: RegionRates): TotalsContext {
  const { shippingMethod } = cart
  const method = chooseMethod(
    shippingMethods(isAllVirtual(cart)),
    (method) => shippingMethod !== null && shippingKey(method) === shippingKey(shippingMethod),
  )
  return { ...rates, shippingPrice: method?.price ?? 0 }
}

/** Returns the totals of a guest's cart at the rates of its destination; `null` for a customer, whose group may have others. */
export function guestTotals(cart: Cart, rates: RegionRates): Totals | null {
  return cart.customerId === null ? computeTotals(cart, toTotalsContext(cart, rates)) : null
}

/** Reads the context for `computeTotals`. Without a region nothing is read, because tax and fees are unknown. */
export async function findTotalsContext(db: D1Database, cart: ContextCart): Promise<TotalsContext> {
  const isKnown = cart.shipTo !== null && cart.shipTo.regionId !== null
  return toTotalsContext(cart, isKnown ? await runRead(db, cartRatesRead(cart)) : NO_DESTINATION_CONTEXT)
}
