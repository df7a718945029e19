/** Changes the address that an order is sent to, before it is sent (H14o), by the rules of the checkout and without a change of money. */
import { computeTotals } from '../../../schema/cart/totals/totals.ts'
import {
  type ApiAddress,
  findRegion,
  fromApiAddress,
  toApiAddress,
  toShipTo,
} from '../../../schema/identity/location/address.ts'
import type { Party } from '../../../schema/identity/location/address-details.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { hasErrors, normalizePhone } from '../../../schema/platform/forms/field.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { ADDRESS_MESSAGES, type OrderAddressForm } from '../../../schema/staff/orders/address-form.ts'
import { isInYard } from '../../../schema/staff/picking/pick-record.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { resolveAddress, shippingErrors } from '../../checkout/validate-address.ts'
import { regionsRead } from '../../identity/location/region.sql.ts'
import { zipsRead } from '../../identity/location/zip.sql.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { readTogether } from '../../platform/drizzle.sql.ts'
import { writeOrderAddress } from './change-address.sql.ts'

/** Returns `null` for a changed address, or why nothing was changed. `now` is in milliseconds. */
export async function changeAddress(
  db: D1Database,
  actor: Actor,
  { form, key }: { form: OrderAddressForm; key: string },
  now: number,
): Promise<string | null> {
  const details = await readOrderDetails(db, form.order)
  const { order, life } = details ?? {}
  const before = order?.shippingAddress
  if (!order || !life || !before) return ADDRESS_MESSAGES.noOrder
  if (!isInYard(life)) return ADDRESS_MESSAGES.tooLate
  const checked = await checkAddress(db, form, order, before)
  if (!checked.ok) return checked.problem
  const { address } = checked
  const difference = await totalDifference(db, order, address)
  if (difference !== 0) return formatDifference(difference)
  const change = { order, address, fields: changedParts(before, address), key }
  return (await writeOrderAddress(db, actor, change, now)) ? null : ADDRESS_MESSAGES.tooLate
}

async function checkAddress(
  db: D1Database,
  form: OrderAddressForm,
  { shippingMethod }: Order,
  before: ApiAddress,
): Promise<{ ok: true; address: ApiAddress } | { ok: false; problem: string }> {
  const { regions, zips } = await readTogether(db, { regions: regionsRead(), zips: zipsRead([form.zipCode]) })
  const region = findRegion(regions, { regionId: null, region: form.state, regionCode: '' })
  const details: Party = {
    ...fromApiAddress(before, null),
    ...{ firstName: form.firstName, lastName: form.lastName, streetAddress: form.streetAddress },
    ...{ apartmentNumber: form.apartmentNumber, city: form.city, zipCode: form.zipCode },
    ...{ state: region?.name ?? form.state, regionId: region?.id ?? null },
    phoneNumber: normalizePhone(form.phoneNumber),
  }
  const errors = shippingErrors(resolveAddress(details, region, zips), shippingMethod ?? '', regions)
  if (hasErrors(errors)) return { ok: false, problem: Object.values(errors).filter(Boolean).join(' ') }
  return { ok: true, address: toApiAddress(details, region, before.email) }
}

/** Returns what taxes and fees of the same lines would differ at the new address, at today's rates; 0 in the same state and ZIP Code. */
async function totalDifference(db: D1Database, order: Order, address: ApiAddress): Promise<Cents> {
  const { shippingAddress: before, totals, lines, customerId, couponCode } = order
  if (before?.regionId === address.regionId && before?.postcode === address.postcode) return 0
  const [carrierCode = '', methodCode = ''] = (order.shippingMethod ?? '').split(':')
  const { regionId, regionCode } = address
  const cart = {
    ...{ lines, customerId, shippingMethod: { carrierCode, methodCode } },
    shipTo: { ...toShipTo(address, null), regionId, regionCode },
    // The order keeps its discount, whatever its coupon would give now.
    coupon: couponCode
      ? { code: couponCode, kind: 'fixed' as const, value: -totals.discount, minSubtotal: 0 }
      : null,
  }
  const fresh = computeTotals(cart, await findTotalsContext(db, cart))
  const atDestination = ({ tax, fees }: Pick<Order['totals'], 'tax' | 'fees'>) =>
    fees.reduce((sum, { amount }) => sum + amount, tax)
  return atDestination(fresh) - atDestination(totals)
}

function formatDifference(difference: Cents): string {
  const side = difference > 0 ? 'more' : 'less'
  return `Nothing was changed: taxes and fees would be ${formatMoney(Math.abs(difference))} ${side} there. Cancel the order and let the customer order again.`
}

/** Returns the names of the parts that differ; their values stay out of the audit log. */
function changedParts(before: ApiAddress, after: ApiAddress): string {
  const parts = ['firstname', 'lastname', 'street', 'city', 'region', 'postcode', 'telephone'] as const
  return parts.filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part])).join(', ')
}
