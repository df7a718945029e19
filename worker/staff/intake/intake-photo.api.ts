/**
 * PUT /api/ext/staff/intake/{key}/photos/{slot}: stores a photo of a unit in the bucket of pictures (H14). The file is read
 * whole, at most 1 MB, before any of it is stored, because its segments decide whether it may be.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { isSameValue } from '../../../schema/staff/changes/change.ts'
import { INTAKE_MESSAGES, PHOTO_PARAMS, PHOTO_QUERY } from '../../../schema/staff/intake/intake.api.ts'
import {
  MAX_PHOTO_BYTES,
  type PhotoProblem,
  photoName,
  toUnitPhoto,
  UNIT_PHOTO_MESSAGES,
} from '../../../schema/staff/intake/unit-photo.ts'
import { joinPhotos } from '../../../schema/staff/photos/photo-order.ts'
import { PHOTO_FOLDER } from '../../catalog/images/photo-address.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { limitBody } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { withStaff } from '../frame/staff-access.ts'
import { readUnitView } from '../units/unit-view.sql.ts'
import { findIntake, type Intake } from './intake.sql.ts'
import { readUnitPhotos, recordPhoto } from './intake-photo.sql.ts'

const refusalOf = (code: PhotoProblem) => ({ code, message: UNIT_PHOTO_MESSAGES[code] })

/** How often late photos are joined again, because others of the unit came at the same moment. */
const MAX_JOINS = 4

/** Shows photos that came after their unit was put on sale, once both sizes are there. */
async function showLatePhotos(db: D1Database, { key, sku }: Intake, staff: StaffSession, now: number) {
  for (let attempt = 0; attempt < MAX_JOINS; attempt += 1) {
    const [view, stored] = await Promise.all([readUnitView(db, sku), readUnitPhotos(db, key)])
    const photos = view && joinPhotos(view.photos, stored)
    if (!photos || isSameValue(photos, view.photos)) return
    const { version } = view.unit
    const change = { record: 'unit', id: sku, patch: { photos }, version, computedFrom: version } as const
    await applyChange(db, toActor(staff, 'page'), { ...change, key: crypto.randomUUID() }, now)
  }
}

export const extIntakePhotoApi = new Hono<AppEnv>().put(
  '/staff/intake/:key/photos/:slot',
  limitBody(MAX_PHOTO_BYTES, UNIT_PHOTO_MESSAGES['photo-size']),
  withStaff('intake', async (c, staff) => {
    const params = v.safeParse(PHOTO_PARAMS, c.req.param())
    if (!params.success) return reply(c, 404, INTAKE_MESSAGES.key)
    const query = readBody(PHOTO_QUERY, c.req.query())
    if (!query.ok) return reply(c, 400, query.errors)
    const { key, slot } = params.output
    const { size, hash } = query.body
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const photo = toUnitPhoto(bytes, size)
    if ('problem' in photo) return reply(c, 400, refusalOf(photo.problem))
    const stored = await findIntake(c.env.DB, key)
    if (!stored) return reply(c, 409, refusalOf('photo-draft'))
    const now = Date.now()
    const name = photoName({ sku: stored.sku, slot, hash, size, now: stored.createdAt })
    // A name is never written twice: browsers cache photos forever.
    await c.env.PICTURES.put(PHOTO_FOLDER + name, photo.picture, {
      httpMetadata: { contentType: 'image/jpeg' },
      onlyIf: new Headers({ 'If-None-Match': '*' }),
    })
    await recordPhoto(c.env.DB, { key, slot, size, name, now })
    if (stored.productId !== null) await showLatePhotos(c.env.DB, stored, staff, now)
    return reply(c, 200, { name })
  }),
)
