/** Resolves the destination of a cart from an address of the API. */
import {
  allowedStateCodes,
  findRegion,
  hasRegion,
  parseApiAddress,
  type ShipTo,
  toShipTo,
} from '../../../schema/identity/location/address.ts'
import {
  DELIVERY_MESSAGES,
  deliveryError,
  type ZipCheck,
} from '../../../schema/identity/location/delivery-area.ts'
import { regionsRead } from '../../identity/location/region.sql.ts'
import { checkZip } from '../../identity/location/resolve-zip.ts'
import { zipsRead } from '../../identity/location/zip.sql.ts'
import { configRead } from '../../platform/config.sql.ts'
import { noRead, readTogether } from '../../platform/drizzle.sql.ts'
import { NO_RATES, type RegionRates, ratesRead } from './totals-context.sql.ts'

export type DestinationResult =
  /** `rates` are the tax and the fees of a guest at this destination; none unless they are asked for. */
  { ok: true; shipTo: ShipTo; rates: RegionRates; zip: ZipCheck } | { ok: false; text: string }

const DEFAULT_COUNTRY = 'general/country/default'

/**
 * Returns the destination of an address of the API; all data is read in one round trip. An address without a state is
 * accepted without tax and fees. A state that is unknown or outside the delivery area is refused with a message.
 */
export async function resolveDestination(
  db: D1Database,
  address: unknown,
  { withRates = false } = {},
): Promise<DestinationResult> {
  const parsed = parseApiAddress(address)
  if (!parsed) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  const { postcode } = parsed
  const { regions, settings, zips, ratesOf } = await readTogether(db, {
    regions: regionsRead(),
    settings: configRead([DEFAULT_COUNTRY]),
    zips: zipsRead([postcode]),
    ratesOf: withRates ? ratesRead({ region: parsed, postcode, customerId: null }) : noRead(NO_RATES),
  })
  const defaultCountry = (settings.get(DEFAULT_COUNTRY) ?? '').trim().toUpperCase()
  const apiAddress = { ...parsed, countryId: parsed.countryId || defaultCountry }
  const region = findRegion(regions, apiAddress)
  const allowed = allowedStateCodes(regions)
  const destination = {
    countryId: apiAddress.countryId,
    regionId: apiAddress.regionId,
    regionCode: region?.code ?? apiAddress.regionCode,
    state: apiAddress.region,
    postcode,
  }
  const stateOfZip = checkZip({ postcode, regionCode: null }, zips).place?.state
  // The delivery area first: a province of Canada is outside the delivery area, not an unknown state.
  const problem =
    deliveryError(destination, region ? allowed : undefined) ??
    // A ZIP code implies a state, so an address without a state is refused like on the product page.
    (stateOfZip ? deliveryError({ regionCode: stateOfZip }, allowed) : null)
  if (problem) return { ok: false, text: problem }
  if (!region && hasRegion(apiAddress)) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  if (apiAddress.countryId === '') console.error(NO_COUNTRY)
  const shipTo = toShipTo(apiAddress, apiAddress.countryId === '' ? null : region)
  return { ok: true, shipTo, rates: ratesOf(shipTo.regionId), zip: checkZip(shipTo, zips).check }
}

/** Logged when neither the address nor the configuration names a country, so that no tax is computed. */
const NO_COUNTRY = 'Please do set the tax.defaultCountry in order to calculate totals'
