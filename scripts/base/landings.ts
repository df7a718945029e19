/**
 * Landing pages that every shop has: the roots of all groups, conditions, seasons, cars, regions, and named
 * landings. Most use the texts of their level (landing-routes.ts); rows contain only their own texts.
 * Landings of sizes, brands, models and rims are created with the products.
 */

import type { NewLanding } from '../../schema/catalog/new-product/tire-landings.ts'
import { CONDITIONS, SEASONS } from '../../schema/catalog/product/product.ts'
import { seasonLabel } from '../../schema/catalog/sizes/tire-text.ts'
import { optionSlug } from '../../schema/paths.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'
import { LANDING_ROUTE_ROWS } from './landing-routes.ts'
import { LANDING_TEXTS, NAMED_LANDINGS } from './landing-texts.ts'

type Draft = Pick<NewLanding, 'urlPath' | 'name' | 'level' | 'filters'> & Partial<NewLanding>

const CONDITION_TITLES: Record<string, string> = {
  Used: 'Used tires',
  New: 'New tires',
  Retread: 'Retreads',
  'Driven Once': 'Driven-once tires',
}

const DRAFTS: Readonly<Record<string, Draft[]>> = {
  size: [top('t/s', 'Tires by size')],
  brand: [top('t/b', 'Tires by brand')],
  condition: [
    top('t/c', 'Tires by condition'),
    ...CONDITIONS.map((name) =>
      one(`t/c/${optionSlug(name)}`, CONDITION_TITLES[name] ?? `${name} tires`, {
        condition: [optionSlug(name)],
      }),
    ),
  ],
  rim: [top('t/r', 'Tires by rim')],
  season: [
    top('t/z', 'Tires by season'),
    ...SEASONS.map((name) =>
      one(`t/z/${optionSlug(name)}`, `${seasonLabel(name)} tires`, { seasons: [optionSlug(name)] }),
    ),
  ],
  car: carDrafts(),
  region: [
    top('USA', 'Tires delivered in the U.S.'),
    { ...one('USA/Illinois', 'Tires in Illinois', {}), level: 2 },
    { ...one('USA/Illinois/Chicago', 'Tires in Chicago', {}), level: 3 },
  ],
  landing: NAMED_LANDINGS.map(({ urlPath, name, filters, settings, hidden }) => ({
    ...one(urlPath, name, filters),
    settings,
    hideLandingPage: hidden === 'yes',
  })),
}

export const LANDINGS: NewLanding[] = LANDING_ROUTE_ROWS.flatMap(({ routeId = 0, name }) =>
  (DRAFTS[name] ?? []).map((draft, position) => ({
    routeId,
    position,
    carInfo: null,
    settings: LANDING_TEXTS[draft.urlPath] ?? {},
    hideLandingPage: false,
    ...draft,
  })),
)

/** Returns a landing for each make and model, with the sizes of all its generations. */
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

function sizesOf(matches: (car: (typeof CAR_ROWS)[number]) => boolean): string[] {
  const ids = new Set(CAR_ROWS.filter(matches).map((car) => car.id))
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
