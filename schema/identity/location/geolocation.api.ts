/** GET /api/ext/geolocation and GET /api/ext/place. */
import * as v from 'valibot'
import { GEO_RECORD } from './geolocation.ts'

/** An address to be repeated in the record; what is none counts as not given. */
export const GEO_QUERY = v.object({
  ip: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f.:]{3,45}$/i))),
})

export const PLACE = v.object({ zip: v.string(), city: v.string(), state: v.string() })

/** The record that clients of the API read, and what our own pages add to it (G1). */
export const GEO_REPLY = v.object({
  ...GEO_RECORD.entries,
  /** The place when it may be taken without asking: valid, of a region that we know and deliver to. */
  place: v.nullable(PLACE),
  /** Why it may not, in words for the shopper. */
  problem: v.nullable(v.string()),
})
export type GeoReply = v.InferOutput<typeof GEO_REPLY>

export const PLACE_QUERY = v.object({ zip: v.optional(v.pipe(v.string(), v.maxLength(60)), '') })

/** POST /api/ext/zip-check: a postcode, and the state that it should lie in by its id or by its name. */
export const ZIP_CHECK = v.object({
  zipCode: v.pipe(v.string(), v.trim(), v.maxLength(20)),
  regionId: v.optional(v.nullable(v.number()), null),
  state: v.optional(v.pipe(v.string(), v.maxLength(60)), ''),
})
export const ZIP_CHECKED = v.object({
  valid: v.boolean(),
  city: v.nullable(v.string()),
  state: v.nullable(v.string()),
})
