/** Checks who pays a sale by its link (H14p), by the rules of the checkout. */
import { validatePersonal } from '../../../schema/checkout/checkout.ts'
import { findRegion } from '../../../schema/identity/location/address.ts'
import { emptyAddress, validateAddress } from '../../../schema/identity/location/address-details.ts'
import type { CounterBuyer } from '../../../schema/orders/counter/counter-draft.ts'
import { PAYER_FIELDS, type PayForm } from '../../../schema/orders/counter/pay-link.ts'
import { type FieldErrors, hasErrors, normalizePhone } from '../../../schema/platform/forms/field.ts'
import { regionsRead } from '../../identity/location/region.sql.ts'
import { zipsRead } from '../../identity/location/zip.sql.ts'
import { readTogether } from '../../platform/drizzle.sql.ts'
import { resolveAddress } from '../validate-address.ts'

/** Returns the payer with the state's own name, or the first message of each wrong field. */
export async function checkPayer(
  db: D1Database,
  form: Pick<PayForm, (typeof PAYER_FIELDS)[number]>,
): Promise<{ ok: true; payer: CounterBuyer } | { ok: false; errors: FieldErrors }> {
  const { emailAddress, ...typed } = form
  const { regions, zips } = await readTogether(db, {
    regions: regionsRead(),
    zips: zipsRead([typed.zipCode]),
  })
  const { state } = typed
  const region = findRegion(regions, { regionId: null, region: state, regionCode: '' })
  const details = {
    ...emptyAddress(),
    ...Object.fromEntries(
      PAYER_FIELDS.filter((name) => name !== 'emailAddress').map((name) => [name, typed[name]]),
    ),
    state: region?.name ?? state,
    regionId: region?.id ?? null,
    phoneNumber: normalizePhone(typed.phoneNumber),
  }
  const { zip } = resolveAddress(details, region, zips)
  const errors = {
    ...validatePersonal({ emailAddress, firstName: details.firstName, lastName: details.lastName }),
    ...validateAddress(details, { zip: zip.check }),
  }
  return hasErrors(errors) ? { ok: false, errors } : { ok: true, payer: { ...details, email: emailAddress } }
}
