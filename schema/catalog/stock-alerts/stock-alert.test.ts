import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EMPTY_QUERY } from '../listing/listing.ts'
import {
  formatStockAlert,
  parseStockAlert,
  stockAlertFields,
  stockAlertHref,
  stockAlertListHref,
  stockAlertOfList,
  stockAlertOfSoldTire,
} from './stock-alert.ts'

const NAMES = {
  brand: (slug: string) => (slug === 'halden' ? 'Halden' : null),
  model: (slug: string) => (slug === 'velo-sport' ? 'Velo Sport' : null),
}
const ANY = { size: '', brand: '', model: '', season: '', condition: '', maxPrice: null }
const WINTER = { ...ANY, size: '225-45r17', season: 'winter', maxPrice: 80 }

describe('[H13j] what a stock alert waits for', () => {
  test('a size may be written in any way, and the price in dollars', () => {
    for (const size of ['225/45R17', '225-45r17', ' 225 45 17 ', '2254517'])
      expect(parseStockAlert({ size, season: 'winter', max: '$80' }, NAMES)).toEqual({
        ok: true,
        conditions: WINTER,
      })
  })

  test.each([
    [{ size: '999/99R99' }, 'unknown-size'],
    [{ size: 'x'.repeat(5_000) }, 'unknown-size'],
    [{}, 'no-tire'],
    [{ brand: 'halden' }, 'no-tire'],
    [{ brand: 'halden', model: 'nothing' }, 'unknown-tire'],
    [{ brand: "halden' or 1=1", model: 'velo-sport' }, 'unknown-tire'],
    [{ size: '225/45R17', max: '0' }, 'price'],
    [{ size: '225/45R17', max: '79.50' }, 'price'],
    [{ size: '225/45R17', max: '1e9' }, 'price'],
    [{ size: '225/45R17', max: '12345' }, 'price'],
  ])('refuses %j with a reason', (fields, problem) => {
    expect(parseStockAlert(fields, NAMES)).toEqual({ ok: false, problem })
  })

  test('an unknown season or condition means any', () => {
    const parsed = parseStockAlert({ size: '225/45R17', season: 'monsoon', condition: 'stolen' }, NAMES)
    expect(parsed).toEqual({ ok: true, conditions: { ...ANY, size: '225-45r17' } })
  })

  test('has the words of its conditions', () => {
    expect(formatStockAlert(WINTER, NAMES)).toBe('winter 225/45R17 tires up to $80')
    const model = { ...ANY, brand: 'halden', model: 'velo-sport', condition: 'driven-once' }
    expect(formatStockAlert(model, NAMES)).toBe('driven once Halden Velo Sport tires')
    expect(formatStockAlert({ ...ANY, size: '31x10.50r15lt', season: 'all-seasons' }, NAMES)).toBe(
      'all-season 31X10.50R15LT tires',
    )
  })

  test('a list of one size or one model has an alert with its filters, others have none', () => {
    const choices = { size: ['225-45r17'], seasons: ['winter'], condition: ['new', 'used'] }
    const ranges = { price_by_tire: { from: null, to: 80 } }
    expect(stockAlertOfList({ choices, ranges })).toEqual(WINTER)
    expect(stockAlertOfList({ choices: { size: ['fit-225-45r17-91-v'] }, ranges: {} })).toEqual({
      ...ANY,
      size: '225-45r17',
    })
    expect(stockAlertOfList({ choices: { brand: ['halden'], model: ['velo-sport'] }, ranges: {} })).toEqual({
      ...ANY,
      brand: 'halden',
      model: 'velo-sport',
    })
    for (const other of [{}, { brand: ['halden'] }, { size: ['225-45r17', '205-55r16'] }, { model: ['x'] }])
      expect(stockAlertOfList({ ...EMPTY_QUERY, choices: other })).toBeNull()
    expect(stockAlertOfList({ choices, ranges, text: 'halden' })).toBeNull()
  })

  test('its list has the same filters', () => {
    expect(stockAlertListHref(WINTER)).toBe('/t/s/225-45r17?seasons=winter&price_to=80')
    expect(stockAlertListHref({ ...ANY, brand: 'halden', model: 'velo-sport' })).toBe(
      '/t/b/halden/velo-sport',
    )
  })

  test('a sold used tire waits for its size and season, a new one for its model', () => {
    const tire = { brand: 'Halden', model: 'Velo Sport', size: '225/45R17', season: 'Winter' as const }
    expect(stockAlertOfSoldTire({ ...tire, condition: 'Used' }).label).toBe('winter 225/45R17 tires')
    expect(stockAlertOfSoldTire({ ...tire, condition: 'New' }).label).toBe(
      'new Halden Velo Sport 225/45R17 tires',
    )
  })

  test('what a link says is read from it again, whatever its letters are', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('225-45r17', 'lt245-75r16', '31x10.50r15lt', '11r22.5'),
        fc.constantFrom('', 'winter', 'summer', 'all-seasons'),
        fc.constantFrom('', 'new', 'used', 'driven-once'),
        fc.option(fc.integer({ min: 1, max: 9_999 })),
        (size, season, condition, maxPrice) => {
          const conditions = { ...ANY, size, season, condition, maxPrice }
          const [, query = ''] = stockAlertHref(conditions).split('?')
          const pairs = query.split('&').map((pair) => pair.split('=').map(decodeURIComponent))
          const fields = Object.fromEntries(pairs) as Record<string, string>
          expect(fields).toEqual(Object.fromEntries(stockAlertFields(conditions)))
          expect(parseStockAlert(fields, NAMES)).toEqual({ ok: true, conditions })
        },
      ),
    )
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('size', 'brand', 'model', 'max'), fc.string()), (fields) => {
        expect(typeof parseStockAlert(fields, NAMES).ok).toBe('boolean')
      }),
    )
  })
})
