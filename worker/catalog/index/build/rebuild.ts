/** A new snapshot of the catalog: read from D1, stored in KV, named in D1 for every isolate to take. */
import { readFilterOptions } from '../filter-options.sql.ts'
import { startIndex } from './build-index.ts'
import {
  dropSnapshots,
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

/** Past so many stock events, a new isolate would have too much to catch up with. */
const MAX_EVENTS_BEHIND = 2_000

/** The snapshot as bytes, of the catalog as it is; what is sold while it is read is an event after `event`. */
async function buildSnapshot(db: D1Database, { version, event }: CatalogState): Promise<ArrayBuffer> {
  const builder = startIndex()
  for await (const documents of listingDocuments(db)) for (const one of documents) builder.add(one)
  for await (const ids of listingUrlOrder(db)) builder.addUrlOrder(ids)
  const [options, categories] = [await readFilterOptions(db), await readCategoryFacts(db)]
  return builder.finish({ version, event, options, categories })
}

export interface Built {
  /** What the catalog was when its reading began. */
  state: CatalogState
  buffer: ArrayBuffer
}

/** Reads the whole catalog in parts. Its state is read first: what is sold meanwhile comes with the events after it. */
export async function buildCatalog(db: D1Database): Promise<Built> {
  const state = await readCatalogState(db)
  return { state, buffer: await buildSnapshot(db, state) }
}

/** Stores and names what was built; gives the name as D1 holds it. A break before the end leaves the old name. */
export async function publishCatalog(
  { DB, KV }: CatalogStores,
  { state, buffer }: Built,
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
  await dropSnapshots(KV, now, readPointer(state.snapshot)?.id ?? null)
  return JSON.stringify(pointer)
}

/** Builds, stores and names a snapshot; gives its name. Safe to run twice at the same time: the later one stays. */
export async function rebuildCatalog(stores: CatalogStores, now: number): Promise<string> {
  return publishCatalog(stores, await buildCatalog(stores.DB), now)
}

/** True when the newest snapshot is of another version than the catalog, or far behind its stock. */
export function isIndexStale({ version, event, snapshot }: CatalogState): boolean {
  const pointer = readPointer(snapshot)
  return !pointer || pointer.version !== version || event - pointer.event > MAX_EVENTS_BEHIND
}

/**
 * Rebuilds where there is something to rebuild: a message may come twice, or after another did its work. `lost` is the
 * id of a snapshot that could not be loaded.
 */
export async function rebuildIfStale(stores: CatalogStores, now: number, lost?: string): Promise<boolean> {
  const state = await readCatalogState(stores.DB)
  const isLost = lost !== undefined && readPointer(state.snapshot)?.id === lost
  if (!isLost && !isIndexStale(state)) return false
  await rebuildCatalog(stores, now)
  return true
}
