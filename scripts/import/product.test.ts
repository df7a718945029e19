import { expect, test } from 'vitest'
import { mappingOf, readMapping } from './mapping.ts'
import { productReader } from './product.ts'

const NOW = Date.UTC(2026, 10, 21)
const read = productReader(NOW, () => null)
const GOOD = {
  sku: 'A-1',
  brand: 'Halden',
  model: 'Velo Sport',
  size: '225/45R17',
  condition: 'Used',
  price: '62.00',
  tread_depth: '7',
  dot: '2421',
}
const reasons = (change: Record<string, string>) => {
  const result = read({ ...GOOD, ...change })
  return result.ok ? [] : result.problems.map((problem) => `${problem.field} ${problem.reason}`)
}
const tire = (change: Record<string, string>) => {
  const result = read({ ...GOOD, ...change })
  return result.ok ? { ...result.value.product, ...result.value.product.tire, qty: result.value.qty } : null
}

test('a valid row becomes a product with all measures of its size', () => {
  expect(tire({ tire_load: '94', tire_speed: 'w', dot: 'DOT U2LL LMLR 2421' })).toMatchObject({
    sku: 'A-1',
    name: 'Halden Velo Sport 225/45R17 94W',
    slug: 'halden-velo-sport-225-45r17-94w',
    price: 6200,
    section: 225,
    aspect: 45,
    rim: 17,
    condition: 'Used',
    treadDepth: 7,
    speedRated: 168,
    dot: '2421',
    qty: 1,
  })
})

test('[H9] a tire made before 2011 is refused in every form of its date', () => {
  for (const dot of ['2410', '0100', '5299', '128', 'DOT ABCD 1209']) {
    expect(reasons({ dot })).toEqual(['dot made before 2011'])
  }
  expect(reasons({ dot: '0111' })).toEqual([])
  expect(reasons({ dot: '5226' })).toEqual(['dot made in the future'])
  expect(reasons({ dot: '5426' })).toEqual(['dot is no DOT week and year such as 0419 or 2019-W04'])
})

test('[audit B6] week and year are read in every form of a file, also when a spreadsheet dropped the zero', () => {
  for (const dot of [
    '0419',
    '419',
    '2019-W04',
    '2019W4',
    'w04 2019',
    'W04-2019',
    'DOT U2LL LMLR 0419',
    ' 0419 ',
  ]) {
    expect(tire({ dot })?.dot, dot).toBe('0419')
  }
  expect(reasons({ dot: 'DOT U2LL LMLR 419' })).toEqual(['dot made before 2011'])
  expect(reasons({ dot: '2009-W04' })).toEqual(['dot made before 2011'])
  expect(reasons({ dot: '310' })).toEqual(['dot made before 2011'])
  expect(reasons({ dot: '2019-W60' })[0]).toContain('no DOT week')
})

test('[audit B6] [H9] a used tire needs its DOT code, others do not', () => {
  expect(reasons({ dot: '' })).toEqual(['dot is missing on a used tire'])
  for (const condition of ['New', 'Retread', 'Driven Once'])
    expect(reasons({ dot: '', condition })).toEqual([])
})

test('[audit B3] a row of an existing product may have any fields', () => {
  const known = {
    sku: 'A-1',
    brand: 'Halden',
    model: 'Velo Sport',
    condition: 'Used',
    price: 6200,
    special_price: 5000,
    tread_depth: 7,
    tread_new: 10,
    dot: null,
    units: null,
  }
  const change = (
    fields: Record<string, string>,
    find: Parameters<typeof productReader>[1] = () => known,
  ) => {
    const result = productReader(NOW, find)({ sku: 'A-1', ...fields })
    return result.ok
      ? [...result.value.fields].join(' ')
      : result.problems.map(({ field, reason }) => `${field} ${reason}`)
  }
  expect(change({ price: '55.00' })).toBe('sku price')
  expect(change({ price: '55.00', dot: '', qty: '' })).toBe('sku price')
  expect(change({ size: '225/45R17 94W XL' })).toBe('sku size tire_load tire_speed load_range')
  expect(change({ price: '45.00' })).toEqual([
    'price is not above the special price; say special_price none to end it',
  ])
  expect(change({ price: '45.00', special_price: 'None' })).toBe('sku price special_price')
  expect(change({ tread_depth: '12' })).toEqual(['tread_depth is more than the tread when new'])
  expect(change({ price: '55.00' }, () => null)).toEqual([
    expect.stringMatching(
      /^sku \S+ is not in this shop, so it is a new product, which needs brand, model, size, condition as well$/,
    ),
  ])
  // A file cannot be queried: the row changes the product if it exists.
  expect(change({ price: '55.00' }, () => undefined)).toBe('sku price')
})

test('[audit B9] a price of zero, below zero or without a number is refused, thousands separators are read', () => {
  expect(reasons({ price: '-1' })).toEqual(['price is below zero'])
  expect(reasons({ price: 'call us' })).toEqual(['price is no amount in dollars (write 89.99)'])
  expect(reasons({ price: '' })).toEqual(['price is missing'])
  expect(reasons({ price: '0.00' })).toEqual(['price is zero'])
  expect(tire({ price: '$1,299.5' })?.price).toBe(129_950)
  expect(reasons({ price: '61.995' })).toEqual(['price has more than two decimals'])
  expect(tire({ price: '61.9900' })?.price).toBe(6_199)
  expect(reasons({ special_price: '62' })).toEqual(['special_price is not below the price'])
})

test('a text that is no size is refused', () => {
  for (const size of ['22/45R17', 'big', '225/45R99']) {
    expect(reasons({ size }), size).toEqual(['size is not a tire size'])
  }
  expect(tire({ size: '2254517' })?.size).toBe('225/45R17')
})

test('[audit B5] every form of a size is stored with all of its parts', () => {
  const stored = (size: string, more: Record<string, string> = {}) => {
    const found = tire({ size, ...more })
    return found && [found.size, found.section, found.aspect, found.rim, found.name]
  }
  expect(stored('LT245/75R16 121/118S E')).toEqual([
    'LT245/75R16',
    245,
    75,
    16,
    'Halden Velo Sport LT245/75R16 121/118S E',
  ])
  expect(stored('31x10.5r15', { tire_load: '109', tire_speed: 'Q', load_range: '6PR' })).toEqual([
    '31X10.50R15LT',
    31,
    10.5,
    15,
    'Halden Velo Sport 31X10.50R15LT 109Q C',
  ])
  expect(stored('11R22.5')).toEqual(['11R22.5', 11, 87, 22.5, 'Halden Velo Sport 11R22.5'])
  expect(stored('195R14C')).toEqual(['195R14C', 195, 82, 14, 'Halden Velo Sport 195R14C'])
  expect(stored('T125/70D16')).toEqual(['T125/70D16', 125, 70, 16, 'Halden Velo Sport T125/70D16'])
  expect(stored('P265/70R17')?.[0]).toBe('P265/70R17')
  expect(tire({ size: '225/45R17 94W XL' })).toMatchObject({
    size: '225/45R17',
    tireLoad: 94,
    tireSpeed: 'W',
    speedRated: 168,
    loadRange: 'XL',
  })
  expect(tire({ size: 'LT245/75R16 121/118S' })).toMatchObject({ tireLoad: 121, tireLoadDual: 118 })
  expect(tire({ size: '225/45R17 91W RFT' })?.runFlat).toBe(true)
})

test('[audit B5] a column that contradicts the size is refused', () => {
  expect(reasons({ size: '225/45R17 94W XL', tire_load: '91', tire_speed: 'V', load_range: 'SL' })).toEqual([
    'tire_load is not the 94 behind its size',
    'tire_speed is not the W behind its size',
    'load_range is not the XL behind its size',
  ])
  expect(reasons({ size: '225/45R17 94W', tire_load: '94', tire_speed: 'W' })).toEqual([])
  expect(reasons({ size: '225/45R17 big' })).toEqual(['size is not a tire size'])
  expect(reasons({ load_range: 'Z' })).toEqual(['load_range is no load range such as XL or E'])
})

test('tread is 0 to 40, in halves rounded down, and required on a used tire', () => {
  expect(reasons({ tread_depth: '41' })).toEqual(['tread_depth is not between 0 and 40'])
  expect(reasons({ tread_depth: '-2' })).toEqual(['tread_depth is not between 0 and 40'])
  expect(reasons({ tread_depth: '' })).toEqual(['tread_depth is missing on a used tire'])
  expect(reasons({ tread_depth: '11', tread_new: '10' })).toEqual([
    'tread_depth is more than the tread when new',
  ])
  expect(tire({ tread_depth: '7.9/32' })?.treadDepth).toBe(7.5)
  expect(tire({ condition: 'New', tread_depth: '' })?.treadDepth).toBe(10)
})

test('load indexes and speed symbols must be in the tables', () => {
  expect(reasons({ tire_load: '999' })).toEqual(['tire_load is no load index'])
  expect(reasons({ tire_speed: 'X' })).toEqual(['tire_speed is no speed symbol'])
  expect(tire({ tire_load: '121/118', tire_speed: '(Y)' })).toMatchObject({
    tireLoad: 121,
    tireLoadDual: 118,
    tireSpeed: 'Y',
    speedRated: 186,
  })
})

test('conditions and seasons are read in the spellings that catalogs use', () => {
  expect(tire({ condition: 'pre-owned' })?.condition).toBe('Used')
  expect(tire({ condition: 'Take Off' })?.condition).toBe('Driven Once')
  expect(tire({ condition: 'RECAP' })?.condition).toBe('Retread')
  expect(tire({ seasons: 'all-season' })?.season).toBe('All seasons')
  expect(tire({ seasons: 'Snow' })?.season).toBe('Winter')
  expect(reasons({ condition: 'fine' })).toEqual(['condition is not Used, New, Retread or Driven Once'])
  expect(reasons({ seasons: 'monsoon' })).toEqual(['seasons is not All seasons, Summer or Winter'])
})

test('all problems of a row are reported at once', () => {
  expect(reasons({ price: '-1', size: 'x', sku: 'a b' })).toEqual([
    'sku may hold letters, digits, dots, hyphens and underscores only',
    'size is not a tire size',
    'price is below zero',
  ])
})

test('a pair is one unit of two tires from the pool', () => {
  expect(tire({ setqty: '2', qty: '3' })).toMatchObject({
    setqty: 2,
    sets: 'pairs',
    kind: 'SETSKU2',
    qty: 3,
  })
  expect(reasons({ setqty: '3' })).toEqual(['setqty is not 1, 2 or 4'])
})

test('a mapping renames, sets constants, composes, computes and translates', () => {
  const mapping = mappingOf({
    sku: { text: 'X-{Maker:slug}-{rim}' },
    brand: 'Maker',
    condition: { constant: 'New' },
    price: { formula: '10 * rim' },
    seasons: { column: 'kind', values: { a: 'Summer' } },
  })
  const row = { Maker: 'Hal den', rim: '17', kind: 'a', model: 'Stays' }
  expect(mapping.apply(row)).toEqual({
    sku: 'X-hal-den-17',
    brand: 'Hal den',
    condition: 'New',
    price: '170.00',
    seasons: 'Summer',
    model: 'Stays',
  })
  expect(mapping.columns.sort()).toEqual(['Maker', 'kind', 'rim'])
  expect(mapping.apply({ ...row, rim: 'wide' }).price).toBe('')
})

test('pairs on the command line are a mapping; an unknown field is refused', () => {
  expect(readMapping('sku=Item No,price=Price').apply({ 'Item No': '7', Price: '1' })).toEqual({
    sku: '7',
    price: '1',
  })
  expect(() => readMapping('sku')).toThrow('field=column')
  expect(() => mappingOf({ colour: 'Color' })).toThrow('no field of the shop')
})

test('a special price lasts until the end of its day in Chicago, and an invalid day is refused', () => {
  const until = (day: string) => tire({ special_price: '50', special_to_date: day })?.specialTo
  expect(until('2027-01-31')).toBe(Date.parse('2027-01-31T23:59:59.999-06:00'))
  expect(until('2027-07-04 00:00:00')).toBe(Date.parse('2027-07-04T23:59:59.999-05:00'))
  for (const day of ['2027-02-31', '2027-02-29', '2027-01-311', '31.01.2027'])
    expect(reasons({ special_to_date: day }), day).toEqual(['special_to_date is no date such as 2027-01-31'])
})
