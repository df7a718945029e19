/** GET /api/ext/geolocation and GET /api/ext/place (spec §3, §7 "Geo-IP"). */
import * as v from 'valibot'

/** An address to be repeated in the record; what is none counts as not given. */
export const GEO_QUERY = v.object({
  ip: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f.:]{3,45}$/i))),
})

export const PLACE = v.object({ zip: v.string(), city: v.string(), state: v.string() })

/** The record of spec §3, and beside it what our own pages do with it. */
export const GEO_REPLY = v.object({
  ip_address: v.string(),
  country_name: v.string(),
  city_name: v.string(),
  region_name: v.string(),
  country_code: v.string(),
  zip_code: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** The place when it may be taken without asking: valid, of a region that we know and deliver to. */
  place: v.nullable(PLACE),
  /** Why it may not, in words for the shopper. */
  problem: v.nullable(v.string()),
})
export type GeoReply = v.InferOutput<typeof GEO_REPLY>

export const PLACE_QUERY = v.object({ zip: v.optional(v.pipe(v.string(), v.maxLength(60)), '') })
