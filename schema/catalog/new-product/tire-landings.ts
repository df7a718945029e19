/** The landings of a tire: its size, rim, brand and model (B3). A shop has them from its first such tire on. */
import { optionSlug } from '../../paths.ts'
import type { landing } from '../landing/landing.table.ts'
import type { Tire } from '../product/product.ts'
import { listedSize, sizeSlug } from '../sizes/tire-size.ts'

type LandingRow = typeof landing.$inferInsert

/** A landing; its parent is the landing whose path is the beginning of this path. */
export type NewLanding = Required<Omit<LandingRow, 'id' | 'parentId' | 'demo'>>

/** Ids of the groups in scripts/base/landing-routes.ts. */
const ROUTES = { size: 1, brand: 2, rim: 4 } as const

/** After the landings that have a position of their own. */
const LAST = 1000

function page(
  route: keyof typeof ROUTES,
  urlPath: string,
  level: number,
  name: string,
  filters: NewLanding['filters'],
): NewLanding {
  return {
    routeId: ROUTES[route],
    urlPath,
    level,
    name,
    filters,
    position: LAST,
    settings: {},
    carInfo: null,
    hideLandingPage: false,
  }
}

export function sizePage(size: string, slug: string): NewLanding {
  return page('size', `t/s/${slug}`, 2, `${size} tires`, { size: [slug] })
}

export function brandPage(brand: string, slug: string): NewLanding {
  return page('brand', `t/b/${slug}`, 2, `${brand} tires`, { brand: [slug] })
}

export function modelPage(
  { brand, model }: { brand: string; model: string },
  brandSlug: string,
  slug: string,
): NewLanding {
  const filters = { brand: [brandSlug], model: [slug] }
  return page('brand', `t/b/${brandSlug}/${slug}`, 3, `${brand} ${model}`, filters)
}

export function rimPage(rim: string): NewLanding {
  return page('rim', `t/r/${rim}`, 2, `${rim} inch tires`, { rim: [rim] })
}

/** Returns the landings of a tire with the fields that they depend on. */
export function tireLandings(
  tire: Tire,
): { fields: readonly ('size' | 'brand' | 'model')[]; page: NewLanding }[] {
  const [brand, model] = [optionSlug(tire.brand), optionSlug(tire.model)]
  return [
    { fields: ['size'], page: sizePage(listedSize(tire.size), sizeSlug(tire.size)) },
    { fields: ['size'], page: rimPage(String(tire.rim)) },
    ...(brand ? [{ fields: ['brand'] as const, page: brandPage(tire.brand, brand) }] : []),
    ...(brand && model ? [{ fields: ['brand', 'model'] as const, page: modelPage(tire, brand, model) }] : []),
  ]
}
