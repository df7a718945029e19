/** The totals of a cart at a destination that a wallet names before the buyer approves the payment (H13h). */

import type { Cart } from '../../../schema/cart/cart.ts'
import {
  chooseMethod,
  FREE_SHIPPING,
  shippingKey,
  shippingMethods,
} from '../../../schema/cart/totals/shipping.ts'
import { computeTotals, type Totals } from '../../../schema/cart/totals/totals.ts'
import type { ExpressQuote, PaypalIssue } from '../../../schema/checkout/express/express.api.ts'
import { COUNTRY, DELIVERY_MESSAGES, zipMessage } from '../../../schema/identity/location/delivery-area.ts'
import type { WalletDestination } from '../../../schema/orders/payments/wallet-buyer.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import { arrivalDate, formatDay } from '../../../schema/platform/shop-calendar.ts'
import { resolveDestination } from '../../cart/totals/set-cart-destination.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'

export type ExpressQuoteResult =
  | { ok: true; totals: Totals; quote: ExpressQuote }
  /** `message` is the text that the checkout's fields show for this destination. */
  | { ok: false; issue: PaypalIssue; message: string }

/** Quotes a shipped cart at a destination by the rules of the checkout; changes nothing. */
export async function quoteExpress(
  db: D1Database,
  cart: Cart,
  destination: WalletDestination,
  now: number,
): Promise<ExpressQuoteResult> {
  const { country, state, postalCode, city } = destination
  const address = { country_id: country, region: state, postcode: postalCode, city }
  const found = await resolveDestination(db, address)
  if (!found.ok) {
    const isAbroad = country.toUpperCase() !== COUNTRY
    return { ok: false, issue: isAbroad ? 'COUNTRY_ERROR' : 'STATE_ERROR', message: found.text }
  }
  const { shipTo, zip } = found
  if (shipTo.regionId === null) {
    return { ok: false, issue: 'STATE_ERROR', message: DELIVERY_MESSAGES.unknownState }
  }
  if (zip !== 'valid') {
    return { ok: false, issue: 'ZIP_ERROR', message: zipMessage(zip) ?? FIELD_MESSAGES.zipCode }
  }
  const method = chooseMethod(shippingMethods(false), () => false) ?? FREE_SHIPPING
  const { carrierCode, methodCode, methodTitle } = method
  const shipped = { ...cart, shipTo, shippingMethod: { carrierCode, methodCode } }
  const totals = computeTotals(shipped, await findTotalsContext(db, shipped))
  const shipping = {
    id: shippingKey(method),
    title: methodTitle,
    promise: `Arrives ${formatDay(arrivalDate(now, knownClosedDays()))}`,
    amount: totals.shipping,
  }
  return { ok: true, totals, quote: { total: totals.grandTotal, rows: toRows(totals), shipping } }
}

/** Returns the rows of the sheet: goods, discount, shipping, fees and tax. */
function toRows({ subtotal, discount, shipping, fees, tax }: Totals): ExpressQuote['rows'] {
  return [
    { name: 'Subtotal', amount: subtotal },
    ...(discount === 0 ? [] : [{ name: 'Discount', amount: discount }]),
    { name: 'Shipping', amount: shipping },
    ...fees.map(({ title, amount }) => ({ name: title, amount })),
    { name: 'Sales tax', amount: tax },
  ]
}
