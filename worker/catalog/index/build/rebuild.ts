/** Rebuilds the snapshot of the catalog: reads D1, stores the bytes in KV and their pointer in D1. */
import { readFilterOptions } from '../filter/filter-options.sql.ts'
import { createIndexBuilder } from './build-index.ts'
import {
  deleteOldSnapshots,
  readPointer,
  type SnapshotPointer,
  snapshotId,
  storeSnapshot,
} from './catalog-snapshot.ts'
import { listingDocuments, listingUrlOrder, readCategoryFacts } from './listing-documents.sql.ts'
import { type CatalogState, nameSnapshot, readCatalogState } from './listing-snapshot.sql.ts'

export interface CatalogStores {
  DB: D1Database
  KV: KVNamespace
}

/** With more stock events after the snapshot, a new isolate would need too long to apply them. */
const MAX_EVENTS_BEHIND = 2_000

export interface BuiltCatalog {
  /** State of the catalog before its products were read. */
  state: CatalogState
  buffer: ArrayBuffer
}

/** Builds a snapshot. Reads the state first, so sales meanwhile are stock events after `state.event`. */
export async function buildCatalog(db: D1Database): Promise<BuiltCatalog> {
  const state = await readCatalogState(db)
  const builder = createIndexBuilder()
  for await (const documents of listingDocuments(db)) for (const document of documents) builder.add(document)
  for await (const ids of listingUrlOrder(db)) builder.addUrlOrder(ids)
  const [options, categories] = [await readFilterOptions(db), await readCategoryFacts(db)]
  const { version, event } = state
  return { state, buffer: builder.finish({ version, event, options, categories }) }
}

/**
 * Stores and names a snapshot and returns its pointer as text. After a failure the old one is still named.
 */
export async function publishCatalog(
  { DB, KV }: CatalogStores,
  { state, buffer }: BuiltCatalog,
  now: number,
): Promise<string> {
  const id = snapshotId(now, crypto.randomUUID().slice(0, 8))
  const pointer: SnapshotPointer = {
    id,
    version: state.version,
    event: state.event,
    builtAt: now,
    bytes: buffer.byteLength,
    parts: await storeSnapshot(KV, id, buffer),
  }
  await nameSnapshot(DB, pointer)
  await deleteOldSnapshots(KV, now, readPointer(state.snapshot)?.id ?? null)
  return JSON.stringify(pointer)
}

/** Builds, stores and names a snapshot and returns its pointer. Of two runs at once the later one stays. */
export async function rebuildCatalog(stores: CatalogStores, now: number): Promise<string> {
  return publishCatalog(stores, await buildCatalog(stores.DB), now)
}

/** Checks whether the newest snapshot has an old version of the catalog or lacks too many stock events. */
export function isIndexStale({ version, event, snapshot }: CatalogState): boolean {
  const pointer = readPointer(snapshot)
  return !pointer || pointer.version !== version || event - pointer.event > MAX_EVENTS_BEHIND
}

/**
 * Rebuilds a stale or lost snapshot and returns whether it did; a queue message may come twice or too late.
 * `lost` is the id of a snapshot that could not be loaded.
 */
export async function rebuildIfStale(stores: CatalogStores, now: number, lost?: string): Promise<boolean> {
  const state = await readCatalogState(stores.DB)
  const isLost = lost !== undefined && readPointer(state.snapshot)?.id === lost
  if (!isLost && !isIndexStale(state)) return false
  await rebuildCatalog(stores, now)
  return true
}
