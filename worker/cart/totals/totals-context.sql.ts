/** What the totals of a cart depend on beside the cart: tax, fees and shipping of the place it goes to. */
import type { Cart } from '../../../schema/cart/cart.ts'
import { isAllVirtual } from '../../../schema/cart/cart.ts'
import { chooseMethod, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { NO_DESTINATION_CONTEXT, type TotalsContext } from '../../../schema/cart/totals/totals.ts'
import { findCustomerGroup } from '../../identity/sign-in/customer.sql.ts'
import { feeRules } from './fee.sql.ts'
import { taxPercent } from './tax.sql.ts'

/** Reads the context for `computeTotals`. Without a region nothing is read: nobody can know tax and fees yet. */
export async function findTotalsContext(
  db: D1Database,
  cart: Pick<Cart, 'lines' | 'shipTo' | 'shippingMethod'> & Partial<Pick<Cart, 'customerId'>>,
): Promise<TotalsContext> {
  const { shipTo, shippingMethod } = cart
  const method = chooseMethod(
    shippingMethods(isAllVirtual(cart)),
    (known) =>
      known.carrierCode === shippingMethod?.carrierCode && known.methodCode === shippingMethod.methodCode,
  )
  const shippingPrice = method?.price ?? 0
  const regionId = shipTo?.regionId ?? null
  if (regionId === null) return { ...NO_DESTINATION_CONTEXT, shippingPrice }
  const classes = [...new Set(cart.lines.flatMap(({ parts }) => parts.map((part) => part.taxClassId)))]
  const postcode = shipTo?.postcode ?? null
  // The tax group comes from the customer's group; a guest has the group of guests.
  const customerGroup = await groupOf(db, cart.customerId ?? null)
  const [rules, ...percents] = await Promise.all([
    feeRules(db, regionId),
    ...classes.map((taxClassId) => taxPercent(db, { regionId, postcode, taxClassId, customerGroup })),
  ])
  const taxPercentByClass = new Map(classes.map((id, index) => [id, percents[index] ?? 0]))
  return { taxPercentByClass, feeRules: rules, shippingPrice }
}

async function groupOf(db: D1Database, customerId: number | null): Promise<number> {
  return customerId === null ? 0 : ((await findCustomerGroup(db, customerId)) ?? 0)
}
