/** Validates the address of an order with data that only the server has: the regions and the ZIP codes. */
import { validateShipping } from '../../schema/checkout/checkout.ts'
import { allowedStateCodes, type UsRegion } from '../../schema/identity/location/address.ts'
import type { Party } from '../../schema/identity/location/address-details.ts'
import { pickExtras } from '../../schema/identity/location/extra-fields.ts'
import type { FieldErrors } from '../../schema/platform/forms/field.ts'
import { checkZip, type ResolvedZip } from '../identity/location/resolve-zip.ts'
import type { Zips } from '../identity/location/zip.sql.ts'

export interface ResolvedAddress {
  details: Party
  region: UsRegion | null
  zip: ResolvedZip
}

/** Compares the ZIP code of an address with its state; `region` is the state that was found before, or `null`. */
export function resolveAddress(details: Party, region: UsRegion | null, zips: Zips): ResolvedAddress {
  const zip = checkZip({ postcode: details.zipCode, regionCode: region?.code ?? null }, zips)
  return { details, region, zip }
}

/** Returns the errors of a shipping address, including delivery area and shipping method. */
export function shippingErrors(
  { details, region, zip }: ResolvedAddress,
  shippingMethod: string,
  regions: readonly (UsRegion & { allowed: boolean })[],
): FieldErrors {
  return validateShipping(
    { ...details, ...pickExtras('shipping', details), shippingMethod },
    { zip: zip.check, allowedStates: allowedStateCodes(regions), regionCode: region?.code ?? null },
  )
}
