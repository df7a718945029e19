import { expect, test } from 'vitest'
import type { Product, Tire } from '../../catalog/product/product.ts'
import {
  availableSets,
  isChoiceFilter,
  matchingSmartFilters,
  toFacetValues,
  toOptionValue,
} from './product-facets.ts'

const tire = {
  brand: 'Halden',
  model: 'Velo Sport',
  size: '225/45R17',
  construction: 'R',
  rim: 17,
  season: 'All seasons',
  condition: 'Driven Once',
  treadDepth: 7,
  runFlat: true,
  tireLoad: 94,
  tireSpeed: 'W',
  speedRated: 168,
} as Tire
const product = {
  price: 8_001,
  specialPrice: null,
  specialFrom: null,
  specialTo: null,
  setqty: 2,
  tire,
} as Product

test('a set is available while it is offered and the stock suffices', () => {
  const sets = (qty: number, setsOffered: number, manage = true) =>
    availableSets({ stock: { qty, manage }, setsOffered })
  expect([0, 1, 2, 3, 4].map((qty) => sets(qty, 7).length)).toEqual([0, 1, 2, 2, 3])
  expect([sets(8, 4), sets(8, 3)]).toEqual([['setOfFour'], ['single', 'pairs']])
  expect(sets(0, 5, false)).toEqual(['single', 'setOfFour'])
})

test('a tire has values of all filters, another product only its sets', () => {
  const tire = product.tire && { ...product.tire, loadRange: 'XL' }
  const marked = { ...product, tire, extra: { snow_marks: 'M+S, 3PMSF' } }
  expect(toFacetValues(marked, ['pairs'])).toEqual({
    sets: ['pairs'],
    condition: ['driven-once'],
    brand: ['halden'],
    model: ['velo-sport'],
    size: ['225-45r17'],
    rim: ['17'],
    rad: ['r'],
    seasons: ['all-seasons'],
    run_flat: ['1'],
    tire_load: ['94'],
    tire_speed: ['w'],
    speed_rated: ['168'],
    snow_marks: ['3pmsf'],
    load_range: ['xl'],
  })
  expect(toFacetValues({ tire: null }, ['single'])).toEqual({ sets: ['single'] })
})

test('a label is converted to its option value', () => {
  expect([
    toOptionValue('condition', 'Driven Once'),
    toOptionValue('size', '225/45R17'),
    toOptionValue('rim', ' 17.0 '),
    toOptionValue('rim', ''),
    toOptionValue('rim', 'x'),
    toOptionValue('sets', 'PAIRS'),
    toOptionValue('sets', 'x'),
    toOptionValue('run_flat', true),
    toOptionValue('run_flat', 'false'),
    toOptionValue('run_flat', 'true'),
    toOptionValue('run_flat', false),
    toOptionValue('run_flat', '1'),
    toOptionValue('tire_speed', 'W'),
  ]).toEqual(['driven-once', '225-45r17', '17', '', 'x', 'pairs', 'x', '1', '0', '1', '0', '1', 'w'])
  expect(['rim', 'price', ''].map(isChoiceFilter)).toEqual([true, false, false])
})

test('a smart filter matches when all its conditions are true; ranges include both ends', () => {
  const smart = (...conditions: { attribute_code: string; in?: string[]; from?: number; to?: number }[]) =>
    matchingSmartFilters(product, toFacetValues(product, ['pairs']), [{ value: 'x', conditions }], 0)
      .length === 1
  expect(smart({ attribute_code: 'final_price', from: 80.01, to: 80.01 })).toBe(true)
  expect(smart({ attribute_code: 'final_price', to: 80 })).toBe(false)
  expect(smart({ attribute_code: 'price_by_tire', from: 40.01, to: 40.01 })).toBe(true)
  expect(smart({ attribute_code: 'tread_depth', from: 7.5 })).toBe(false)
  expect(smart({ attribute_code: 'brand', in: ['corvane', 'halden'] })).toBe(true)
  expect(smart({ attribute_code: 'brand', in: ['halden'] }, { attribute_code: 'rim', in: ['18'] })).toBe(
    false,
  )
  expect(smart({ attribute_code: 'brand' })).toBe(false)
  expect(smart()).toBe(false)
})
