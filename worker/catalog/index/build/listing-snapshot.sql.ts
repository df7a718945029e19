/** Which snapshot of the catalog is the newest: a row of the configuration, seen by every isolate with its change feed. */
import { inArray, max, sql } from 'drizzle-orm'
import { stockEvent } from '../../../../schema/catalog/product/stock.table.ts'
import { config } from '../../../../schema/platform/config.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'

const VERSION = 'catalog/version'
const SNAPSHOT = 'catalog/snapshot'

/** What a rebuild begins with: the version it reads, and the last stock event before it reads. */
export interface CatalogState {
  version: string
  event: number
  /** As it was stored; `null` before there is one. */
  snapshot: string | null
}

export async function readCatalogState(db: D1Database): Promise<CatalogState> {
  const client = connect(db)
  const [rows, [last]] = await client.batch([
    client
      .select()
      .from(config)
      .where(inArray(config.path, [VERSION, SNAPSHOT])),
    client.select({ event: max(stockEvent.id) }).from(stockEvent),
  ])
  const settingAt = (wanted: string) => rows.find(({ path }) => path === wanted)?.value ?? null
  return { version: settingAt(VERSION) ?? '0', snapshot: settingAt(SNAPSHOT), event: last?.event ?? 0 }
}

/** Names the snapshot that all isolates take from now on. One that was built earlier never replaces a later one. */
export async function nameSnapshot(db: D1Database, snapshot: { builtAt: number }): Promise<void> {
  const value = JSON.stringify(snapshot)
  await connect(db)
    .insert(config)
    .values({ path: SNAPSHOT, value })
    .onConflictDoUpdate({
      target: config.path,
      set: { value },
      setWhere: sql`json_extract(${config.value}, '$.builtAt') <= ${snapshot.builtAt}`,
    })
}
