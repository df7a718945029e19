/** Loads landings of sizes, brands, models and rims with their addresses. */
import type { NewLanding } from '../../schema/catalog/new-product/tire-landings.ts'
import { jsonChunks, literal } from './sql.ts'

/** Returns statements that add these pages; existing pages stay as they are. */
export function landingStatements(pages: readonly NewLanding[], demo: boolean): string[] {
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
