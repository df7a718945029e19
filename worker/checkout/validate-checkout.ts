/** Validates a draft by the rules of schema/checkout and by ZIP codes, which only the server has. */
import { chooseMethod, shippingKey, shippingMethods } from '../../schema/cart/totals/shipping.ts'
import {
  type CheckoutDraft,
  type CheckoutStep,
  validatePayment,
  validatePersonal,
} from '../../schema/checkout/checkout.ts'
import { findRegion, type ShipTo, toShipTo, type UsRegion } from '../../schema/identity/location/address.ts'
import { PASSWORD_MESSAGES } from '../../schema/identity/sign-in/password.ts'
import type { FieldErrors } from '../../schema/platform/forms/field.ts'
import { zipsRead } from '../identity/location/zip.sql.ts'
import { runRead } from '../platform/drizzle.sql.ts'
import { type ResolvedAddress, resolveAddress, shippingErrors } from './validate-address.ts'

export interface ValidatedCheckout {
  /** The draft with derived fields filled in: the city of the ZIP code and the default shipping method. */
  draft: CheckoutDraft
  errors: Record<CheckoutStep, FieldErrors>
  /** The destination of tax and fees; `null` until ZIP code and state are present and match. */
  shipTo: ShipTo | null
}

export interface CheckoutContext {
  allVirtual: boolean
  regions: readonly (UsRegion & { allowed: boolean })[]
}

/** Validates all steps of a draft. */
export async function validateCheckout(
  db: D1Database,
  typed: CheckoutDraft,
  context: CheckoutContext,
): Promise<ValidatedCheckout> {
  const { allVirtual, regions } = context
  const regionOf = (state: string) => findRegion(regions, { regionId: null, region: state, regionCode: '' })
  const to = regionOf(typed.shipping.state)
  const billed = regionOf(typed.payment.state)
  const zips = await runRead(db, zipsRead([typed.shipping.zipCode, typed.payment.zipCode]))
  const shipping = resolveAddress(typed.shipping, to, zips)
  const billing = resolveAddress(typed.payment, billed, zips)
  const method = chooseMethod(
    shippingMethods(allVirtual),
    (known) => shippingKey(known) === typed.shipping.shippingMethod,
  )
  const draft: CheckoutDraft = {
    ...typed,
    shipping: {
      ...typed.shipping,
      city: typed.shipping.city || (shipping.zip.place?.city ?? ''),
      shippingMethod: method ? shippingKey(method) : '',
    },
    payment: { ...typed.payment, city: typed.payment.city || (billing.zip.place?.city ?? '') },
  }
  const errors: FieldErrors = allVirtual
    ? {}
    : shippingErrors({ ...shipping, details: draft.shipping }, draft.shipping.shippingMethod, regions)
  // No total is computed for a state to which the shop does not deliver.
  const isServed = errors.state === undefined && errors.zipCode === undefined
  return {
    draft,
    errors: {
      personal: { ...validatePersonal(typed.personal), ...accountErrors(typed.account) },
      shipping: errors,
      payment: validatePayment(draft.payment, { zip: billing.zip.check, allVirtual }),
    },
    shipTo: allVirtual
      ? toDestination(billing)
      : toDestination({ ...shipping, region: isServed ? to : null }),
  }
}

/** Returns the error of a requested account without password: the password must be present before the order. */
function accountErrors(account: CheckoutDraft['account']): FieldErrors {
  const isMissing = account?.createAccount && !account.hasPassword
  return isMissing ? { password: PASSWORD_MESSAGES.required } : {}
}

/** Returns the destination of tax and fees, or `null` until ZIP code and state are present and match. */
function toDestination({ details, region, zip }: ResolvedAddress): ShipTo | null {
  if (region === null || zip.check !== 'valid') return null
  return toShipTo({ countryId: details.country, postcode: details.zipCode }, region)
}
