/**
 * Landing pages by size, brand and model, condition, rim, season, car and region. Texts may hold {count}, {min_price},
 * {date} and {time}, which are filled in when the page is made.
 */
import { sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import type { landing, landingRoute } from '../../schema/tables/landing.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'
import type { Facets } from './facets.ts'

type LandingRow = typeof landing.$inferInsert
type Draft = Pick<LandingRow, 'urlPath' | 'name' | 'level' | 'filters'> &
  Partial<Pick<LandingRow, 'carInfo' | 'settings'>>

const WIDGETS: Record<string, [location: string, kind: string][]> = {
  size: [
    ['LandingPageTop', 'season-list'],
    ['LandingList', 'condition-list'],
    ['LandingCarSizes', 'car-sizes'],
    ['LandingSEO', 'seo-text'],
  ],
  brand: [
    ['LandingPageTop', 'brand-info'],
    ['LandingList', 'model-list'],
    ['LandingSEO', 'long-description'],
  ],
  condition: [
    ['LandingPageTop', 'brand-list'],
    ['LandingList', 'sizes-list'],
    ['LandingSEO', 'seo-text'],
  ],
  rim: [
    ['LandingPageTop', 'rim-list'],
    ['LandingList', 'sizes-list'],
    ['LandingSEO', 'seo-text'],
  ],
  season: [
    ['LandingPageTop', 'season-list'],
    ['LandingList', 'sizes-list'],
    ['LandingSEO', 'seo-text'],
  ],
  car: [
    ['LandingPageTop', 'car-makes-list'],
    ['LandingList', 'car-models-list'],
    ['LandingCarSizes', 'car-sizes'],
    ['LandingSEO', 'seo-text'],
  ],
  region: [
    ['LandingPageTop', 'condition-list'],
    ['LandingList', 'sizes-list'],
    ['LandingSEO', 'long-description'],
  ],
}

const ROUTES: [routeId: number, pathAlias: string, name: string, levels: number][] = [
  [1, 't/s', 'size', 2],
  [2, 't/b', 'brand', 3],
  [3, 't/c', 'condition', 2],
  [4, 't/r', 'rim', 2],
  [5, 't/z', 'season', 2],
  [6, 't/car', 'car', 3],
  [7, 'USA', 'region', 3],
]

export const LANDING_ROUTE_ROWS: (typeof landingRoute.$inferInsert)[] = ROUTES.map(
  ([routeId, pathAlias, name, levels]) => ({
    routeId,
    pathAlias,
    name,
    parameters: Array.from({ length: levels }, (_, index) => ({
      level: index + 1,
      widgets: (WIDGETS[name] ?? []).map(([location, kind]) => ({ location, kind })),
    })),
  }),
)

/** Every landing of what the shop has, parents before children. */
export function landingRows(facets: Facets): LandingRow[] {
  const drafts: Record<string, Draft[]> = {
    size: [
      top('t/s', 'Tires by size'),
      ...sorted(facets.size).map((size) =>
        one(`t/s/${sizeSlug(size)}`, `${size} tires`, { size: [sizeSlug(size)] }),
      ),
    ],
    brand: brandDrafts(facets),
    condition: [
      top('t/c', 'Tires by condition'),
      ...[...facets.condition.keys()].map((name) =>
        one(`t/c/${optionSlug(name)}`, CONDITION_TITLES[name] ?? `${name} tires`, {
          condition: [optionSlug(name)],
        }),
      ),
    ],
    rim: [
      top('t/r', 'Tires by rim'),
      ...[...facets.rim.keys()]
        .sort((a, b) => Number(a) - Number(b))
        .map((rim) => one(`t/r/${rim}`, `${rim} inch tires`, { rim: [rim] })),
    ],
    season: [
      top('t/z', 'Tires by season'),
      ...[...facets.season.keys()].map((name) =>
        one(`t/z/${optionSlug(name)}`, SEASON_TITLES[name] ?? name, { seasons: [optionSlug(name)] }),
      ),
    ],
    car: carDrafts(),
    region: [
      top('USA', 'Tires delivered in the U.S.'),
      { ...one('USA/Illinois', 'Tires in Illinois', {}), level: 2 },
      { ...one('USA/Illinois/Chicago', 'Tires in Chicago', {}), level: 3 },
    ],
  }
  const rows: LandingRow[] = []
  for (const [routeId, , name] of ROUTES) {
    for (const [position, draft] of (drafts[name] ?? []).entries()) {
      const above = draft.urlPath.split('/').slice(0, -1).join('/')
      rows.push({
        id: rows.length + 1,
        routeId,
        parentId: rows.find((row) => row.urlPath === above)?.id ?? null,
        position,
        carInfo: null,
        settings: textsFor(draft.name, draft.level),
        hideLandingPage: false,
        ...draft,
      })
    }
  }
  return rows
}

const CONDITION_TITLES: Record<string, string> = {
  Used: 'Used tires',
  New: 'New tires',
  Retread: 'Retreads',
  'Driven Once': 'Driven-once tires',
}
const SEASON_TITLES: Record<string, string> = {
  'All seasons': 'All-season tires',
  Summer: 'Summer tires',
  Winter: 'Winter tires',
}

function brandDrafts(facets: Facets): Draft[] {
  const models = sorted(facets.model).map((key) => key.split('|'))
  return [
    top('t/b', 'Tires by brand'),
    ...sorted(facets.brand).map((brand) =>
      one(`t/b/${optionSlug(brand)}`, `${brand} tires`, { brand: [optionSlug(brand)] }),
    ),
    ...models.map(([brand = '', model = '']) => ({
      ...one(`t/b/${optionSlug(brand)}/${optionSlug(model)}`, `${brand} ${model}`, {
        brand: [optionSlug(brand)],
        model: [optionSlug(model)],
      }),
      level: 3,
    })),
  ]
}

/** A make, and each model with the sizes of all its generations. */
function carDrafts(): Draft[] {
  const makes = new Map(CAR_ROWS.map((car) => [car.makeSlug, car.make]))
  const models = new Map(CAR_ROWS.map((car) => [`${car.makeSlug}/${car.modelSlug}`, car]))
  return [
    top('t/car', 'Tires by car'),
    ...[...makes].map(([slug, make]) =>
      one(`t/car/${slug}`, `Tires for ${make}`, { size: sizesOf((car) => car.makeSlug === slug) }),
    ),
    ...[...models].map(([path, car]) => ({
      ...one(`t/car/${path}`, `Tires for ${car.make} ${car.model}`, {
        size: sizesOf((other) => other.makeSlug === car.makeSlug && other.modelSlug === car.modelSlug),
      }),
      level: 3,
      carInfo: { make_name: car.make, model_name: car.model, body_type_name: car.bodyType },
    })),
  ]
}

function sizesOf(wanted: (car: (typeof CAR_ROWS)[number]) => boolean): string[] {
  const ids = new Set(CAR_ROWS.filter(wanted).map((car) => car.id))
  const fitments = FITMENT_ROWS.filter((fitment) => ids.has(fitment.carId))
  const slugs = fitments.flatMap(({ sizeSlug: front, sizeRearSlug: rear }) =>
    rear ? [front, rear] : [front],
  )
  return [...new Set(slugs)].sort()
}

function top(urlPath: string, name: string): Draft {
  return { urlPath, name, level: 1, filters: {} }
}

function one(urlPath: string, name: string, filters: Record<string, string[]>): Draft {
  return { urlPath, name, level: 2, filters }
}

function sorted(map: Map<string, number>): string[] {
  return [...map.keys()].sort()
}

/** Texts of a landing by its name; level 1 is an overview. */
export function textsFor(name: string, level: number): Record<string, string> {
  if (level === 1)
    return {
      title: `${name} | Treadline`,
      heading: name,
      description: `${name}, new, used, driven once and retread.`,
    }
  return {
    title: `${name} | Treadline`,
    heading: name,
    description: `${name}: {count} in stock from {min_price} a tire, shipped free to 48 states. Used ones inspected twice.`,
    updated: 'Counted {date} at {time}.',
  }
}
