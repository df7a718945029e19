import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import type { EvaluationContext } from '../changes/change.ts'
import { registrationDue } from './registration-due.ts'
import { countTins, evaluateRegistration, type RegistrationValues, readTin } from './registration-record.ts'

const NOW = Date.UTC(2026, 10, 27)
const SALE = Date.UTC(2026, 0, 31)

test('[H14t] an independent dealer has 30 days for each sale', () => {
  const sales = [
    { soldAt: SALE, tires: 100 },
    { soldAt: SALE + 5 * DAY_MS, tires: 1 },
  ]
  expect(registrationDue('independent', sales)).toEqual([SALE + 30 * DAY_MS, SALE + 35 * DAY_MS])
})

test.each([
  [
    '40 tires within 30 days',
    [
      [0, 30],
      [10, 10],
    ],
    SALE + 30 * DAY_MS,
  ],
  [
    '40 tires after 50 days',
    [
      [0, 30],
      [50, 10],
      [60, 4],
    ],
    SALE + 50 * DAY_MS,
  ],
  [
    'fewer than 40 tires',
    [
      [0, 4],
      [100, 4],
    ],
    Date.UTC(2026, 6, 31),
  ],
] as const)('[H14t] a dealer of a tire maker with %s', (_, sales, due) => {
  const all = sales.map(([days, tires]) => ({ soldAt: SALE + days * DAY_MS, tires }))
  expect(registrationDue('maker', all)).toEqual(all.map(() => due))
})

test('[H14t] the six months of a dealer of a maker end on the last day of a shorter month', () => {
  expect(registrationDue('maker', [{ soldAt: Date.UTC(2026, 7, 31), tires: 1 }])).toEqual([
    Date.UTC(2027, 1, 28),
  ])
})

test('[H14t] a dealer of a maker is never due before 30 days or after six months', () => {
  const sale = fc.record({
    soldAt: fc.nat(300).map((day) => SALE + day * DAY_MS),
    tires: fc.integer({ min: 1, max: 50 }),
  })
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1 }), (sales) => {
      const first = Math.min(...sales.map(({ soldAt }) => soldAt))
      for (const due of registrationDue('maker', sales)) {
        expect(due).toBeGreaterThanOrEqual(first + 30 * DAY_MS)
        expect(due).toBeLessThanOrEqual(first + 184 * DAY_MS)
      }
    }),
  )
})

test.each([
  ['dot 1A2 UVWXYZ 2325'.replace('Z', 'A'), '1A2UVWXYA2325'],
  ['U2LL-LMLR-2322', 'U2LLLMLR2322'],
  ['2325', null],
  ['1A2UVWXYA5425', null],
  ['1A2UVWXYA5227', null],
  ['1A2OVWXYA2325', null],
])('[H14t] %s is read as a TIN or refused', (typed, tin) => {
  expect(readTin(typed, NOW)).toBe(tin)
})

const context = (
  permissions: readonly string[] = ['orders.pick', 'orders.send', 'safety'],
): EvaluationContext => ({
  ...{ now: NOW, why: null, isUndo: false },
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (permission) => permissions.includes(permission),
  },
})
const FACTS = { tires: 4, orderStatus: 'paid', dealer: 'independent' } as const
const EMPTY: RegistrationValues = { tins: {}, sentAs: null, sentAt: null }
const FULL = { ...EMPTY, tins: { U2LLLMLR2322: 4 } }

test('[H14t] a line never has more TINs than tires', () => {
  const week = fc.integer({ min: 10, max: 52 })
  const change = fc.record({ week, tires: fc.integer({ min: 0, max: 6 }) })
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      let values = EMPTY
      for (const { week: made, tires } of changes) {
        const patch = { set: { tin: `U2LLLMLR${made}22`, tires } }
        const evaluated = evaluateRegistration(values, patch, FACTS, context())
        if (evaluated.ok) values = { ...values, ...evaluated.after }
        expect(countTins(values.tins)).toBeLessThanOrEqual(FACTS.tires)
      }
    }),
  )
})

test.each([
  ['tires without a TIN', EMPTY, { sentAs: 'form' }, FACTS, 'no-tin'],
  ['a form of a dealer of a maker', FULL, { sentAs: 'form' }, { ...FACTS, dealer: 'maker' }, 'maker-dealer'],
  ['a canceled order', FULL, { sentAs: 'form' }, { ...FACTS, orderStatus: 'canceled' }, 'order-ended'],
  [
    'another TIN after the tires were registered',
    { ...FULL, sentAs: 'file', sentAt: NOW },
    { set: { tin: 'U2LLLMLR2322', tires: 3 } },
    FACTS,
    'registered',
  ],
] as const)('[H14t] %s is refused', (_, before, patch, facts, problem) => {
  expect(evaluateRegistration(before, patch, facts, context())).toMatchObject({ ok: false, problem })
})

test('[H14t] who packs gives the form, and only who answers for safety sends a file', () => {
  const packer = context(['orders.pick', 'orders.send'])
  expect(evaluateRegistration(FULL, { sentAs: 'form' }, FACTS, packer)).toEqual({
    ok: true,
    after: { sentAs: 'form', sentAt: NOW },
  })
  expect(evaluateRegistration(FULL, { sentAs: 'file' }, FACTS, packer)).toMatchObject({
    problem: 'permission',
  })
  const sent = { ...FULL, sentAs: 'file', sentAt: NOW } as const
  expect(evaluateRegistration(sent, { sentAs: null }, FACTS, packer)).toMatchObject({ problem: 'permission' })
})
