/** The photos of a unit in the order of its gallery (H14): moved, replaced and joined by later ones. */
import { PHOTO_SLOTS, type PhotoSlot } from '../intake/intake-draft.ts'
import { PHOTO_LABELS } from '../intake/unit-photo.ts'
import type { UnitPhoto } from '../units/unit-record.ts'

export const PHOTO_MOVES = ['first', 'earlier', 'later'] as const
export type PhotoMove = (typeof PHOTO_MOVES)[number]

/** Returns the photos with one of them moved; unchanged at an end, or if `image` is not among them. */
export function movePhoto(photos: readonly UnitPhoto[], image: string, move: PhotoMove): UnitPhoto[] {
  const from = photos.findIndex((photo) => photo.image === image)
  const to = move === 'first' ? 0 : move === 'earlier' ? from - 1 : from + 1
  const moved = photos[from]
  if (!moved || to < 0 || to >= photos.length) return [...photos]
  return photos.toSpliced(from, 1).toSpliced(to, 0, moved)
}

/** Returns the photos with another file at the place of one of them, under its label. */
export function replacePhoto(photos: readonly UnitPhoto[], image: string, next: string): UnitPhoto[] {
  return photos.map((photo) => (photo.image === image ? { ...photo, image: next } : photo))
}

/** Returns what a photo shows; `photo` for another label than those of intake. */
export function slotOf({ label }: Pick<UnitPhoto, 'label'>): PhotoSlot | 'photo' {
  return PHOTO_SLOTS.find((slot) => PHOTO_LABELS[slot] === label) ?? 'photo'
}

function rankOf(photo: UnitPhoto): number {
  const slot = slotOf(photo)
  return slot === 'photo' ? PHOTO_SLOTS.length : PHOTO_SLOTS.indexOf(slot)
}

const inIntakeOrder = (photos: readonly UnitPhoto[]) => photos.toSorted((a, b) => rankOf(a) - rankOf(b))

/**
 * Returns the photos with those of intake that came later. A photo of what the gallery shows already stays out, because it may have
 * been replaced, and an order that somebody chose stays.
 */
export function joinPhotos(photos: readonly UnitPhoto[], later: readonly UnitPhoto[]): UnitPhoto[] {
  const added = later.filter(({ label }) => photos.every((photo) => photo.label !== label))
  const joined = [...photos, ...added]
  const isChosen = inIntakeOrder(photos).some((photo, index) => photo !== photos[index])
  return isChosen ? joined : inIntakeOrder(joined)
}
