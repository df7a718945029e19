/** A checkout as it was typed, judged by the rules of schema/domain with what only the server knows: zip codes. */
import { chooseMethod, shippingKey, shippingMethods } from '../../schema/cart/totals/shipping.ts'
import {
  type CheckoutDraft,
  type Step,
  validatePayment,
  validatePersonal,
  validateShipping,
} from '../../schema/checkout/checkout.ts'
import { findRegion, type Region, type ShipTo } from '../../schema/identity/location/address.ts'
import type { AddressDetails } from '../../schema/identity/location/address-details.ts'
import type { ZipCheck } from '../../schema/identity/location/delivery-area.ts'
import { PASSWORD_MESSAGES } from '../../schema/identity/sign-in/password.ts'
import type { FieldErrors } from '../../schema/platform/forms/field.ts'
import { checkZip } from '../identity/location/check-zip.ts'

export interface ValidatedCheckout {
  /** With what follows by itself filled in: the city of a zip code, the default delivery. */
  draft: CheckoutDraft
  errors: Record<Step, FieldErrors>
  /** Where tax and fees are to be counted for; `null` until zip code and state are there and fit (spec §4). */
  shipTo: ShipTo | null
}

export interface CheckoutContext {
  allVirtual: boolean
  regions: readonly (Region & { allowed: boolean })[]
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
  const [shippingZip, billingZip] = await Promise.all([
    checkZip(db, { postcode: typed.shipping.zipCode, regionCode: to?.code ?? null }),
    checkZip(db, { postcode: typed.payment.zipCode, regionCode: billed?.code ?? null }),
  ])
  const method = chooseMethod(
    shippingMethods(allVirtual),
    (known) => shippingKey(known) === typed.shipping.shippingMethod,
  )
  const draft: CheckoutDraft = {
    ...typed,
    shipping: {
      ...typed.shipping,
      city: typed.shipping.city || (shippingZip.place?.city ?? ''),
      shippingMethod: method ? shippingKey(method) : '',
    },
    payment: { ...typed.payment, city: typed.payment.city || (billingZip.place?.city ?? '') },
  }
  const shippingErrors = allVirtual
    ? {}
    : validateShipping(draft.shipping, {
        zip: shippingZip.check,
        allowedStates: regions.filter((region) => region.allowed).map((region) => region.name),
        regionCode: to?.code ?? null,
      })
  // Nobody is shown the total of a state that nothing is sent to.
  const isServed = shippingErrors.state === undefined
  return {
    draft,
    errors: {
      personal: { ...validatePersonal(typed.personal), ...accountErrors(typed.account) },
      shipping: shippingErrors,
      payment: validatePayment(draft.payment, { zip: billingZip.check, allVirtual }),
    },
    shipTo: allVirtual
      ? shipToOf(draft.payment, billed, billingZip.check)
      : shipToOf(draft.shipping, isServed ? to : null, shippingZip.check),
  }
}

/** An account that is wanted needs its password before the order goes out. */
function accountErrors(account: CheckoutDraft['account']): FieldErrors {
  const isMissing = account?.createAccount && !account.hasPassword
  return isMissing ? { password: PASSWORD_MESSAGES.required } : {}
}

function shipToOf(address: AddressDetails, region: Region | null, zip: ZipCheck): ShipTo | null {
  if (region === null || zip !== 'valid') return null
  return {
    countryId: address.country,
    regionId: region.id,
    regionCode: region.code,
    postcode: address.zipCode,
  }
}
