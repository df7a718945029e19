/** The pointer to the newest snapshot: a row of the configuration that isolates read with the change feed. */
import { inArray, max, sql } from 'drizzle-orm'
import { stockEvent } from '../../../../schema/catalog/product/stock.table.ts'
import { config } from '../../../../schema/platform/config.table.ts'
import { connect } from '../../../platform/drizzle.sql.ts'

const VERSION = 'catalog/version'
const SNAPSHOT = 'catalog/snapshot'

/** The state of the catalog before a rebuild reads the products: its version and its last stock event. */
export interface CatalogState {
  version: string
  event: number
  /** The stored pointer as text; `null` before the first snapshot. */
  snapshot: string | null
}

/** Reads version, snapshot pointer and last stock event in one batch. */
export async function readCatalogState(db: D1Database): Promise<CatalogState> {
  const client = connect(db)
  return toCatalogState(...(await client.batch(catalogStateQueries(client))))
}

/** Returns the queries of the state, for a batch; `toCatalogState` converts their rows. */
export function catalogStateQueries(client: ReturnType<typeof connect>) {
  return [
    client
      .select()
      .from(config)
      .where(inArray(config.path, [VERSION, SNAPSHOT])),
    client.select({ event: max(stockEvent.id) }).from(stockEvent),
  ] as const
}

export function toCatalogState(
  rows: readonly { path: string; value: string }[],
  [last]: readonly { event: number | null }[],
): CatalogState {
  const settingAt = (wantedPath: string) => rows.find(({ path }) => path === wantedPath)?.value ?? null
  return { version: settingAt(VERSION) ?? '0', snapshot: settingAt(SNAPSHOT), event: last?.event ?? 0 }
}

/** Names the snapshot that all isolates load from now on; an earlier build never replaces a later one. */
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
