/** Resolves the destination of a cart from an address of the API. */
import {
  allowedStateCodes,
  findRegion,
  hasRegion,
  parseApiAddress,
  type ShipTo,
  toShipTo,
} from '../../../schema/identity/location/address.ts'
import { DELIVERY_MESSAGES, deliveryError } from '../../../schema/identity/location/delivery-area.ts'
import type { Env } from '../../env.ts'
import { allRegions } from '../../identity/location/region.sql.ts'
import { resolveZip } from '../../identity/location/resolve-zip.ts'
import { shopConfig } from '../../platform/config.sql.ts'

export type DestinationResult = { ok: true; shipTo: ShipTo } | { ok: false; text: string }

/**
 * Returns the destination of an address of the API. An address without a state is accepted without tax and fees. A
 * state that is unknown or outside the delivery area is refused with a message.
 */
export async function resolveDestination(env: Env, address: unknown): Promise<DestinationResult> {
  const parsed = parseApiAddress(address)
  if (!parsed) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  const apiAddress = { ...parsed, countryId: parsed.countryId || (await defaultCountry(env)) }
  const regions = await allRegions(env.DB)
  const region = findRegion(regions, apiAddress)
  const allowed = allowedStateCodes(regions)
  const destination = {
    countryId: apiAddress.countryId,
    regionId: apiAddress.regionId,
    regionCode: region?.code ?? apiAddress.regionCode,
    state: apiAddress.region,
    postcode: apiAddress.postcode,
  }
  const stateOfZip = (await resolveZip(env.DB, { postcode: apiAddress.postcode, regionCode: null })).place
    ?.state
  // The delivery area first: a province of Canada is outside the delivery area, not an unknown state.
  const problem =
    deliveryError(destination, region ? allowed : undefined) ??
    // A ZIP code implies a state, so an address without a state is refused like on the product page.
    (stateOfZip ? deliveryError({ regionCode: stateOfZip }, allowed) : null)
  if (problem) return { ok: false, text: problem }
  if (!region && hasRegion(apiAddress)) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  if (apiAddress.countryId !== '') return { ok: true, shipTo: toShipTo(apiAddress, region) }
  console.error(NO_COUNTRY)
  return { ok: true, shipTo: toShipTo(apiAddress, null) }
}

/** Logged when neither the address nor the configuration names a country, so that no tax is computed. */
const NO_COUNTRY = 'Please do set the tax.defaultCountry in order to calculate totals'

/** Returns the configured country for an address without one, or an empty string. */
async function defaultCountry(env: Env): Promise<string> {
  return ((await shopConfig(env.DB)).get('general/country/default') ?? '').trim().toUpperCase()
}
