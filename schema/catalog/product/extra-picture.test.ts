import { expect, test } from 'vitest'
import { extraPicture } from './extra-picture.ts'

test('[H13f] plans, mounting, guides, kits and other parcels have a drawing; tires and sets of tires have their own', () => {
  const of = (type: Parameters<typeof extraPicture>[0]['type'], name = '') =>
    extraPicture({ type, tire: null, name })
  expect(of('virtual')).toBe('/drawings/plan.svg')
  expect(of('virtual', 'Mounting at our store')).toBe('/drawings/mounting.svg')
  expect(of('downloadable')).toBe('/drawings/guide.svg')
  expect(of('simple', 'Mounting kit, four wheels')).toBe('/drawings/kit.svg')
  expect(of('simple', 'Storage bags')).toBe('/drawings/parcel.svg')
  expect([of('bundle'), of('grouped'), of('configurable')]).toEqual([null, null, null])
})
