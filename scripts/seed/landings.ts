/**
 * Landing pages by size, brand and model, condition, rim, season, car, region, and by name. Most say what their level
 * says (landing-routes.ts); rows carry what is their own.
 */
import { unknownPlaceholders } from '../../schema/domain/landing-text.ts'
import { sizeSlug } from '../../schema/domain/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import type { landing } from '../../schema/tables/landing.ts'
import { CAR_ROWS, FITMENT_ROWS } from './cars.ts'
import type { Facets } from './facets.ts'
import { LANDING_ROUTE_ROWS } from './landing-routes.ts'
import { aboutBrand, LANDING_TEXTS, lookOfModel, NAMED_LANDINGS } from './landing-texts.ts'

type LandingRow = typeof landing.$inferInsert
type Draft = Pick<LandingRow, 'urlPath' | 'name' | 'level' | 'filters'> &
  Partial<Pick<LandingRow, 'carInfo' | 'settings' | 'hideLandingPage'>>

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
    landing: NAMED_LANDINGS.map(({ slug, name, filters, settings, hidden = false }) => ({
      ...one(`landing/${slug}`, name, filters),
      settings,
      hideLandingPage: hidden,
    })),
  }
  const rows: LandingRow[] = []
  for (const { routeId = 0, name } of LANDING_ROUTE_ROWS) {
    for (const [position, draft] of (drafts[name] ?? []).entries()) {
      const above = draft.urlPath.split('/').slice(0, -1).join('/')
      rows.push({
        id: rows.length + 1,
        routeId,
        parentId: rows.find((row) => row.urlPath === above)?.id ?? null,
        position,
        carInfo: null,
        settings: LANDING_TEXTS[draft.urlPath] ?? {},
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
    ...sorted(facets.brand).map((brand) => ({
      ...one(`t/b/${optionSlug(brand)}`, `${brand} tires`, { brand: [optionSlug(brand)] }),
      settings: { about: aboutBrand(brand) },
    })),
    ...models.map(([brand = '', model = '']) => ({
      ...one(`t/b/${optionSlug(brand)}/${optionSlug(model)}`, `${brand} ${model}`, {
        brand: [optionSlug(brand)],
        model: [optionSlug(model)],
      }),
      level: 3,
      settings: lookOfModel(brand, model),
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

/** `t/s/225-45r17: {colour}` for each placeholder that no page could fill, in the texts of rows and of levels. */
export function unfillable(landings: readonly LandingRow[]): string[] {
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
