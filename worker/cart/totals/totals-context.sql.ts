/** The data beside the cart from which its totals are computed: tax, fees and shipping of the destination. */
import { type Cart, isAllVirtual } from '../../../schema/cart/cart.ts'
import { chooseMethod, shippingKey, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { NO_DESTINATION_CONTEXT, type TotalsContext } from '../../../schema/cart/totals/totals.ts'
import { findCustomerGroup } from '../../identity/sign-in/customer.sql.ts'
import { findFeeRules } from './fee.sql.ts'
import { findTaxPercent } from './tax.sql.ts'

/** Reads the context for `computeTotals`. Without a region nothing is read, because tax and fees are unknown. */
export async function findTotalsContext(
  db: D1Database,
  cart: Pick<Cart, 'lines' | 'shipTo' | 'shippingMethod'> & Partial<Pick<Cart, 'customerId'>>,
): Promise<TotalsContext> {
  const { shipTo, shippingMethod, customerId = null } = cart
  const method = chooseMethod(
    shippingMethods(isAllVirtual(cart)),
    (method) => shippingMethod !== null && shippingKey(method) === shippingKey(shippingMethod),
  )
  const shippingPrice = method?.price ?? 0
  const regionId = shipTo?.regionId ?? null
  if (regionId === null) return { ...NO_DESTINATION_CONTEXT, shippingPrice }
  const classes = [...new Set(cart.lines.flatMap(({ parts }) => parts.map((part) => part.taxClassId)))]
  const postcode = shipTo?.postcode ?? null
  // A guest is in customer group 0.
  const customerGroup = customerId === null ? 0 : ((await findCustomerGroup(db, customerId)) ?? 0)
  const [rules, ...percents] = await Promise.all([
    findFeeRules(db, regionId),
    ...classes.map((taxClassId) => findTaxPercent(db, { regionId, postcode, taxClassId, customerGroup })),
  ])
  const taxPercentByClass = new Map(classes.map((id, index) => [id, percents[index] ?? 0]))
  return { taxPercentByClass, feeRules: rules, shippingPrice }
}
