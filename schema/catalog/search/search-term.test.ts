import { expect, test } from 'vitest'
import { applySpellingCorrection, leadingFilter, parseSearchTerm, type Vocabulary } from './search-term.ts'

const option = (label: string) => ({ label, slug: label.toLowerCase().replace(/[ /]/g, '-') })
const size = (label: string, rim: number) => ({ ...option(label), rim, count: 10 })
const model = (brand: string, label: string) => ({ ...option(label), brand })
const SHOP: Vocabulary = {
  sizes: [
    size('225/45R17', 17),
    size('255/40ZR19', 19),
    size('225/70R19.5', 19.5),
    size('33X12.50R15LT', 15),
    size('LT245/75R16', 16),
  ],
  brands: [option('Halden'), option('Norwind'), option('Brakken'), option('Vega Nord')],
  models: [
    model('halden', 'Velo Sport'),
    model('halden', 'Velo All Season'),
    model('norwind', 'Frost 3'),
    model('brakken', 'Haul 19'),
    model('brakken', 'Grip'),
    model('vega-nord', 'Grip'),
  ],
}
const SIZE = { size: ['225-45r17'] }
const HALDEN = { brand: ['halden'] }

test.each([
  ['225/45r17', SIZE, []],
  ['2254517', SIZE, []],
  ['225 45 zr17', SIZE, []],
  ['255 40 19', { size: ['255-40zr19'] }, []],
  ['lt265/70r17', { size: ['lt265-70r17'] }, []],
  ['33x12.5 r15', { size: ['33x12.50r15lt'] }, []],
  ['lt245 75 16', { size: ['lt245-75r16'] }, []],
  ['2457516', { size: ['lt245-75r16'] }, []],
  ['P225 45 17', { size: ['225-45r17'] }, []],
  ['LT225/45R17', { size: ['lt225-45r17'] }, []],
  ['35x12.50r17', { size: ['35x12.50r17lt'] }, []],
  ['used 225/45r17 halden', { ...SIZE, ...HALDEN, condition: ['used'] }, []],
  ['225/45 r 17 94w', { ...SIZE, tire_load: ['min-94'], tire_speed: ['min-w'] }, []],
  ['265/70r17 121/118s', { size: ['265-70r17'], tire_load: ['min-121'], tire_speed: ['min-s'] }, []],
  ['225/45R17 94W XL', { ...SIZE, tire_load: ['min-94'], tire_speed: ['min-w'] }, []],
  ['225/45R17 94 h halden', { ...SIZE, ...HALDEN, tire_load: ['min-94'], tire_speed: ['min-h'] }, []],
  ['225/45ZR17 (94Y) XL', { ...SIZE, tire_load: ['min-94'], tire_speed: ['min-y'] }, []],
  ['LT245/75R16 121/118 S E', { size: ['lt245-75r16'], tire_load: ['min-121'], tire_speed: ['min-s'] }, []],
  ['265/75R16 116', { size: ['265-75r16'], tire_load: ['min-116'] }, []],
  ['halden used 17', { ...HALDEN, condition: ['used'], rim: ['17'] }, []],
  ['halden 12', HALDEN, ['12']],
  ['Halden tires', HALDEN, []],
  ['vega nord', { brand: ['vega-nord'] }, []],
  ['HALDEN Velo Sport', { ...HALDEN, model: ['velo-sport'] }, []],
  ['velo all season', { ...HALDEN, model: ['velo-all-season'] }, []],
  ['frost 3 winter', { brand: ['norwind'], model: ['frost-3'], seasons: ['winter'] }, []],
  ['grip', { model: ['grip'] }, []],
  ['brakken grip', { brand: ['brakken'], model: ['grip'] }, []],
  ['driven-once', { condition: ['driven-once'] }, []],
  ['retreaded', { condition: ['retread'] }, []],
  ['all-season', { seasons: ['all-seasons'] }, []],
  ['snow tires', { seasons: ['winter'] }, []],
  ['17 inch winter', { rim: ['17'], seasons: ['winter'] }, []],
  ['17" used', { rim: ['17'], condition: ['used'] }, []],
  ['r17', { rim: ['17'] }, []],
  ['19.5 rims', { rim: ['19.5'] }, []],
  ['12 inch', {}, ['12', 'inch']],
  ['run-flat halden', { ...HALDEN, run_flat: ['1'] }, []],
  ['set of 4 used', { sets: ['setOfFour'], condition: ['used'] }, []],
  ['halden velo', HALDEN, ['velo']],
  ['HAL05123', {}, ['hal05123']],
  ['tires', {}, []],
  ['94w', {}, ['94w']],
  ['', {}, []],
])('[C9] "%s" has the filters %j and the words %j', (term, choices, rest) => {
  expect(parseSearchTerm(term, SHOP)).toEqual({ choices, rest })
})

test.each([
  ['halen', 'Halden'],
  ['Haldne 225/45r17', 'Halden 225/45r17'],
  ['used norwnid', 'used Norwind'],
  ['braken grip', 'Brakken grip'],
  ['halden vleo sport', 'halden Velo sport'],
  ['witner norwind', 'winter norwind'],
])('[C9] "%s" is corrected to "%s"', (term, corrected) => {
  expect(applySpellingCorrection(term, SHOP)).toBe(corrected)
})

test.each(['halden', 'hald', 'velo', 'abc', 'completely else', '225/45r17', '05123', 'gri'])(
  '[C9] "%s" is not corrected',
  (term) => expect(applySpellingCorrection(term, SHOP)).toBeNull(),
)

test('[C9] the leading filter is the size, then brand, condition, rim, season; a filter with two values never leads', () => {
  expect(leadingFilter({ ...SIZE, ...HALDEN, condition: ['used'] })).toBe('size')
  expect(leadingFilter({ ...HALDEN, condition: ['used'] })).toBe('brand')
  expect(leadingFilter({ condition: ['used'], rim: ['17'] })).toBe('condition')
  expect(leadingFilter({ size: ['225-45r17', '255-40zr19'] })).toBeNull()
  expect(leadingFilter({ rim: ['17'], seasons: ['winter'] })).toBe('rim')
  expect(leadingFilter({ seasons: ['winter'] })).toBe('seasons')
  expect(leadingFilter({ run_flat: ['1'] })).toBeNull()
  expect(leadingFilter({})).toBeNull()
})
