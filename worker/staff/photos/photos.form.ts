/** POST /staff/units/photos: moves, turns, replaces and adds photos of a unit (H14h). */
import * as v from 'valibot'
import { smallPhotoField } from '../../../schema/catalog/images/photo-name.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import {
  MAX_PHOTOS_BYTES,
  PHOTO_LABELS,
  PHOTOS_TOO_LARGE,
  UNIT_PHOTO_MESSAGES,
} from '../../../schema/staff/intake/unit-photo.ts'
import {
  PHOTO_FIELD,
  PHOTOS_FORM,
  PHOTOS_FORM_PATH,
  PHOTOS_MESSAGES,
  type PhotosForm,
  photosHref,
} from '../../../schema/staff/photos/photo-form.ts'
import { movePhoto, replacePhoto, slotOf } from '../../../schema/staff/photos/photo-order.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_MESSAGES } from '../../../schema/staff/units/unit-form.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import type { AppEnv } from '../../env.ts'
import { readUpload, type Upload } from '../../platform/forms/upload.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { limitStaffUpload } from '../frame/limit-staff-upload.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { readUnitView } from '../units/unit-view.sql.ts'
import { type OfPhoto, storePhoto, turnPhoto } from './store-photo.ts'

const UPLOAD = v.custom<Upload>(() => true)

type Stored = { image: string } | { message: string }

/** How often a form is applied again to the photos, because another change of the unit came at the same moment. */
const MAX_TRIES = 8

export const unitPhotosForm = staffFormRoute({
  path: PHOTOS_FORM_PATH,
  permission: 'intake',
  bodyLimit: limitStaffUpload(MAX_PHOTOS_BYTES, PHOTOS_TOO_LARGE, UNIT_PATHS.units),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: UPLOAD,
  run: async (c, upload, staff) => {
    const parsed = v.safeParse(PHOTOS_FORM, upload.fields)
    if (!parsed.success) return c.notFound()
    const form = parsed.output
    const { sku, version, key } = form
    const now = Date.now()
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const view = await readUnitView(c.env.DB, sku)
      if (!view) return c.notFound()
      const arranged = await arrange(c.env, form, { photos: view.photos, upload, now })
      if ('message' in arranged) return staffAnswer(false, arranged.message, photosHref(sku))
      const { photos, why = null, shown } = arranged
      const result = await applyChange(
        c.env.DB,
        toActor(staff, 'page'),
        { record: 'unit', id: sku, patch: { photos }, version, computedFrom: view.unit.version, key, why },
        now,
      )
      if (!result.ok && result.problem === 'busy') continue
      if (!result.ok) return staffAnswer(false, CHANGE_MESSAGES[result.problem], photosHref(sku))
      const message = result.auditId === null ? UNIT_MESSAGES.unchanged : PHOTOS_MESSAGES.saved
      // The next press of a keyboard begins at the same photo.
      const number = photos.findIndex(({ image }) => image === shown) + 1
      return staffAnswer(true, message, `${photosHref(sku)}#photo-${number}`)
    }
    return staffAnswer(false, CHANGE_MESSAGES.busy, photosHref(sku))
  },
})

/** Returns the photos after a form, why for the audit log, and the photo that it is about. */
async function arrange(
  env: AppEnv['Bindings'],
  form: PhotosForm,
  { photos, upload, now }: { photos: UnitPhoto[]; upload: Upload; now: number },
): Promise<{ photos: UnitPhoto[]; why?: string; shown: string } | { message: string }> {
  const { sku } = form
  if (form.action === 'add') {
    const label = PHOTO_LABELS[form.slot]
    const stored = await storeUpload(env, upload, { sku, slot: form.slot, now })
    if ('message' in stored) return stored
    const isNew = photos.every(({ image }) => image !== stored.image)
    return { photos: isNew ? [...photos, { ...stored, label }] : photos, shown: stored.image }
  }
  const photo = photos.find(({ image }) => image === form.image)
  // A form that is sent twice names a photo that its first sending has replaced.
  if (!photo) return { photos, shown: form.image }
  if (form.action === 'move') return { photos: movePhoto(photos, photo.image, form.move), shown: photo.image }
  const of = { sku, slot: slotOf(photo), now }
  const isTurn = form.action === 'turn'
  const next = await (isTurn ? storeTurned(env, photo, of) : storeUpload(env, upload, of))
  if ('message' in next) return next
  const why = `${isTurn ? 'Turned' : 'Replaced'}: ${photo.label || 'photo'}`
  return { photos: replacePhoto(photos, photo.image, next.image), why, shown: next.image }
}

async function storeTurned(env: AppEnv['Bindings'], photo: UnitPhoto, of: OfPhoto): Promise<Stored> {
  const image = await turnPhoto(env, photo, of)
  return image === null ? { message: PHOTOS_MESSAGES.missing } : { image }
}

async function storeUpload(env: AppEnv['Bindings'], { fileOf }: Upload, of: OfPhoto): Promise<Stored> {
  const large = fileOf[PHOTO_FIELD]
  if (!large) return { message: PHOTOS_MESSAGES.choose }
  const stored = await storePhoto(env, { large, small: fileOf[smallPhotoField(PHOTO_FIELD)] }, of)
  return 'problem' in stored ? { message: UNIT_PHOTO_MESSAGES[stored.problem] } : stored
}
