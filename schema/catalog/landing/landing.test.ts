import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CONDITIONS } from '../product/product.ts'
import {
  LANDING_ROUTES,
  type LabelLookup,
  type LandingAttribute,
  type LandingRouteName,
  type LandingTarget,
  landingFromFilters,
  landingPath,
  landingSlug,
  MAX_LANDING_SLOTS,
  parseLandingPath,
  toWidgetSlots,
  WIDGET_KINDS,
} from './landing.ts'

const LABELS: Record<LandingAttribute, readonly string[]> = {
  size: ['225/45R17', '205/55ZR16', '295/75R22.5'],
  brand: ['Halden', 'Tessaro & Sons', "O'Brien", 'Veldane 2.0', 'Größe'],
  model: ['Velo Sport', 'Polar 2', 'Renew H+'],
  condition: [...CONDITIONS],
  rim: ['17', '22.5'],
  seasons: ['All seasons', 'Summer', 'Winter'],
  make: ['BMW', 'Mercedes-Benz'],
  car_model: ['3 Series', 'F-150', 'CR-V'],
  year: ['1998', '2026'],
  trim: ['2.5i Touring', 'R/T', 'GT Performance'],
}
const labelOf: LabelLookup = (attribute, slug) =>
  LABELS[attribute].find((label) => landingSlug(attribute, label) === slug) ?? null

const anyTarget: fc.Arbitrary<LandingTarget> = fc
  .constantFrom(...(Object.keys(LANDING_ROUTES) as LandingRouteName[]))
  .chain((route) => {
    const steps: readonly (readonly LandingAttribute[])[] = LANDING_ROUTES[route].steps
    return fc
      .integer({ min: 0, max: steps.length })
      .chain((depth) =>
        fc
          .tuple(
            ...steps
              .slice(0, depth)
              .map((attributes) =>
                fc
                  .constantFrom(...attributes)
                  .chain((attribute) =>
                    fc.constantFrom(...LABELS[attribute]).map((label) => ({ attribute, label })),
                  ),
              ),
          )
          .map((values) => ({ route, values })),
      )
  })

test('[A2] an address is built from labels and parsed back to the same labels', () => {
  fc.assert(
    fc.property(anyTarget, (target) => {
      const path = landingPath(target)
      expect(path).toMatch(/^\/t\/[a-z]+(\/[a-z0-9][a-z0-9.-]*)*$/)
      expect(parseLandingPath(path ?? '', labelOf)).toEqual(target)
    }),
  )
})

test('[A2] every path that parses to a landing is the path of that landing', () => {
  const step = fc.constantFrom(
    't',
    's',
    'b',
    'c',
    'car',
    '225-45r17',
    'halden',
    'used',
    'velo-sport',
    'bmw',
    '3-series',
    '2026',
    '..',
    'x y',
    '',
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 7 }), (steps) => {
      const path = `/${steps.filter(Boolean).join('/')}`
      const target = parseLandingPath(path, labelOf)
      if (target) expect(landingPath(target)).toBe(path)
    }),
  )
})

test.each([
  [
    '/t/s/225-45r17/used',
    {
      route: 'size',
      values: [
        ['size', '225/45R17'],
        ['condition', 'Used'],
      ],
    },
  ],
  [
    '/t/s/225-45r17/halden',
    {
      route: 'size',
      values: [
        ['size', '225/45R17'],
        ['brand', 'Halden'],
      ],
    },
  ],
  [
    '/t/b/halden/velo-sport',
    {
      route: 'brand',
      values: [
        ['brand', 'Halden'],
        ['model', 'Velo Sport'],
      ],
    },
  ],
  [
    '/t/car/bmw/3-series/2026',
    {
      route: 'car',
      values: [
        ['make', 'BMW'],
        ['car_model', '3 Series'],
        ['year', '2026'],
      ],
    },
  ],
])('[A2] %s', (path, { route, values }) => {
  expect(parseLandingPath(path, labelOf)).toEqual({
    route,
    values: values.map(([attribute, label]) => ({ attribute, label })),
  })
})

test('[A2] unknown, too deep and ambiguous landings have no address', () => {
  for (const path of ['/t/s/225-45r17/used/halden', '/t/b/nobody', '/t/q/17', '/t', '/', '/t/s/halden']) {
    expect(parseLandingPath(path, labelOf), path).toBeNull()
  }
  const size = { attribute: 'size', label: '225/45R17' } as const
  expect(landingPath({ route: 'size', values: [size, { attribute: 'brand', label: 'New' }] })).toBeNull()
  expect(landingPath({ route: 'size', values: [{ attribute: 'brand', label: 'Halden' }] })).toBeNull()
  expect(landingPath({ route: 'rim', values: [{ attribute: 'rim', label: '***' }] })).toBeNull()
  const deepest = Math.max(...Object.values(LANDING_ROUTES).map(({ steps }) => steps.length + 1))
  expect(deepest).toBe(5)
})

test('[A2] only filters that equal the values of a landing lead to the landing', () => {
  const pathOf = (filters: Record<string, string[]>) => {
    const target = landingFromFilters(filters, labelOf)
    return target && landingPath(target)
  }
  expect(pathOf({ size: ['225-45r17'], condition: ['used'] })).toBe('/t/s/225-45r17/used')
  expect(pathOf({ brand: ['halden'], size: ['225-45r17'] })).toBe('/t/s/225-45r17/halden')
  expect(pathOf({ brand: ['halden'], model: ['velo-sport'] })).toBe('/t/b/halden/velo-sport')
  expect(pathOf({ seasons: ['winter'] })).toBe('/t/z/winter')
  expect(pathOf({ rim: ['17'] })).toBe('/t/r/17')
  expect(pathOf({ seasons: ['winter'], rim: ['17'] })).toBeNull()
  expect(pathOf({ condition: ['used', 'new'] })).toBeNull()
  expect(pathOf({ size: ['225-45r17'], condition: ['used'], sets: ['single'] })).toBeNull()
  expect(pathOf({})).toBeNull()
})

test('[B5] a level has at most eight widgets, with known kinds and locations, each kind once', () => {
  const all = WIDGET_KINDS.map((kind) => ({ location: 'LandingList', kind }))
  const levels = [
    { level: 1, widgets: [...all, ...all] },
    {
      level: 2,
      widgets: [
        { location: 'Sidebar', kind: 'seo-text' },
        { location: 'LandingSEO', kind: 'banner' },
      ],
    },
  ]
  expect(WIDGET_KINDS).toHaveLength(14)
  expect(toWidgetSlots(levels, 1)).toEqual(all.slice(0, MAX_LANDING_SLOTS))
  expect(toWidgetSlots(levels, 2)).toEqual([])
  expect(toWidgetSlots(levels, 3)).toEqual([])
})
