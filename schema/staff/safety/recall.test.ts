import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { evaluateUnit, type UnitFacts, type UnitValues } from '../units/unit-record.ts'
import { parseRecallRow, toWeek } from './recall-file.ts'
import { formatWeek, isRecalled, normalizeCampaign, weekOf } from './recall-record.ts'

const TIRE = { brand: 'Halden', model: 'Velo Sport', size: '225/45R17', dot: '2319' }
const ALL = { brand: 'HALDEN', model: null, size: null, from: null, to: null }

test.each([
  ['the brand alone', ALL, true],
  ['another spelling of the model', { ...ALL, model: 'VELO  SPORT' }, true],
  ['another model', { ...ALL, model: 'Velo' }, false],
  ['the size', { ...ALL, size: '225/45R17' }, true],
  ['another size', { ...ALL, size: '205/55R16' }, false],
  ['its own week', { ...ALL, from: 201923, to: 201923 }, true],
  ['weeks before', { ...ALL, from: 201901, to: 201922 }, false],
  ['weeks after', { ...ALL, from: 201924, to: null }, false],
] as const)('[H14t] a recall of %s', (_, tire, expected) => {
  expect(isRecalled(TIRE, [tire])).toBe(expected)
  expect(isRecalled({ ...TIRE, dot: '1A2UVWXYA2319' }, [tire])).toBe(expected)
})

test('[H14t] a tire without a DOT code may be one of any weeks', () => {
  expect(isRecalled({ ...TIRE, dot: null }, [{ ...ALL, from: 201901, to: 201902 }])).toBe(true)
})

test('[H14t] weeks are read from codes and dates, and written as on a sidewall', () => {
  expect([weekOf('2319'), weekOf('1A2UVWXYA0125'), weekOf(null)]).toEqual([201923, 202501, null])
  expect([toWeek('20190603'), toWeek('20210103'), toWeek('20201231'), toWeek('')]).toEqual([
    201923,
    202053,
    202053,
    null,
  ])
  expect(formatWeek(201901)).toBe('0119')
})

test('[H14t] a campaign has one number in any spelling', () => {
  expect(['24T-011', '24t011', '24T011000'].map(normalizeCampaign)).toEqual(['24T011', '24T011', '24T011'])
})

const row = (cells: Record<number, string>) => {
  const all: Record<number, string> = {
    1: '24T011000',
    2: 'HALDEN',
    3: 'VELO SPORT',
    10: 'T',
    15: '20240301',
    ...cells,
  }
  return parseRecallRow(Array.from({ length: 27 }, (_, index) => all[index] ?? '').join('\t'))
}

test('[H14t] a row of the file names brand, model and weeks; without an end it ends when the maker reported it', () => {
  expect(row({ 8: '20190603', 9: '20190630' })?.tire).toEqual({
    ...{ brand: 'HALDEN', model: 'VELO SPORT', size: null, from: 201923, to: 201926 },
  })
  expect(row({ 3: 'UNKNOWN' })?.tire).toMatchObject({ model: null, from: null, to: 202409 })
})

test.each([
  ['of a vehicle', { 10: 'V' }],
  ['of tires that are too old to be sold', { 9: '20100101' }],
  ['without a brand', { 2: '' }],
  ['without dates', { 15: '' }],
])('[H14t] a row %s is left out', (_, cells) => {
  expect(row(cells)).toBeNull()
})

const context = (permissions: readonly string[], why: string | null): EvaluationContext => ({
  ...{ now: 0, why, isUndo: false },
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (permission) => permissions.includes(permission),
  },
})
const FACTS = { qty: 0, isCounted: true, offSale: 0 } as UnitFacts
const unit = (state: UnitValues['state']) => ({ state }) as UnitValues

test('[H14t] a recalled unit is freed by who answers for safety, with a reason; a sold one can be recalled', () => {
  const free = (permissions: readonly string[], why: string | null) =>
    evaluateUnit(unit('recalled'), { state: 'live' }, FACTS, context(permissions, why))
  expect(free(['units.correct', 'units.move'], 'Other plant')).toMatchObject({ problem: 'permission' })
  expect(free(['safety'], null)).toMatchObject({ problem: 'why' })
  expect(free(['safety'], 'Other plant')).toEqual({ ok: true, after: { state: 'live' } })
  const recall = evaluateUnit(unit('live'), { state: 'recalled' }, FACTS, context(['units.correct'], null))
  expect(recall).toEqual({ ok: true, after: { state: 'recalled' } })
})
