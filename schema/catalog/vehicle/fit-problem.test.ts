import fc from 'fast-check'
import { expect, test } from 'vitest'
import { speedInMph } from '../sizes/speed-symbol.ts'
import { fitProblems } from './fit-problem.ts'
import type { CarFitment } from './vehicle.ts'

const SIZES = ['225/45R17', '215/55R16', '255/35R18']
const SYMBOLS = ['Q', 'S', 'T', 'U', 'H', 'V', 'W', 'Y']

const axle = fc.record({
  size: fc.constantFrom(...SIZES),
  sizeSlug: fc.constant('any'),
  minLoad: fc.option(fc.integer({ min: 88, max: 92 })),
  minSpeed: fc.option(fc.constantFrom(...SYMBOLS)),
})
const fitment: fc.Arbitrary<CarFitment> = fc.record({ front: axle, rear: fc.option(axle) })
const tire = fc.record({
  size: fc.constantFrom(...SIZES),
  tireLoad: fc.option(fc.integer({ min: 87, max: 93 })),
  tireSpeed: fc.option(fc.constantFrom(...SYMBOLS)),
})

test('[H9] exactly the tires that certainly fit no axle are problems, whatever else is added with them', () => {
  const mph = (symbol: string | null) => speedInMph(symbol ?? '')
  fc.assert(
    fc.property(fitment, fc.array(tire, { maxLength: 4 }), (car, tires) => {
      const axles = [car.front, ...(car.rear ? [car.rear] : [])]
      const mayFit = (one: (typeof tires)[number]) =>
        axles.some(({ size, minLoad, minSpeed }) => {
          const [needed, own] = [mph(minSpeed), mph(one.tireSpeed)]
          const isWeak = minLoad !== null && one.tireLoad !== null && one.tireLoad < minLoad
          const isSlow = needed !== null && own !== null && own < needed
          return size === one.size && !isWeak && !isSlow
        })
      const problems = fitProblems(car, tires)
      for (const one of tires) {
        const isProblem = problems.some(
          (problem) => problem.reason === fitProblems(car, [one])[0]?.reason && problem.reason !== '',
        )
        expect(isProblem).toBe(!mayFit(one))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('[H9] the same problem appears once', () => {
  const car: CarFitment = {
    front: { size: '225/45R17', sizeSlug: '225-45r17', minLoad: 91, minSpeed: 'V' },
    rear: null,
  }
  const other = { size: '225/60R17', tireLoad: 99, tireSpeed: 'V' }
  expect(fitProblems(car, [other, other]).map(({ reason }) => reason)).toEqual([
    'This tire is 225/60R17. Your car needs 225/45R17.',
  ])
})
