import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sizeSlug } from '../sizes/tire-size.ts'
import { checkFitment, formatFitmentComparison, isSameSize } from './fitment.ts'
import type { CarFitment, FitmentAxle } from './vehicle.ts'

function axle(size: string, minLoad: number | null, minSpeed: string | null): FitmentAxle {
  return { size, sizeSlug: sizeSlug(size), minLoad, minSpeed }
}
const tire = (size: string, tireLoad: number | null = 94, tireSpeed: string | null = 'W') => ({
  size,
  tireLoad,
  tireSpeed,
})
const square: CarFitment = { front: axle('225/45R17', 91, 'V'), rear: null }
const staggered: CarFitment = { front: axle('225/40R19', 89, 'W'), rear: axle('255/35R19', 92, 'W') }

/** Speed symbols, slowest first: H comes after U. */
const SYMBOLS = ['L', 'M', 'N', 'P', 'Q', 'R', 'S', 'T', 'U', 'H', 'V', 'W', 'Y']

describe('[H9] a tire fits by size, load and speed', () => {
  test.each([
    ['225/45R17', 91, 'V', 'all', []],
    ['225/45ZR17', 94, 'Y', 'all', []],
    ['P225/45R17', 91, 'V', 'all', []],
    ['LT225/45R17', 121, 'V', 'no', ['This tire is LT225/45R17. Your car needs 225/45R17.']],
    ['225/45R17C', 121, 'V', 'no', ['This tire is 225/45R17C. Your car needs 225/45R17.']],
    ['225/45R17', 90, 'V', 'no', ['Load index 90 is below the 91 your car needs.']],
    ['225/45R17', 91, 'H', 'no', ['Speed symbol H is below the V your car needs.']],
    [
      '225/45R17',
      88,
      'T',
      'no',
      ['Load index 88 is below the 91 your car needs.', 'Speed symbol T is below the V your car needs.'],
    ],
    ['215/50R17', 99, 'Y', 'no', ['This tire is 215/50R17. Your car needs 225/45R17.']],
    ['225/45D17', 99, 'Y', 'no', ['This tire is 225/45D17. Your car needs 225/45R17.']],
    ['35x12.50R17', 121, 'R', 'no', ['This tire is 35x12.50R17. Your car needs 225/45R17.']],
  ])('%s %s%s: %s', (size, load, speed, fits, reasons) => {
    expect(checkFitment(square, tire(size, load, speed))).toEqual({ fits, unsure: false, reasons })
  })

  test.each([
    ['225/40R19', 89, 'W', 'front', ['The rear takes 255/35R19.']],
    ['255/35ZR19', 96, 'Y', 'rear', ['The front takes 225/40R19.']],
    ['255/35R19', 91, 'Y', 'no', ['Load index 91 is below the 92 your car needs at the rear.']],
    ['225/40R19', 92, 'V', 'no', ['Speed symbol V is below the W your car needs at the front.']],
    [
      '225/45R17',
      94,
      'W',
      'no',
      ['This tire is 225/45R17. Your car needs 225/40R19 at the front and 255/35R19 at the rear.'],
    ],
  ])('on a car with another size at the rear, %s %s%s: %s', (size, load, speed, fits, reasons) => {
    expect(checkFitment(staggered, tire(size, load, speed))).toEqual({ fits, unsure: false, reasons })
  })

  test('two axles of one size can require different loads', () => {
    const van: CarFitment = { front: axle('225/65R16', 99, 'H'), rear: axle('225/65R16', 103, 'H') }
    expect(checkFitment(van, tire('225/65R16', 100, 'H'))).toEqual({
      fits: 'front',
      unsure: false,
      reasons: ['Load index 100 is below the 103 your car needs at the rear.'],
    })
    expect(checkFitment(van, tire('225/65R16', 103, 'H')).fits).toBe('all')
  })

  test.each([
    [
      square,
      tire('225/45ZR17', 94, 'Y'),
      "225/45ZR17 is your car's size; load index 94 and speed symbol Y meet its 91 and V.",
    ],
    [
      staggered,
      tire('255/35R19', 96, 'Y'),
      "255/35R19 is your car's size at the rear; load index 96 and speed symbol Y meet its 92 and W.",
    ],
    [square, tire('225/45R17', 90, 'V'), null],
  ])('the comparison names the compared values of each axle that the tire fits', (car, own, text) => {
    expect(formatFitmentComparison(car, checkFitment(car, own), own)).toBe(text)
  })

  test.each([
    ['LT265/70R17', 'LT265/70R17', true],
    ['265/70R17', 'LT265/70R17', false],
    ['LT265/70R17', 'P265/70R17', false],
    ['265/70R17', 'P265/70R17', true],
    ['195/75R16', '195/75R16C', false],
    ['205/75R15', 'ST205/75R15', false],
    ['31X10.50R15LT', '31x10.5r15', true],
    ['11R22.5', '11R24.5', false],
  ])('[audit B5] a car on %s and a tire %s: %s', (needed, own, isSame) => {
    expect(isSameSize(needed, own)).toBe(isSame)
    expect(isSameSize(own, needed)).toBe(isSame)
  })

  test('H is faster than U and slower than V', () => {
    const carWith = (minSpeed: string): CarFitment => ({ front: axle('205/55R16', 91, minSpeed), rear: null })
    expect(checkFitment(carWith('U'), tire('205/55R16', 91, 'H')).fits).toBe('all')
    expect(checkFitment(carWith('H'), tire('205/55R16', 91, 'U')).fits).toBe('no')
    expect(checkFitment(carWith('V'), tire('205/55R16', 91, 'H')).fits).toBe('no')
  })
})

describe('[H9] a tire with unknown values never fits', () => {
  test.each([
    [null, 'W', 'We don’t know this tire’s load index. Your car needs 91.'],
    [0, 'W', 'We don’t know this tire’s load index. Your car needs 91.'],
    [Number.NaN, 'W', 'We don’t know this tire’s load index. Your car needs 91.'],
    [94, null, 'We don’t know this tire’s speed symbol. Your car needs V.'],
    [94, '', 'We don’t know this tire’s speed symbol. Your car needs V.'],
    [94, 'Z', 'We don’t know this tire’s speed symbol. Your car needs V.'],
  ])('load %s, speed %s', (load, speed, reason) => {
    expect(checkFitment(square, tire('225/45R17', load, speed))).toEqual({
      fits: 'no',
      unsure: true,
      reasons: [reason],
    })
  })

  test('a mismatch is reported before an unknown value', () => {
    expect(checkFitment(square, tire('225/45R17', 88, null))).toEqual({
      fits: 'no',
      unsure: false,
      reasons: ['Load index 88 is below the 91 your car needs.'],
    })
  })

  test('a car with unknown requirements is reported as unknown', () => {
    const car: CarFitment = { front: axle('225/45R17', null, null), rear: null }
    expect(checkFitment(car, tire('225/45R17'))).toEqual({
      fits: 'no',
      unsure: true,
      reasons: [
        'We don’t know the load index your car needs.',
        'We don’t know the speed symbol your car needs.',
      ],
    })
  })
})

describe('[H9] invariants', () => {
  const load = fc.integer({ min: 60, max: 160 })
  const symbol = fc.constantFrom(...SYMBOLS)
  const need = fc.record({ load, symbol })

  test('a tire of the right size fits exactly when neither load nor speed is too low, and only then without a reason', () => {
    fc.assert(
      fc.property(need, need, (required, own) => {
        const car: CarFitment = { front: axle('225/45R17', required.load, required.symbol), rear: null }
        const { fits, reasons } = checkFitment(car, tire('225/45ZR17', own.load, own.symbol))
        const good =
          own.load >= required.load && SYMBOLS.indexOf(own.symbol) >= SYMBOLS.indexOf(required.symbol)
        expect(fits).toBe(good ? 'all' : 'no')
        expect(reasons.length === 0).toBe(good)
      }),
    )
  })

  test('a stronger and faster tire fits wherever a weaker tire fits', () => {
    fc.assert(
      fc.property(need, need, need, fc.nat(20), fc.nat(12), (front, rear, own, more, up) => {
        const car: CarFitment = {
          front: axle('225/40R19', front.load, front.symbol),
          rear: axle('255/35R19', rear.load, rear.symbol),
        }
        const faster = SYMBOLS[Math.min(SYMBOLS.indexOf(own.symbol) + up, SYMBOLS.length - 1)] ?? 'Y'
        for (const size of ['225/40R19', '255/35R19']) {
          const before = checkFitment(car, tire(size, own.load, own.symbol)).fits
          const after = checkFitment(car, tire(size, own.load + more, faster)).fits
          if (before !== 'no') expect(after).toBe(before)
        }
      }),
    )
  })

  test('sizes are compared by their numbers, in both directions', () => {
    const number = (values: readonly number[]) => fc.constantFrom(...values)
    const size = fc
      .tuple(number([205, 225]), number([45, 50]), fc.constantFrom('R', 'ZR', 'D'), number([16, 17, 19.5]))
      .map(([width, aspect, letter, rim]) => ({
        text: `${width}/${aspect}${letter}${rim}`,
        numbers: `${width} ${aspect} ${rim} ${letter === 'D'}`,
      }))
    fc.assert(
      fc.property(size, size, (one, other) => {
        expect(isSameSize(one.text, other.text)).toBe(one.numbers === other.numbers)
        expect(isSameSize(other.text, one.text)).toBe(isSameSize(one.text, other.text))
      }),
    )
  })
})
