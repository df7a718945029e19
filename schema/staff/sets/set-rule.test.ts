import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEFORE_SENT, type InspectionReport, type Product } from '../../catalog/product/product.ts'
import { dotDate } from '../../catalog/sizes/tire-text.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { INTAKE_SETTINGS } from '../intake/intake-settings.ts'
import { setFactor, suggestSetPrice } from './set-price.ts'
import { joinReports, setDetails, setPhotos, toSetProduct } from './set-product.ts'
import { checkSet, type SetTire } from './set-rule.ts'

const report = fc.record({
  grooves: fc
    .array(fc.double({ min: 2, max: 12, noNaN: true }), { minLength: 1, maxLength: 6 })
    .map((depths) => [depths.map((depth) => Math.round(depth * 2) / 2)]),
  repairs: fc.constantFrom('None', 'Plug-patch, 5 mm'),
  sidewalls: fc.constant('No cuts, no bulges'),
  beads: fc.constantFrom('Clean, not torn', 'Marked'),
  airTest: fc.constant('Held air'),
  grade: fc.constantFrom<('A' | 'B' | 'C')[]>('A', 'B', 'C'),
  firstInspection: fc.record({
    by: fc.constantFrom('Casey', 'Robin'),
    on: fc.constantFrom('2026-11-20', '2026-11-26'),
  }),
  secondInspection: fc.constantFrom({ by: BEFORE_SENT, on: '' }, { by: 'Sam', on: '2026-11-26' }),
})

const tire = fc
  .record({
    report,
    sku: fc.integer({ min: 1, max: 1_000_000 }),
    dot: fc.constantFrom('2421', '3021', '0123', null),
    load: fc.constantFrom(94, 94, 94, 91),
    runFlat: fc.constantFrom(false, false, false, true),
    state: fc.constantFrom('live', 'live', 'live', 'live', 'parked', 'in-set', 'split'),
    qty: fc.constantFrom(1, 1, 1, 0),
    cost: fc.constantFrom(20_00, 25_00, null),
    price: fc.integer({ min: 20_00, max: 200_00 }),
    photos: fc.array(fc.constantFrom('Tread', ''), { maxLength: 8 }),
  })
  .map(({ report: passport, sku, dot, load, runFlat, state, qty, cost, price, photos }) => ({
    product: {
      ...{ sku: `TL-${sku}`, type: 'simple', setqty: 1, price, passport },
      tire: {
        ...{
          brand: 'Halden',
          model: 'Velo',
          size: '225/45R17',
          condition: 'Used',
          tireLoad: load,
          tireSpeed: 'W',
        },
        ...{ runFlat, dot, treadDepth: Math.min(...(passport.grooves[0] ?? [])), treadNew: 10 },
      },
    } as unknown as Product,
    unit: {
      state,
      cost,
      lotId: 1,
      tin: null,
      findings: [],
      takenBy: 1,
      secondBy: null,
      secondAt: null,
    } as unknown as SetTire['unit'],
    qty,
    photos: photos.map((label, index) => ({ image: `${sku}-${index}`, label })),
  }))
const tires = (min: number, max: number) =>
  fc.uniqueArray(tire, { minLength: min, maxLength: max, selector: ({ product: { sku } }) => sku })
const least = ({ product }: SetTire) => product.tire?.treadDepth ?? 0
const madeAt = ({ product }: SetTire) => dotDate(product.tire?.dot ?? null)?.at ?? Number.NaN
const range = (values: number[]) => Math.max(...values) - Math.min(...values)

test('[H14n] a set is two or four free tires of one kind, within 2/32 of tread and 52 weeks', () => {
  fc.assert(
    fc.property(tires(1, 5), (all) => {
      const isAlike =
        new Set(all.map(({ product: { tire: own } }) => `${own?.tireLoad} ${own?.runFlat}`)).size === 1 &&
        range(all.map(least)) <= 2 &&
        range(all.map(madeAt)) / (7 * DAY_MS) <= 52.01
      const isFree = all.every(({ unit: { state }, qty }) => state === 'live' && qty === 1)
      const isAllowed = isAlike && isFree && (all.length === 2 || all.length === 4)
      expect(checkSet(all, INTAKE_SETTINGS) === null).toBe(isAllowed)
    }),
    { numRuns: 3000 },
  )
})

test('[H14n] a set promises no more than its weakest tire, and has every report', () => {
  fc.assert(
    fc.property(fc.oneof(tires(2, 2), tires(4, 4)), (all) => {
      const size = all.length === 2 ? 2 : 4
      const set = toSetProduct(all, { sku: 'TL-1', size, price: 100_00, now: 0 })
      expect(set?.tire?.treadDepth).toBe(Math.min(...all.map(least)))
      const grades = all.map(({ product: { passport } }) => passport?.grade ?? '')
      expect(grades.every((grade) => grade <= (set?.passport?.grade ?? ''))).toBe(true)
      expect(set?.passport?.grooves).toEqual(
        all.flatMap(({ product: { passport } }) => passport?.grooves ?? []),
      )
      const made = all.map(madeAt).filter((at) => !Number.isNaN(at))
      if (made.length > 0) expect(dotDate(set?.tire?.dot ?? null)?.at).toBe(Math.min(...made))
      const isOpen = all.some(({ product: { passport } }) => passport?.secondInspection.by === BEFORE_SENT)
      expect(set?.passport?.secondInspection.by === BEFORE_SENT).toBe(isOpen)
      expect(set).toMatchObject({ setqty: size, kind: `SETTREAD${size}`, stockSku: 'TL-1' })
      const costs = all.map(({ unit: { cost } }) => cost)
      const known = costs.every((cost) => cost !== null)
      expect(setDetails(all).cost).toBe(
        known ? costs.reduce((sum, cost) => (sum ?? 0) + (cost ?? 0), 0) : null,
      )
    }),
  )
})

test('[H14n] the photos of a set are those of its tires, each once, the first of each tire in front', () => {
  fc.assert(
    fc.property(tires(2, 4), (all) => {
      const shown = setPhotos(all).map(({ image }) => image)
      const own = all.flatMap(({ photos }) => photos.map(({ image }) => image))
      expect(new Set(shown).size).toBe(shown.length)
      expect(shown.length).toBe(Math.min(20, own.length))
      const firsts = all.flatMap(({ photos: [first] }) => first?.image ?? [])
      expect(shown.slice(0, firsts.length)).toEqual(firsts)
    }),
  )
})

test('[H14n] a finding names the tires that have it', () => {
  const own = (repairs: string): InspectionReport => ({
    ...{ grooves: [[7]], repairs, sidewalls: '', beads: '', airTest: '', grade: 'A' },
    firstInspection: { by: 'Casey', on: '2026-11-20' },
    secondInspection: { by: 'Sam', on: '2026-11-21' },
  })
  expect(joinReports(['None', 'None'].map(own)).repairs).toBe('None')
  expect(joinReports(['None', 'Plug', 'None', 'None'].map(own)).repairs).toBe(
    'Tires 1, 3, 4: None; tire 2: Plug',
  )
})

test('[H14n] the suggested price is the sum, times what sets sold for, and ends in 9', () => {
  expect(suggestSetPrice([60_00, 60_00], [], 2)).toEqual({
    price: 129_00,
    alone: 120_00,
    factor: 1.05,
    sales: 0,
  })
  const sale = fc.record({
    inSet: fc.integer({ min: 0, max: 500_00 }),
    alone: fc.integer({ min: 0, max: 500_00 }),
  })
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 15_00, max: 900_00 }), { minLength: 4, maxLength: 4 }),
      fc.array(sale),
      (prices, sales) => {
        const { price, alone, factor, sales: used } = suggestSetPrice(prices, sales, 4)
        expect(price % 1000).toBe(900)
        expect(Math.abs(price - alone * factor)).toBeLessThanOrEqual(900)
        expect(factor).toBeGreaterThanOrEqual(0.8)
        expect(factor).toBeLessThanOrEqual(1.4)
        const paid = sales.filter((one) => one.inSet > 0 && one.alone > 0)
        expect(used).toBe(paid.length < 5 ? 0 : paid.length)
      },
    ),
  )
  const sold = [0.9, 1, 1.2, 1.25, 1.3].map((ratio) => ({ inSet: ratio * 100_00, alone: 100_00 }))
  expect(setFactor(sold, 4)).toEqual({ factor: 1.2, sales: 5 })
})
