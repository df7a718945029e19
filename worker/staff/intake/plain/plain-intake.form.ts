/** POST /staff/intake/form: takes in a tire without script, by the rules and statements of the intake page (H14d). */
import type { Context } from 'hono'
import * as v from 'valibot'
import {
  LARGE_PHOTO,
  SMALL_PHOTO,
  smallPhotoField,
  smallPhotoName,
} from '../../../../schema/catalog/images/photo-name.ts'
import { INTAKE_MESSAGES } from '../../../../schema/staff/intake/intake.api.ts'
import {
  type IntakeDraft,
  PHOTO_SLOTS,
  type PhotoSlot,
} from '../../../../schema/staff/intake/intake-draft.ts'
import { ALIKE_QUERY } from '../../../../schema/staff/intake/intake-queries.api.ts'
import {
  PLAIN_INTAKE,
  PLAIN_INTAKE_PATH,
  photoField,
  readPlainDraft,
} from '../../../../schema/staff/intake/plain-intake.ts'
import {
  MAX_PHOTOS_BYTES,
  PHOTOS_TOO_LARGE,
  UNIT_PHOTO_MESSAGES,
} from '../../../../schema/staff/intake/unit-photo.ts'
import type { AppEnv } from '../../../env.ts'
import type { StaffSession } from '../../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../../platform/forms/form-route.ts'
import { readUpload, type Upload } from '../../../platform/forms/upload.ts'
import { limitStaffUpload } from '../../frame/limit-staff-upload.tsx'
import { staffAnswer } from '../../frame/staff-answer.ts'
import { staffFormRoute } from '../../frame/staff-form-route.ts'
import { storePhoto } from '../../photos/store-photo.ts'
import { findAlike } from '../alike.sql.ts'
import { type Intake, readPublished, renumber, storeDraft } from '../intake.sql.ts'
import { readIntakeSettings } from '../intake-facts.sql.ts'
import { recordPhoto } from '../intake-photo.sql.ts'
import { checkStored, publishUnit, scrapUnit } from '../publish-unit.ts'
import { plainIntakePage } from './plain-intake.page.tsx'

const UPLOAD = v.custom<Upload>(() => true)

export const plainIntakeForm = staffFormRoute({
  path: PLAIN_INTAKE_PATH,
  permission: 'intake',
  bodyLimit: limitStaffUpload(MAX_PHOTOS_BYTES, PHOTOS_TOO_LARGE, PLAIN_INTAKE_PATH),
  read: async (c) => ({ ...(await readUpload(c)) }),
  schema: UPLOAD,
  run: async (c, upload, staff) => {
    const parsed = v.safeParse(PLAIN_INTAKE, upload.fields)
    if (!parsed.success) return c.notFound()
    const { key, revision } = parsed.output
    const [now, db] = [Date.now(), c.env.DB]
    const draft = readPlainDraft(upload.fields)
    const toSave = { key, staffId: staff.staffId, draft, revision, sku: undefined, now }
    const stored = await storeDraft(db, toSave)
    if (stored.productId !== null) return takenIn(db, stored)
    if (stored.scrappedAt !== null) return scrapped(stored)
    const photoErrors = await storePhotos(c.env, upload, stored, now)
    const sent = { stored: { ...stored, draft }, photoErrors, typed: upload.fields, now }
    // A page that the browser went back to was sent after a newer one.
    if (stored.revision !== revision) return showAgain(c, staff, sent, INTAKE_MESSAGES.older)
    if (parsed.output.act === 'publish') return publish(c, staff, sent)
    const { isScrappable, knockOut } = await scrapUnit(db, stored, staff, now)
    if (isScrappable) return scrapped(stored)
    return showAgain(c, staff, sent, INTAKE_MESSAGES[knockOut ? 'not-scrap' : 'sellable'])
  },
})

interface Sent {
  stored: Intake
  photoErrors: Partial<Record<PhotoSlot, string>>
  typed: Upload['fields']
  now: number
}

/** Puts the tire on sale, or shows the form again with what is missing, wrong or to be answered. */
async function publish(c: Context<AppEnv>, staff: StaffSession, sent: Sent): Promise<FormAnswer> {
  const { stored, photoErrors, now } = sent
  const db = c.env.DB
  const { check, duplicates } = await checkSent(db, staff, sent)
  const isReady = check.isPublishable && duplicates.length === 0 && Object.keys(photoErrors).length === 0
  const { isCreated } = isReady ? await publishUnit(db, stored, staff, now) : {}
  if (isCreated) return takenIn(db, stored)
  if (isCreated === false) await renumber(db, stored.key)
  return showAgain(c, staff, sent, isCreated === false ? INTAKE_MESSAGES['sku-taken'] : null)
}

async function checkSent(db: D1Database, staff: StaffSession, { stored, now }: Sent) {
  const [{ check, photos, suggested }, duplicates] = await Promise.all([
    checkStored(db, stored, staff, now),
    findDuplicates(db, stored.draft, now),
  ])
  return { check, photos, suggested, duplicates }
}

/** Shows the form as it was typed, with what is wrong; its next sending is newer than what is stored. */
async function showAgain(
  c: Context<AppEnv>,
  staff: StaffSession,
  sent: Sent,
  message: string | null,
): Promise<FormAnswer> {
  const { stored, typed, photoErrors } = sent
  const checked = await checkSent(c.env.DB, staff, sent)
  const form = { key: stored.key, revision: stored.revision + 1, typed, message, photoErrors }
  return { status: 422, result: checked.check, to: () => plainIntakePage(c, { ...form, ...checked }) }
}

/** Stores the photos of the form, so that a form that is shown again has them; returns what is wrong with the others. */
async function storePhotos(
  env: AppEnv['Bindings'],
  { fileOf }: Upload,
  { key, sku }: Intake,
  now: number,
): Promise<Sent['photoErrors']> {
  const errors: Sent['photoErrors'] = {}
  for (const slot of PHOTO_SLOTS) {
    const large = fileOf[photoField(slot)]
    if (!large) continue
    const photo = await storePhoto(
      env,
      { large, small: fileOf[smallPhotoField(photoField(slot))] },
      { sku, slot, now },
    )
    if ('problem' in photo) {
      errors[slot] = UNIT_PHOTO_MESSAGES[photo.problem]
      continue
    }
    const { image } = photo
    await recordPhoto(env.DB, { key, slot, size: LARGE_PHOTO, name: image, now })
    await recordPhoto(env.DB, { key, slot, size: SMALL_PHOTO, name: smallPhotoName(image) ?? image, now })
  }
  return errors
}

/** Returns units that may be this very tire and that the person did not say to be others. */
async function findDuplicates(db: D1Database, draft: IntakeDraft, now: number) {
  const { marking, brand, model, depths, dot, runFlat, anotherThan } = draft
  const query = v.safeParse(ALIKE_QUERY, {
    ...{ marking, brand, model, depths: depths.join(','), dot: dot ?? '' },
    ...{ runFlat: runFlat ? '1' : '0', except: anotherThan.join(',') },
  })
  if (!query.success) return []
  const settings = await readIntakeSettings(db)
  return (await findAlike(db, query.output, { now, settings })).duplicates
}

/** Leads to an empty form for the next tire of the same lot and bin. */
async function takenIn(db: D1Database, { sku, draft }: Intake): Promise<FormAnswer> {
  const { state } = await readPublished(db, sku)
  const next = new URLSearchParams({ done: sku, lot: String(draft.lotId ?? ''), bin: draft.bin ?? '' })
  const message = state === 'live' ? `${sku} is on sale.` : `${sku} is taken in, but not on sale yet.`
  return staffAnswer(true, message, `${PLAIN_INTAKE_PATH}?${next}`)
}

function scrapped({ sku }: Intake): FormAnswer {
  return staffAnswer(true, `${sku} is scrapped and counted.`, PLAIN_INTAKE_PATH)
}
