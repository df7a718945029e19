/** The destination of a cart as a client of the API names it. */
import {
  allowedStateCodes,
  findRegion,
  hasRegion,
  parseWireAddress,
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
 * Returns the destination of an address of the API. An address without a state is accepted as far as it goes; an unknown
 * state, or one that the shop does not deliver to, is refused with a message.
 */
export async function resolveDestination(env: Env, address: unknown): Promise<DestinationResult> {
  const given = parseWireAddress(address)
  if (!given) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  const wire = { ...given, countryId: given.countryId || (await defaultCountry(env)) }
  const regions = await allRegions(env.DB)
  const region = findRegion(regions, wire)
  const allowed = allowedStateCodes(regions)
  const destination = {
    countryId: wire.countryId,
    regionId: wire.regionId,
    regionCode: region?.code ?? wire.regionCode,
    state: wire.region,
    postcode: wire.postcode,
  }
  const stateOfZip = (await resolveZip(env.DB, { postcode: wire.postcode, regionCode: null })).place?.state
  // Refused places first: a province of Canada is no unknown state but a place that is not delivered to.
  const problem =
    deliveryError(destination, region ? allowed : undefined) ??
    // A ZIP code names its state too, so an address without one goes nowhere else than the product page allows.
    (stateOfZip ? deliveryError({ regionCode: stateOfZip }, allowed) : null)
  if (problem) return { ok: false, text: problem }
  if (!region && hasRegion(wire)) return { ok: false, text: DELIVERY_MESSAGES.unknownState }
  if (wire.countryId !== '') return { ok: true, shipTo: toShipTo(wire, region) }
  console.error(NO_COUNTRY)
  return { ok: true, shipTo: toShipTo(wire, null) }
}

/** Logged where neither the address nor the configuration names a country: then nothing is taxed. */
const NO_COUNTRY = 'Please do set the tax.defaultCountry in order to calculate totals'

/** The country of an address that names none; empty where the configuration names none either. */
async function defaultCountry(env: Env): Promise<string> {
  return ((await shopConfig(env.DB)).get('general/country/default') ?? '').trim().toUpperCase()
}
