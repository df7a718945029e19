/**
 * What a database needs after it went back in time: the carts, the pages in memory and the browsers are ahead of it. Each
 * statement may be repeated.
 */
import { versionStatements } from '../load/catalog-version.ts'

/**
 * Added to the last id of every table: ids that were given since the backup are not given again. A session, a signed
 * link or a cart would otherwise belong to another customer; an isolate would miss events of the change feed.
 */
const ID_GAP = 1_000_000

export function afterRestoreStatements(now: number): string[] {
  const version = `restored-${now}`
  return [
    `UPDATE sqlite_sequence SET seq = seq + ${ID_GAP}
      WHERE NOT EXISTS (SELECT 1 FROM config WHERE path = 'catalog/version' AND value = '${version}')`,
    // The index is built again from the tables.
    "DELETE FROM config WHERE path = 'catalog/snapshot'",
    ...versionStatements(version),
  ]
}
