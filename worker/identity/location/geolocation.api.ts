/**
 * GET /api/ext/geolocation?ip=: the location of the request's network, and GET /api/ext/place?zip=: the location of a ZIP
 * code. The reply repeats the IP address of the query but does not use it: callers learn only their own location.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { allowedStateCodes } from '../../../schema/identity/location/address.ts'
import { COUNTRY, DELIVERY_MESSAGES, deliveryError } from '../../../schema/identity/location/delivery-area.ts'
import {
  GEO_QUERY,
  type GeoReply,
  ZIP_LOCATION_QUERY,
} from '../../../schema/identity/location/geolocation.api.ts'
import {
  acceptLocation,
  GEO_MESSAGES,
  geoRecord,
  type IpLocation,
} from '../../../schema/identity/location/geolocation.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { locateZip } from './locate-zip.ts'
import { allRegions } from './region.sql.ts'

const COUNTRY_NAMES = new Intl.DisplayNames(['en-US'], { type: 'region' })

export const extGeolocationApi = new Hono<AppEnv>()
  .get('/geolocation', async (c) => {
    const query = v.safeParse(GEO_QUERY, c.req.query())
    const ip = (query.success && query.output.ip) || (c.req.header('CF-Connecting-IP') ?? '')
    const network = ipLocation(c.req.raw)
    if (ip === '' && network === null) return reply(c, 400, GEO_MESSAGES.noIp)
    const record = geoRecord(ip, network ?? {}, countryName(network?.country))
    const regions = await allRegions(c.env.DB)
    const place = acceptLocation(record, regions)
    const problem =
      deliveryError(
        { countryId: record.country_code, regionCode: place?.state ?? null, postcode: record.zip_code },
        allowedStateCodes(regions),
      ) ?? (place ? null : unknownLocationMessage(record.country_code))
    const result: GeoReply = { ...record, place: problem === null ? place : null, problem }
    return reply(c, 200, result)
  })
  .get('/place', async (c) => {
    const query = v.safeParse(ZIP_LOCATION_QUERY, c.req.query())
    const found = await locateZip(c.env.DB, query.success ? query.output.zip : '')
    if (!found.ok) return reply(c, found.status, found.message)
    const { city, state } = found.place
    return reply(c, 200, { zip: found.zip, city, state })
  })

/** Returns the message for a location without a known ZIP code; the shop delivers to no other country. */
function unknownLocationMessage(country: string): string {
  return country === '' || country === COUNTRY ? GEO_MESSAGES.notFound : DELIVERY_MESSAGES.notAllowed
}

/** Returns the platform's data about the caller's network; `null` without any. */
function ipLocation(request: Request): IpLocation | null {
  const cf: unknown = 'cf' in request ? request.cf : null
  return typeof cf === 'object' && cf !== null && 'country' in cf ? cf : null
}

function countryName(code: unknown): string {
  // Anonymous networks have codes that belong to no country (`T1`).
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return ''
  return COUNTRY_NAMES.of(code) ?? ''
}
