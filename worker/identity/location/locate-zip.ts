/** The place of a ZIP code as it was typed, when the shop delivers there. */
import { allowedStateCodes } from '../../../schema/identity/location/address.ts'
import {
  DELIVERY_MESSAGES,
  deliveryError,
  isOutsideDeliveryArea,
} from '../../../schema/identity/location/delivery-area.ts'
import { FIELD_RULES, firstMessage, MESSAGES } from '../../../schema/platform/forms/field.ts'
import { allRegions, type Region } from './region.sql.ts'
import { resolveZip } from './resolve-zip.ts'
import type { Zip } from './zip.sql.ts'

export type ZipLocationResult =
  | { ok: true; zip: string; place: Zip; region: Region }
  /** `status` is the code of the reply, `notice` the cart's code; `message` are the words for the shopper. */
  | { ok: false; status: 400; notice: 'zip-unknown'; message: string }
  | { ok: false; status: 422; notice: 'zip-refused' | 'zip-not-served'; message: string }

/** Reads the zip row and the regions. A postcode of Canada is no ZIP code, and still gets the true reason. */
export async function locateZip(db: D1Database, typed: string): Promise<ZipLocationResult> {
  const zip = typed.trim()
  if (isOutsideDeliveryArea({ postcode: zip })) return notServed(DELIVERY_MESSAGES.refused)
  const typo = firstMessage(zip, FIELD_RULES.zipCode)
  if (typo) return unknown(typo)
  const [{ place }, regions] = await Promise.all([
    resolveZip(db, { postcode: zip, regionCode: null }),
    allRegions(db),
  ])
  const region = place && regions.find(({ code }) => code === place.state)
  if (!place || !region) return unknown(MESSAGES.zipCode)
  const problem = deliveryError(
    { regionCode: region.code, state: region.name, postcode: zip },
    allowedStateCodes(regions),
  )
  return problem ? notServed(problem) : { ok: true, zip, place, region }
}

function unknown(message: string): ZipLocationResult {
  return { ok: false, status: 400, notice: 'zip-unknown', message }
}

function notServed(message: string): ZipLocationResult {
  const notice = message === DELIVERY_MESSAGES.refused ? 'zip-refused' : 'zip-not-served'
  return { ok: false, status: 422, notice, message }
}
