import { expect, test } from 'vitest'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { fitProblems } from '../../schema/catalog/vehicle/fit-problem.ts'
import { isSameSize } from '../../schema/catalog/vehicle/fitment.ts'
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

test('[H9] for every car, exactly the tires of the shop that meet no axle must be confirmed', () => {
  const tires = SIZES.flatMap(({ label, loads, speeds }) =>
    loads.flatMap((tireLoad) => speeds.map((tireSpeed) => ({ size: label, tireLoad, tireSpeed }))),
  )
  for (const row of FITMENT_ROWS) {
    const { size, sizeSlug, minLoad = null, minSpeed = null, sizeRear, sizeRearSlug } = row
    const front = { size, sizeSlug, minLoad, minSpeed }
    const { minLoadRear = null, minSpeedRear = null } = row
    const rear = sizeRear
      ? { size: sizeRear, sizeSlug: sizeRearSlug ?? '', minLoad: minLoadRear, minSpeed: minSpeedRear }
      : null
    const asked = tires.filter((tire) => fitProblems({ front, rear }, [tire]).length > 0)
    const unfit = tires.filter(({ size: own, tireLoad, tireSpeed }) =>
      [front, rear ?? front].every(
        (axle) =>
          !isSameSize(own, axle.size) ||
          tireLoad < (axle.minLoad ?? 0) ||
          (speedInMph(tireSpeed) ?? 0) < (speedInMph(axle.minSpeed ?? '') ?? 0),
      ),
    )
    expect(asked, row.trim).toEqual(unfit)
  }
})

test('a trim may have any name', () => {
  const trims = FITMENT_ROWS.map(({ trim }) => trim)
  expect(trims).toEqual(
    expect.arrayContaining(['2.5i Touring', 'R/T', '335i M Sport', 'C 300 Sport', 'RX 350']),
  )
})
