/** The forms that arrange the photos of a unit (H14h). */
import * as v from 'valibot'
import { SKU_MAX } from '../../catalog/product/product.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { PHOTO_SLOTS } from '../intake/intake-draft.ts'
import { unitHref } from '../unit-list/unit-paths.ts'
import { PHOTO_MOVES } from './photo-order.ts'

export const PHOTOS_FORM_PATH = '/staff/units/photos'

/** Returns the address where the photos of a unit are arranged. */
export function photosHref(sku: string): string {
  return `${unitHref(sku)}/photos`
}

const OF_UNIT = {
  sku: v.pipe(v.string(), v.minLength(1), v.maxLength(SKU_MAX)),
  version: FORM_VERSION,
  key: CHANGE_KEY,
}
const OF_PHOTO = { ...OF_UNIT, image: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) }

export const PHOTOS_FORM = v.variant('action', [
  v.object({ action: v.literal('move'), ...OF_PHOTO, move: v.picklist(PHOTO_MOVES) }),
  v.object({ action: v.literal('turn'), ...OF_PHOTO }),
  v.object({ action: v.literal('replace'), ...OF_PHOTO }),
  v.object({ action: v.literal('add'), ...OF_UNIT, slot: v.picklist(PHOTO_SLOTS) }),
])
export type PhotosForm = v.InferOutput<typeof PHOTOS_FORM>

/** The field of a photo. */
export const PHOTO_FIELD = 'photo'

export const PHOTOS_MESSAGES = {
  saved: 'Saved. The shop shows it like this.',
  choose: 'Choose a photo first.',
  missing: 'This photo can’t be turned, because its file is missing or no JPEG. Replace it.',
} as const
