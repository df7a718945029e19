/** Loads landings of sizes, brands, models and rims with their addresses. */
import type { landing } from '../../schema/catalog/landing/landing.table.ts'
import { jsonChunks, literal } from './sql.ts'

type LandingRow = typeof landing.$inferInsert

/** A landing; its parent is the landing whose path is the beginning of this path. */
export type LandingPage = Required<Omit<LandingRow, 'id' | 'parentId' | 'demo'>>

/** Ids of the groups in scripts/base/landing-routes.ts. */
const ROUTES = { size: 1, brand: 2, rim: 4 } as const

/** After the landings that have a position of their own. */
const LAST = 1000

function page(
  route: keyof typeof ROUTES,
  urlPath: string,
  level: number,
  name: string,
  filters: LandingPage['filters'],
): LandingPage {
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

export function sizePage(size: string, slug: string): LandingPage {
  return page('size', `t/s/${slug}`, 2, `${size} tires`, { size: [slug] })
}

export function brandPage(brand: string, slug: string): LandingPage {
  return page('brand', `t/b/${slug}`, 2, `${brand} tires`, { brand: [slug] })
}

export function modelPage(
  { brand, model }: { brand: string; model: string },
  brandSlug: string,
  slug: string,
): LandingPage {
  const filters = { brand: [brandSlug], model: [slug] }
  return page('brand', `t/b/${brandSlug}/${slug}`, 3, `${brand} ${model}`, filters)
}

export function rimPage(rim: string): LandingPage {
  return page('rim', `t/r/${rim}`, 2, `${rim} inch tires`, { rim: [rim] })
}

/** Returns statements that add these pages; existing pages stay as they are. */
export function landingStatements(pages: readonly LandingPage[], demo: boolean): string[] {
  const part = (index: number) => `json_extract(j.value,'$[${index}]')`
  return [2, 3].flatMap((level) =>
    jsonChunks(
      pages
        .filter((one) => one.level === level)
        .map((one) => [
          one.urlPath,
          one.urlPath.split('/').slice(0, -1).join('/'),
          one.name,
          one.routeId,
          one.position,
          JSON.stringify(one.settings),
          JSON.stringify(one.filters),
        ]),
    ).flatMap((chunk) => [
      `INSERT OR IGNORE INTO "landing" ("url_path","parent_id","name","route_id","level","position","settings","filters","hide_landing_page","demo") SELECT ${part(0)}, (SELECT id FROM "landing" l WHERE l.url_path = ${part(1)}), ${part(2)}, ${part(3)}, ${level}, ${part(4)}, ${part(5)}, ${part(6)}, 0, ${demo ? 1 : 0} FROM json_each(${literal(chunk)}) j`,
      `INSERT OR IGNORE INTO "url_map" ("url","type","target_id") SELECT l.url_path, 'landing', l.id FROM json_each(${literal(chunk)}) j JOIN "landing" l ON l.url_path = ${part(0)}`,
    ]),
  )
}
