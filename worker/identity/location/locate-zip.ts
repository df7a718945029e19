/** The location of a typed ZIP code in the delivery area. */
import { allowedStateCodes } from '../../../schema/identity/location/address.ts'
import {
  DELIVERY_MESSAGES,
  deliveryError,
  isOutsideDeliveryArea,
} from '../../../schema/identity/location/delivery-area.ts'
import { FIELD_MESSAGES, FIELD_RULES, firstMessage } from '../../../schema/platform/forms/field.ts'
import { allRegions, type Region } from './region.sql.ts'
import { resolveZip } from './resolve-zip.ts'
import type { Zip } from './zip.sql.ts'

export type ZipLocationResult =
  | { ok: true; zip: string; place: Zip; region: Region }
  /** `status` is the status of the reply, `notice` the code of the cart's notice, `message` the text for the shopper. */
  | { ok: false; status: 400; notice: 'zip-unknown'; message: string }
  | { ok: false; status: 422; notice: 'zip-refused' | 'zip-not-served'; message: string }

/** Returns the location of a ZIP code, or why the shop does not deliver there. A Canadian postcode gets that reason too. */
export async function locateZip(db: D1Database, typed: string): Promise<ZipLocationResult> {
  const zip = typed.trim()
  if (isOutsideDeliveryArea({ postcode: zip })) return notServed(DELIVERY_MESSAGES.refused)
  const typo = firstMessage(zip, FIELD_RULES.zipCode)
  if (typo) return unknownZip(typo)
  const [{ place }, regions] = await Promise.all([
    resolveZip(db, { postcode: zip, regionCode: null }),
    allRegions(db),
  ])
  const region = place && regions.find(({ code }) => code === place.state)
  if (!place || !region) return unknownZip(FIELD_MESSAGES.zipCode)
  const problem = deliveryError(
    { regionCode: region.code, state: region.name, postcode: zip },
    allowedStateCodes(regions),
  )
  return problem ? notServed(problem) : { ok: true, zip, place, region }
}

function unknownZip(message: string): ZipLocationResult {
  return { ok: false, status: 400, notice: 'zip-unknown', message }
}

function notServed(message: string): ZipLocationResult {
  const notice = message === DELIVERY_MESSAGES.refused ? 'zip-refused' : 'zip-not-served'
  return { ok: false, status: 422, notice, message }
}
