import { expect, test } from 'vitest'
import { MAX_LANDING_SLOTS, toWidgetSlots, WIDGET_KINDS } from '../../schema/catalog/landing/landing.ts'
import { PLACEHOLDERS } from '../../schema/catalog/landing/landing-text.ts'
import type { NewLanding } from '../../schema/catalog/new-product/tire-landings.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { CAR_ROWS, FITMENT_ROWS } from '../base/cars.ts'
import { FEE_ROWS } from '../base/fees.ts'
import { LANDING_ROUTE_ROWS } from '../base/landing-routes.ts'
import { LANDINGS } from '../base/landings.ts'
import { CMS_PAGE_ROWS } from '../base/pages.ts'
import { ALLOWED_STATES, REGION_ROWS, regionId } from '../base/regions.ts'
import { CONFIG_ROWS } from '../base/settings.ts'
import { TAX_RATE_ROWS } from '../base/taxes.ts'
import { BRAND_NAMES } from './brands.ts'
import { COUPON_ROWS, DEMO_COUPONS } from './coupons.ts'
import { emptyFacets } from './facets.ts'
import { landingPages } from './landings.ts'
import { derivedRows, unitRows } from './shop.ts'
import { SIZES } from './sizes.ts'

const size = { size: 3000, seed: 1 }
const facets = emptyFacets()
const units = [...unitRows(size, facets)].flat()
const shop = [...units, ...derivedRows(size, facets)]
const landings = [...LANDINGS, ...landingPages(facets)]

function rowsNamed<Row>(key: string): Row[] {
  return shop.filter(({ rows }) => rows[0] && key in rows[0]).flatMap(({ rows }) => rows as Row[])
}

test('[E4] there are 65 regions, Illinois is 23, and delivery goes to 48 states and D.C.', () => {
  expect(REGION_ROWS).toHaveLength(65)
  expect(regionId('IL')).toBe(23)
  expect(ALLOWED_STATES).toHaveLength(49)
  for (const code of ['HI', 'AK', 'PR']) expect(ALLOWED_STATES).not.toContain(code)
  expect(CONFIG_ROWS.find((row) => row.path === 'general/region/allowed_state')?.value).toBe(
    ALLOWED_STATES.join(','),
  )
})

test('[D8] taxes and fees are marked as demo configuration and have their sources', () => {
  expect(TAX_RATE_ROWS).toHaveLength(51)
  for (const row of [...TAX_RATE_ROWS, ...FEE_ROWS]) {
    expect(row.demo).toBe(true)
    expect(row.source).not.toBe('')
  }
  const grades = FEE_ROWS.map((row) => row.evidence)
  expect(grades.lastIndexOf('official')).toBeLessThan(grades.indexOf('official-quoted'))
  for (const row of FEE_ROWS) expect((row.cents ?? null) === null).toBe(row.kind === 'percent')
})

test('about forty car models, six with another size at the rear, all in sizes that the shop sells', () => {
  const models = new Set(CAR_ROWS.map((car) => `${car.make} ${car.model}`))
  expect(models.size).toBeGreaterThanOrEqual(40)
  const staggered = new Set(
    FITMENT_ROWS.filter((fitment) => fitment.sizeRear !== null).map((fitment) => {
      const car = CAR_ROWS.find((row) => row.id === fitment.carId)
      return `${car?.make} ${car?.model}`
    }),
  )
  expect(staggered.size).toBe(6)
  const sold = new Set(SIZES.map((size) => size.label))
  for (const { size, sizeRear } of FITMENT_ROWS) {
    expect(sold, size).toContain(size)
    if (sizeRear) expect(sold, sizeRear).toContain(sizeRear)
  }
  for (const car of CAR_ROWS) expect(car.yearFrom).toBeLessThanOrEqual(car.yearTo)
})

test('no demo brand is a real brand', () => {
  const real =
    'Michelin Bridgestone Firestone Goodyear Dunlop Continental General Pirelli Hankook Kumho Nexen Nitto Toyo Yokohama Falken Cooper Uniroyal Kelly Kenda Maxxis Sailun Nokian Vredestein Apollo Federal Sumitomo Hercules Ironman Laufenn'
  for (const name of BRAND_NAMES) expect(real.split(' ')).not.toContain(name)
  expect(new Set(BRAND_NAMES).size).toBe(20)
})

test('every landing has a path of its own and the filters of its list', () => {
  const urls = landings.map(({ urlPath }) => urlPath)
  expect(new Set(urls).size).toBe(urls.length)
  expect(landings.find((row) => row.urlPath === 't/s/225-45r17')?.filters).toEqual({
    size: [sizeSlug('225/45R17')],
  })
  expect(landings.find((row) => row.urlPath === 't/c/driven-once')?.filters).toEqual({
    condition: ['driven-once'],
  })
  expect(urls).toEqual(
    expect.arrayContaining(['t/r/17', 't/b/halden', 't/b/halden/velo-sport', 't/car/honda/civic']),
  )
})

test('[B5] each of the fourteen widgets is on some level, and no level has more widgets than slots', () => {
  const kinds = new Set<string>()
  for (const { parameters } of LANDING_ROUTE_ROWS) {
    for (const { level, widgets } of parameters) {
      const slots = toWidgetSlots(parameters, level)
      expect(slots).toEqual(widgets)
      expect(slots.length).toBeLessThanOrEqual(MAX_LANDING_SLOTS)
      for (const { kind } of slots) kinds.add(kind)
    }
  }
  expect([...kinds].sort()).toEqual([...WIDGET_KINDS].sort())
})

function unknownPlaceholders(text: string): string[] {
  const known: readonly string[] = PLACEHOLDERS
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !known.includes(name))
}

/** Returns the unknown placeholders in texts of rows and levels, such as `t/s/225-45r17: {colour}`. */
function unknownInTexts(landings: readonly NewLanding[]): string[] {
  const texts: [where: string, texts: Record<string, string>][] = [
    ...landings.map((row): [string, Record<string, string>] => [row.urlPath, row.settings]),
    ...LANDING_ROUTE_ROWS.flatMap(({ pathAlias, parameters }) =>
      parameters.map(({ level, texts: own }): [string, Record<string, string>] => [
        `${pathAlias} level ${level}`,
        { ...own },
      ]),
    ),
  ]
  return texts.flatMap(([where, own]) =>
    Object.values(own).flatMap((text) => unknownPlaceholders(text).map((name) => `${where}: {${name}}`)),
  )
}

test('[B6] no text of a landing has an unknown placeholder, and an unknown one is found', () => {
  expect(landings.length).toBeGreaterThan(100)
  expect(unknownInTexts(landings)).toEqual([])
  const [first] = landings
  expect(first && unknownInTexts([{ ...first, settings: { seo: 'In {colour}, {count}' } }])).toEqual([
    `${first?.urlPath}: {colour}`,
  ])
})

test('[G7] the texts of the shop contain its promises', () => {
  const text = CMS_PAGE_ROWS.map((page) => page.content)
    .join('\n')
    .toLowerCase()
  for (const promise of [
    'free',
    'before 1 p.m. cst',
    '90 days',
    '1-year money-back guarantee',
    'until the tire is installed',
    'within 48 hours',
    'no tires made before 2011',
    'two inspection layers',
    'one-year warranty',
    'hawaii, alaska, puerto rico or canada',
  ]) {
    expect(text).toContain(promise)
  }
})

test('[D9] coupon codes are in capitals, and the codes that npm start prints work', () => {
  for (const { code } of COUPON_ROWS) expect(code).toMatch(/^[A-Z0-9]+$/)
  for (const code of DEMO_COUPONS) {
    expect(COUPON_ROWS.find((row) => row.code === code)).toMatchObject({
      isActive: true,
      endsAt: null,
      usageLimit: null,
    })
  }
})

test('[C8] a bundle, staggered sets, plans and the guide are sold beside the tires', () => {
  const types = new Map<string, number>()
  for (const row of rowsNamed<{ type: string }>('stockSku'))
    types.set(row.type, (types.get(row.type) ?? 0) + 1)
  for (const type of ['simple', 'configurable', 'virtual', 'downloadable', 'bundle', 'grouped']) {
    expect(types.get(type), type).toBeGreaterThan(0)
  }
})

interface ReviewText {
  rating: number
  isApproved: boolean
  title: string
  text: string
  productId: number | null
}

test('[H13c] demo reviews read like many people: no text twice, short and long, good and bad', () => {
  const reviews = rowsNamed<ReviewText>('rating')
  expect(reviews.length).toBeGreaterThan(300)
  const texts = reviews.map(({ text }) => text.toLowerCase().replace(/\W+/g, ' ').trim())
  expect(new Set(texts).size).toBe(texts.length)
  const openings = new Map<string, number>()
  for (const text of texts) {
    const opening = text.split(' ').slice(0, 4).join(' ')
    openings.set(opening, (openings.get(opening) ?? 0) + 1)
  }
  expect(Math.max(...openings.values())).toBeLessThanOrEqual(3)
  const lengths = texts.map(({ length }) => length).sort((a, b) => a - b)
  const at = (part: number) => lengths[Math.floor(part * (lengths.length - 1))] ?? 0
  expect(at(0.1)).toBeLessThan(50)
  expect(at(0.9)).toBeGreaterThan(110)
  expect(at(1)).toBeGreaterThan(230)
  const share = (stars: readonly number[]) =>
    reviews.filter(({ rating }) => stars.includes(rating)).length / reviews.length
  expect(share([1, 2])).toBeGreaterThan(0.1)
  expect(share([5])).toBeLessThan(0.5)
  for (const stars of [1, 2, 3, 4, 5]) expect(share([stars])).toBeGreaterThan(0.04)
  const tires = reviews.flatMap(({ productId }) => productId ?? [])
  expect(new Set(tires).size).toBeGreaterThan(50)
  expect(reviews.some(({ productId }) => productId === null)).toBe(true)
  expect(new Set(reviews.map(({ isApproved }) => isApproved)).size).toBe(2)
})

test('[H13c] demo questions are answered, and some wait', () => {
  const questions = rowsNamed<{ question: string; answer: string | null; answeredAt: number | null }>(
    'question',
  )
  expect(questions.filter(({ answer }) => answer === null).length).toBeGreaterThan(0)
  for (const { answer, answeredAt } of questions) expect(answeredAt === null).toBe(answer === null)
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
})

test('[C8] a product with custom options is part of no bundle, which could not offer them', () => {
  const products = rowsNamed<{ id: number; sku: string }>('stockSku')
  const withOptions = new Set(rowsNamed<{ productId: number }>('values').map(({ productId }) => productId))
  const linked = rowsNamed<{ sku: string; optionId: number }>('isDefault').map(({ sku }) => sku)
  expect(withOptions.size).toBe(2)
  expect(linked.length).toBeGreaterThan(8)
  for (const { id, sku } of products) if (withOptions.has(id)) expect(linked).not.toContain(sku)
})
