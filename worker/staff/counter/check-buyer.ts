/** Checks the buyer of a sale at the counter (H14p), by the rules of the checkout's fields. */
import { shippingKey, shippingMethods } from '../../../schema/cart/totals/shipping.ts'
import { findRegion } from '../../../schema/identity/location/address.ts'
import { emptyAddress } from '../../../schema/identity/location/address-details.ts'
import type { CounterBuyer } from '../../../schema/orders/counter/counter-draft.ts'
import {
  type FieldErrors,
  type GuestField,
  hasErrors,
  normalizePhone,
  validateField,
} from '../../../schema/platform/forms/field.ts'
import type { CounterForm } from '../../../schema/staff/counter/counter-form.ts'
import { resolveAddress, shippingErrors } from '../../checkout/validate-address.ts'
import { regionsRead } from '../../identity/location/region.sql.ts'
import { zipsRead } from '../../identity/location/zip.sql.ts'
import { readTogether } from '../../platform/drizzle.sql.ts'

type BuyerForm = Extract<CounterForm, { action: 'buyer' }>

/** Returns the buyer. For a pick-up every field may be empty; a delivery needs the whole address. */
export async function checkBuyer(
  db: D1Database,
  form: BuyerForm,
): Promise<{ ok: true; buyer: CounterBuyer } | { ok: false; errors: FieldErrors }> {
  const { regions, zips } = await readTogether(db, { regions: regionsRead(), zips: zipsRead([form.zipCode]) })
  const { state } = form
  const region = findRegion(regions, { regionId: null, region: state, regionCode: '' })
  const { emailAddress, firstName, lastName, streetAddress, apartmentNumber, zipCode } = form
  const resolved = resolveAddress(
    {
      ...{ ...emptyAddress(), firstName, lastName, streetAddress, apartmentNumber, zipCode },
      ...{ city: form.city, state: region?.name ?? state, regionId: region?.id ?? null },
      phoneNumber: normalizePhone(form.phoneNumber),
    },
    region,
    zips,
  )
  const details = { ...resolved.details, city: form.city || (resolved.zip.place?.city ?? '') }
  const [method] = shippingMethods(false)
  const errors =
    form.way === 'delivery' && method
      ? shippingErrors({ ...resolved, details }, shippingKey(method), regions)
      : typedErrors({ firstName, lastName, phoneNumber: details.phoneNumber })
  const all = { ...typedErrors({ emailAddress }), ...errors }
  return hasErrors(all)
    ? { ok: false, errors: all }
    : { ok: true, buyer: { ...details, email: emailAddress } }
}

/** Returns the errors of fields that were filled in. */
function typedErrors(fields: Partial<Record<GuestField, string>>): FieldErrors {
  const errors = Object.entries(fields).flatMap(([name, text]) => {
    const message = text === '' ? null : validateField(name as GuestField, text)
    return message === null ? [] : [[name, message]]
  })
  return Object.fromEntries(errors) as FieldErrors
}
