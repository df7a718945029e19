/** Which snapshot of the catalog is the newest: a row of the configuration, seen by every isolate with its change feed. */

/** What a rebuild begins with: the version it reads, and the last stock event before it reads. */
export interface CatalogState {
  version: string
  event: number
  /** As it was stored; `null` before there is one. */
  snapshot: string | null
}

export async function readCatalogState(db: D1Database): Promise<CatalogState> {
  const row = await db
    .prepare(
      `select (select value from config where path = 'catalog/version') as version,
         (select value from config where path = 'catalog/snapshot') as snapshot,
         (select coalesce(max(id), 0) from stock_pulse) as event`,
    )
    .first<{ version: string | null; snapshot: string | null; event: number }>()
  return { version: row?.version ?? '0', snapshot: row?.snapshot ?? null, event: row?.event ?? 0 }
}

/** Names the snapshot that all isolates take from now on. One that was built earlier never replaces a later one. */
export async function nameSnapshot(db: D1Database, snapshot: { builtAt: number }): Promise<void> {
  await db
    .prepare(
      `insert into config (path, value) values ('catalog/snapshot', ?1) on conflict (path)
       do update set value = excluded.value where json_extract(value, '$.builtAt') <= ?2`,
    )
    .bind(JSON.stringify(snapshot), snapshot.builtAt)
    .run()
}
