import { expect, test } from 'vitest'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { SIZES } from '../seed/sizes.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'

/** The axles of every trim: the size and the least load and speed of a tire for it. */
const AXLES = FITMENT_ROWS.flatMap(
  ({ size, minLoad, minSpeed, sizeRear, minLoadRear, minSpeedRear, carId, trim }) => {
    const car = CAR_ROWS.find(({ id }) => id === carId)
    const name = `${car?.make} ${car?.model} ${trim}`
    const front = { name, size, load: minLoad ?? 0, speed: minSpeed ?? '' }
    if (!sizeRear) return [front]
    return [front, { name, size: sizeRear, load: minLoadRear ?? 0, speed: minSpeedRear ?? '' }]
  },
)

test('[H9] every axle of every car requires a load and a speed', () => {
  expect(AXLES.length).toBeGreaterThan(170)
  for (const { name, load, speed } of AXLES) {
    expect(load, name).toBeGreaterThanOrEqual(85)
    expect(speedInMph(speed), name).toBeGreaterThanOrEqual(99)
  }
})

test('[H9] the shop sells tires with the load and speed that the cars require', () => {
  for (const { name, size, load, speed } of AXLES) {
    const sold = SIZES.find(({ label }) => label === size)
    expect(Math.max(...(sold?.loads ?? [0])), `${name} ${size}`).toBeGreaterThanOrEqual(load)
    const fastest = Math.max(...(sold?.speeds ?? []).map((symbol) => speedInMph(symbol) ?? 0))
    expect(fastest, `${name} ${size}`).toBeGreaterThanOrEqual(speedInMph(speed) ?? 0)
  }
})

test('a trim may have any name', () => {
  const trims = FITMENT_ROWS.map(({ trim }) => trim)
  expect(trims).toEqual(
    expect.arrayContaining(['2.5i Touring', 'R/T', '335i M Sport', 'C 300 Sport', 'RX 350']),
  )
})
