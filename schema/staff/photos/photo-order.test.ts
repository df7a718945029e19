import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinPhotos, movePhoto, PHOTO_MOVES, replacePhoto } from './photo-order.ts'

const photo = (label: string) => ({ image: `2026/TL-1-${label}.jpg`, label })
const labels = (photos: readonly { label: string }[]) => photos.map(({ label }) => label)
const TREAD = photo('Tread')
const SIDEWALL = photo('Sidewall')
const DOT = photo('DOT code')
const ALL = [TREAD, SIDEWALL, DOT]

test('[H14h] a photo moves to the front and by one place', () => {
  expect(movePhoto(ALL, DOT.image, 'first')).toEqual([DOT, TREAD, SIDEWALL])
  expect(movePhoto(ALL, DOT.image, 'earlier')).toEqual([TREAD, DOT, SIDEWALL])
  expect(movePhoto(ALL, TREAD.image, 'later')).toEqual([SIDEWALL, TREAD, DOT])
})

test('[H14h] no move loses a photo or doubles one', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { maxLength: 6 }),
      fc.array(fc.tuple(fc.nat(7), fc.constantFrom(...PHOTO_MOVES))),
      (names, moves) => {
        let photos = names.map(photo)
        for (const [index, move] of moves) photos = movePhoto(photos, photos[index]?.image ?? 'none', move)
        expect(labels(photos).sort()).toEqual(names.sort())
      },
    ),
  )
})

test('[H14h] a replaced photo has its place and its label', () => {
  const image = '2026/TL-1-new.jpg'
  expect(replacePhoto(ALL, SIDEWALL.image, image)).toEqual([TREAD, { image, label: 'Sidewall' }, DOT])
})

test('[H14d] a late photo takes its place, stays behind a chosen order and never replaces another', () => {
  expect(labels(joinPhotos([TREAD, DOT], [TREAD, SIDEWALL]))).toEqual(['Tread', 'Sidewall', 'DOT code'])
  expect(labels(joinPhotos([DOT, TREAD], [TREAD, SIDEWALL]))).toEqual(['DOT code', 'Tread', 'Sidewall'])
  const retaken = { ...TREAD, image: '2026/TL-1-retaken.jpg' }
  expect(joinPhotos([retaken], [TREAD])).toEqual([retaken])
})
