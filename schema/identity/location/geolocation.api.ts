/** GET /api/ext/geolocation and GET /api/ext/place. */
import * as v from 'valibot'
import { GEO_RECORD } from './geolocation.ts'

/** An IP address that the reply repeats; other texts are ignored. */
export const GEO_QUERY = v.object({
  ip: v.optional(v.pipe(v.string(), v.trim(), v.regex(/^[0-9a-f.:]{3,45}$/i))),
})

export const ZIP_LOCATION = v.object({ zip: v.string(), city: v.string(), state: v.string() })

/** The record that clients of the API read, and two fields that only the shop's own pages read (G1). */
export const GEO_REPLY = v.object({
  ...GEO_RECORD.entries,
  /** The location when it can be set without asking the shopper: valid and in the delivery area. */
  place: v.nullable(ZIP_LOCATION),
  /** The message when it cannot. */
  problem: v.nullable(v.string()),
})
export type GeoReply = v.InferOutput<typeof GEO_REPLY>

export const ZIP_LOCATION_QUERY = v.object({ zip: v.optional(v.pipe(v.string(), v.maxLength(60)), '') })

/** POST /api/ext/zip-check: a ZIP code and its state by id or name. */
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
