import { CATALOG_VERSION } from '../base/settings.ts'
import { literal } from './sql.ts'

/**
 * Sets the catalog's version after a load of many products: pages cached under the old version are not served again,
 * and the index is rebuilt. So the events of single products (migration 0080) are deleted, all but the last one of the
 * feed, whose id a snapshot names.
 */
export function versionStatements(version: string): string[] {
  return [
    `INSERT INTO "config" ("path","value") VALUES (${literal(CATALOG_VERSION)},${literal(version)}) ON CONFLICT("path") DO UPDATE SET "value"=excluded."value"`,
    'DELETE FROM "stock_pulse" WHERE product_id IS NOT NULL AND id < (SELECT max(id) FROM "stock_pulse")',
  ]
}
