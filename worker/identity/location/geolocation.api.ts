/**
 * GET /api/ext/geolocation?ip=: where the network says that the request comes from, and
 * GET /api/ext/place?zip=: the place of a ZIP code. The address in the query is repeated and decides nothing: the
 * caller learns about their own place only.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { allowedStateCodes } from '../../../schema/identity/location/address.ts'
import { DELIVERY_MESSAGES, deliveryError } from '../../../schema/identity/location/delivery-area.ts'
import { GEO_QUERY, type GeoReply, PLACE_QUERY } from '../../../schema/identity/location/geolocation.api.ts'
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
    const asked = v.safeParse(GEO_QUERY, c.req.query())
    const ip = (asked.success && asked.output.ip) || (c.req.header('CF-Connecting-IP') ?? '')
    const network = placeIn(c.req.raw)
    if (ip === '' && network === null) return reply(c, 400, GEO_MESSAGES.noIp)
    const record = geoRecord(ip, network ?? {}, countryName(network?.country))
    const regions = await allRegions(c.env.DB)
    const place = acceptLocation(record, regions)
    const problem =
      deliveryError(
        { countryId: record.country_code, regionCode: place?.state ?? null, postcode: record.zip_code },
        allowedStateCodes(regions),
      ) ??
      (place ? null : record.country_code === '' ? GEO_MESSAGES.notFound : unknownPlace(record.country_code))
    const answer: GeoReply = { ...record, place: problem === null ? place : null, problem }
    return reply(c, 200, answer)
  })
  .get('/place', async (c) => {
    const asked = v.safeParse(PLACE_QUERY, c.req.query())
    const found = await locateZip(c.env.DB, asked.success ? asked.output.zip : '')
    if (!found.ok) return reply(c, found.status, found.message)
    const { city, state } = found.place
    return reply(c, 200, { zip: found.zip, city, state })
  })

/** At home, but where exactly nobody knows; elsewhere nothing is delivered. */
function unknownPlace(country: string): string {
  return country === 'US' ? GEO_MESSAGES.notFound : DELIVERY_MESSAGES.notAllowed
}

/** What the platform found out about the caller's network; `null` where it says nothing. */
function placeIn(request: Request): IpLocation | null {
  const cf: unknown = 'cf' in request ? request.cf : null
  return typeof cf === 'object' && cf !== null && 'country' in cf ? cf : null
}

function countryName(code: unknown): string {
  // Anonymous networks have codes that are no region's (`T1`).
  if (typeof code !== 'string' || !/^[A-Z]{2}$/.test(code)) return ''
  return COUNTRY_NAMES.of(code) ?? ''
}
