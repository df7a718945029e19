import * as v from 'valibot'
import { expect, test } from 'vitest'
import { EXTRA_ATTRIBUTES } from '../../schema/catalog/attributes/extra-attributes.ts'
import { CONDITIONS } from '../../schema/catalog/product/product.ts'
import { speedInMph } from '../../schema/catalog/sizes/speed-symbol.ts'
import { parseTireSize } from '../../schema/catalog/sizes/tire-size.ts'
import { DAY_MS } from '../../schema/platform/duration.ts'
import { insertStatements } from '../load/sql.ts'
import { MODELS } from './brands.ts'
import { dotOf, SEED_NOW, STOCKING_DAYS } from './clock.ts'
import { emptyFacets } from './facets.ts'
import { unitRows, wholeShop } from './shop.ts'
import { SIZES } from './sizes.ts'
import { makeUnit } from './unit.ts'

const COUNT = 4000
const units = Array.from({ length: COUNT }, (_, index) => makeUnit(1, index, COUNT, 1001 + index * 5))
const tires = units.flatMap(({ product }) => (product.tire ? [{ ...product, tire: product.tire }] : []))

/** Returns the weeks since the year 2000 of a DOT date. */
function weekNumber(dot: string): number {
  return Number(dot.slice(2)) * 52 + Number(dot.slice(0, 2))
}

test('the same seed gives the same shop, another seed another', () => {
  const text = (seed: number) =>
    wholeShop({ size: 200, seed })
      .flatMap((rows) => [...insertStatements(rows)])
      .join('\n')
  expect(text(1)).toBe(text(1))
  expect(text(2)).not.toBe(text(1))
})

test('a unit is the same tire whatever the size of the shop', () => {
  const facts = (size: number) => {
    const { product } = makeUnit(1, 17, size, 1)
    return [product.sku, product.tire?.brand, product.tire?.model, product.tire?.size]
  }
  expect(facts(2000)).toEqual(facts(100_000))
})

test('every tire has an existing size, with a load index and a speed symbol of that size', () => {
  for (const { tire } of tires) {
    const size = SIZES.find(
      (known) => known.width === tire.section && known.aspect === tire.aspect && known.rim === tire.rim,
    )
    expect(size, tire.size).toBeDefined()
    expect(parseTireSize(tire.size)).toMatchObject({
      width: tire.section,
      aspect: tire.aspect,
      rim: tire.rim,
    })
    expect(size?.loads).toContain(tire.tireLoad)
    expect(tire.speedRated).toBe(speedInMph(tire.tireSpeed))
    const slow = tire.season === 'Winter' || tire.pattern === 'at'
    expect(
      size?.speeds.includes(tire.tireSpeed) || (slow && tire.tireSpeed === 'H'),
      `${tire.size} ${tire.tireSpeed}`,
    ).toBe(true)
    if (tire.construction === 'ZR') expect(tire.speedRated).toBeGreaterThan(149)
  }
})

test('every tire is a model of its brand', () => {
  for (const { tire } of tires) {
    const model = MODELS.find((known) => known.brand === tire.brand && known.name === tire.model)
    expect(model).toMatchObject({ season: tire.season, pattern: tire.pattern, treadNew: tire.treadNew })
    expect(model?.retread).toBe(tire.condition === 'Retread')
  }
})

test('[H9] no tire was produced before 2011 or after its arrival', () => {
  for (const { tire, createdAt } of tires) {
    expect(tire.dot).toMatch(/^(0[1-9]|[1-4]\d|5[0-2])\d\d$/)
    expect(weekNumber(tire.dot ?? '')).toBeGreaterThanOrEqual(weekNumber('0111'))
    expect(weekNumber(tire.dot ?? '')).toBeLessThanOrEqual(weekNumber(dotOf(createdAt)))
  }
  expect(dotOf(Date.UTC(2019, 5, 12))).toBe('2419')
})

test('new and retreaded tires have full tread, used tires have less, in steps of a half', () => {
  for (const { tire } of tires) {
    expect(tire.treadDepth * 2).toBe(Math.round(tire.treadDepth * 2))
    if (tire.condition === 'New' || tire.condition === 'Retread') expect(tire.treadDepth).toBe(tire.treadNew)
    else expect(tire.treadDepth).toBeGreaterThanOrEqual(3)
    if (tire.condition === 'Used') expect(tire.treadDepth).toBeLessThan(tire.treadNew)
    if (tire.condition === 'Driven Once') expect(tire.treadDepth).toBeGreaterThanOrEqual(tire.treadNew - 0.5)
  }
})

test('every used unit has an inspection report that agrees with its tread, its number of tires and its dates', () => {
  for (const { product, stock } of units) {
    expect(product.passport !== null).toBe(product.tire?.condition === 'Used')
    if (!product.passport || !product.tire) continue
    const { grooves, firstInspection, secondInspection, grade, repairs } = product.passport
    expect(grooves).toHaveLength(stock)
    expect(Math.min(...grooves.flat())).toBe(product.tire.treadDepth)
    expect(Math.max(...grooves.flat())).toBeLessThanOrEqual(product.tire.treadNew)
    expect(firstInspection.by).not.toBe(secondInspection.by)
    expect(firstInspection.on <= secondInspection.on).toBe(true)
    expect(Date.parse(secondInspection.on)).toBeLessThanOrEqual(product.createdAt)
    if (grade === 'A') expect(repairs).toBe('None')
  }
})

test('the tires of a mixed set differ in tread, those of an equal set do not', () => {
  const leasts = (kind: string) =>
    units
      .filter(({ product }) => product.kind === kind && product.passport)
      .map(({ product }) => new Set(product.passport?.grooves.map((depths) => Math.min(...depths))).size)
  expect(leasts('SETSKU4').every((differ) => differ === 1)).toBe(true)
  expect(leasts('SETTREAD4').some((differ) => differ > 1)).toBe(true)
})

test('sets are consistent: kind, number of tires, stock, variants in one pool, never more expensive per tire', () => {
  for (const { product, variants, stock } of units) {
    const digit = Number(/\d$/.exec(product.kind)?.[0] ?? 1)
    expect(product.setqty).toBe(digit)
    expect(stock).toBeGreaterThanOrEqual(product.setqty)
    expect(stock % product.setqty).toBe(0)
    expect(variants.length > 0).toBe(product.type === 'configurable')
    for (const variant of variants) {
      expect(variant).toMatchObject({
        parentSku: product.sku,
        stockSku: product.sku,
        visibility: 1,
        type: 'simple',
      })
      expect(variant.setqty).toBeLessThanOrEqual(stock)
      expect(variant.price).toBeLessThanOrEqual(product.price * variant.setqty)
      expect(variant.price).toBeGreaterThan(product.price * variant.setqty * 0.9)
      expect(variant.specialPrice === null).toBe(product.specialPrice === null)
    }
  }
})

test('prices are whole dollars in a realistic range, used below new', () => {
  for (const { price, setqty, specialPrice, specialTo, tire } of tires) {
    expect(price % 100).toBe(0)
    expect(price / setqty).toBeGreaterThanOrEqual(1700)
    expect(price / setqty).toBeLessThan(tire.rim >= 19.5 && tire.tireLoad > 125 ? 70_000 : 45_000)
    if (specialPrice !== null) {
      expect(specialPrice).toBeLessThan(price)
      expect(specialTo).toBeGreaterThan(SEED_NOW)
    }
  }
  const mean = (condition: string) => {
    const same = tires.filter(({ tire }) => tire.condition === condition && tire.size === '225/45R17')
    return same.reduce((sum, { price, setqty }) => sum + price / setqty, 0) / same.length
  }
  expect(mean('Used')).toBeLessThan(mean('Driven Once'))
  expect(mean('Driven Once')).toBeLessThan(mean('New'))
})

test('conditions occur about as often as their weights, and popular sizes are popular', () => {
  const share = (condition: string) => tires.filter(({ tire }) => tire.condition === condition).length / COUNT
  const expected = { Used: 0.6, New: 0.28, 'Driven Once': 0.07, Retread: 0.05 }
  for (const condition of CONDITIONS)
    expect(Math.abs(share(condition) - expected[condition])).toBeLessThan(0.03)
  const popular = tires.filter(({ tire }) => tire.size === '225/45R17' || tire.size === '225/45ZR17').length
  expect((popular / COUNT) * 20_000).toBeGreaterThan(300)
})

test('all skus differ, and stock arrived over 120 days', () => {
  const skus = units.flatMap(({ product, variants }) => [
    product.sku,
    ...variants.map((variant) => variant.sku),
  ])
  expect(new Set(skus).size).toBe(skus.length)
  for (const { product } of units) {
    expect(product.createdAt).toBeGreaterThanOrEqual(SEED_NOW - STOCKING_DAYS * DAY_MS)
    expect(product.createdAt).toBeLessThanOrEqual(SEED_NOW)
  }
})

test('units are generated in groups that contain every product and pool once', () => {
  const groups = [...unitRows({ size: 1203, seed: 1 }, emptyFacets(), 500)]
  expect(groups).toHaveLength(3)
  const pools = groups.flatMap(([, stock]) => stock?.rows ?? [])
  expect(pools).toHaveLength(1203)
})

test('[audit B5] some tires have light truck, flotation and truck sizes, with all parts of these markings', () => {
  const sized = (size: string) => tires.filter(({ tire }) => tire.size === size)
  for (const [size, dual, range] of [
    ['LT235/85R16', 116, 'E'],
    ['LT285/70R17', 118, 'E'],
    ['35X12.50R20LT', null, 'E'],
    ['11R22.5', 143, 'G'],
  ] as const) {
    const [first] = sized(size)
    expect(first?.tire, size).toMatchObject({ tireLoadDual: dual, loadRange: range })
    expect(first?.name).toContain(` ${size} `)
  }
  const letters = tires.filter(({ tire }) => tire.loadRange)
  expect(letters.length / tires.length).toBeGreaterThan(0.005)
  expect(letters.length / tires.length).toBeLessThan(0.05)
})

test('[H13g] the facts of a tire are those that a real tire of its kind has, and an import accepts each value', () => {
  const has = (code: string) => tires.filter(({ extra }) => extra?.[code as 'utqg'])
  for (const { extra, tire } of tires) {
    for (const { code, schema } of EXTRA_ATTRIBUTES) {
      const value = extra?.[code]?.replace(' miles', '')
      if (value) expect(v.safeParse(schema, value), `${code} ${value}`).toMatchObject({ success: true })
    }
    if (tire.season === 'Winter') expect(extra).toMatchObject({ snow_marks: 'M+S, 3PMSF' })
    if (tire.season === 'Summer') expect(extra?.snow_marks).toBeUndefined()
    // The law exempts winter and light truck tires from the grades.
    if (tire.season === 'Winter' || tire.size.startsWith('LT')) expect(extra?.utqg).toBeUndefined()
    if (tire.condition !== 'New') expect(extra?.mileage_warranty).toBeUndefined()
    if (tire.runFlat) expect(extra?.oe_mark).toBe('*')
  }
  for (const { code } of EXTRA_ATTRIBUTES) expect(has(code).length, code).toBeGreaterThan(20)
  // Every unit of a model and size agrees.
  const grades = new Map<string, Set<string>>()
  for (const { tire, extra } of tires) {
    const key = `${tire.brand} ${tire.model}`
    if (extra?.utqg) grades.set(key, (grades.get(key) ?? new Set()).add(extra.utqg))
  }
  for (const [model, values] of grades) expect(values.size, model).toBe(1)
})
