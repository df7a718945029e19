/** Validates a checkout as it was typed, by the rules of schema/checkout and what only the server knows: ZIP codes. */
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
import { type ResolvedAddress, resolveAddress, shippingErrors } from './validate-address.ts'

export interface ValidatedCheckout {
  /** With what follows by itself filled in: the city of a zip code, the default delivery. */
  draft: CheckoutDraft
  errors: Record<CheckoutStep, FieldErrors>
  /** Where tax and fees are to be counted for; `null` until ZIP code and state are there and fit. */
  shipTo: ShipTo | null
}

export interface CheckoutContext {
  allVirtual: boolean
  regions: readonly (UsRegion & { allowed: boolean })[]
}

export async function validateCheckout(
  db: D1Database,
  typed: CheckoutDraft,
  context: CheckoutContext,
): Promise<ValidatedCheckout> {
  const { allVirtual, regions } = context
  const regionOf = (state: string) => findRegion(regions, { regionId: null, region: state, regionCode: '' })
  const to = regionOf(typed.shipping.state)
  const billed = regionOf(typed.payment.state)
  const [shipping, billing] = await Promise.all([
    resolveAddress(db, typed.shipping, to),
    resolveAddress(db, typed.payment, billed),
  ])
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
  // Nobody is shown the total of a state that nothing is sent to.
  const isServed = errors.state === undefined
  return {
    draft,
    errors: {
      personal: { ...validatePersonal(typed.personal), ...accountErrors(typed.account) },
      shipping: errors,
      payment: validatePayment(draft.payment, { zip: billing.zip.check, allVirtual }),
    },
    shipTo: allVirtual
      ? destinationOf(billing)
      : destinationOf({ ...shipping, region: isServed ? to : null }),
  }
}

/** An account that is wanted needs its password before the order goes out. */
function accountErrors(account: CheckoutDraft['account']): FieldErrors {
  const isMissing = account?.createAccount && !account.hasPassword
  return isMissing ? { password: PASSWORD_MESSAGES.required } : {}
}

/** Returns where tax and fees are counted for; `null` until ZIP code and state are there and fit. */
function destinationOf({ details, region, zip }: ResolvedAddress): ShipTo | null {
  if (region === null || zip.check !== 'valid') return null
  return toShipTo({ countryId: details.country, postcode: details.zipCode }, region)
}
