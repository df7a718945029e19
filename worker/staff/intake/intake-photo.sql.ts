/** Photos of units that are being taken in (H14). */
import { eq } from 'drizzle-orm'
import { LARGE_PHOTO, SMALL_PHOTO } from '../../../schema/catalog/images/photo-name.ts'
import { intakePhoto } from '../../../schema/staff/intake/intake.table.ts'
import { PHOTO_SLOTS, type PhotoSlot } from '../../../schema/staff/intake/intake-draft.ts'
import { PHOTO_LABELS, type UnitPhotoSize } from '../../../schema/staff/intake/unit-photo.ts'
import type { UnitPhoto } from '../../../schema/staff/units/unit-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Returns the photos of a draft that are stored in both sizes, in the order of the gallery. */
export async function readUnitPhotos(db: D1Database, key: string): Promise<UnitPhoto[]> {
  const rows = await connect(db).select().from(intakePhoto).where(eq(intakePhoto.key, key))
  const nameOf = (slot: PhotoSlot, size: UnitPhotoSize) =>
    rows.find((row) => row.slot === slot && row.size === size)?.name
  return PHOTO_SLOTS.flatMap((slot) => {
    const image = nameOf(slot, LARGE_PHOTO)
    return image !== undefined && nameOf(slot, SMALL_PHOTO) !== undefined
      ? [{ image, label: PHOTO_LABELS[slot] }]
      : []
  })
}

/** Records a stored photo. */
export async function recordPhoto(
  db: D1Database,
  photo: { key: string; slot: PhotoSlot; size: UnitPhotoSize; name: string; now: number },
): Promise<void> {
  const { key, slot, size, name, now } = photo
  await connect(db)
    .insert(intakePhoto)
    .values({ key, slot, size, name, storedAt: now })
    .onConflictDoUpdate({
      target: [intakePhoto.key, intakePhoto.slot, intakePhoto.size],
      set: { name, storedAt: now },
    })
}
