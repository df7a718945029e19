/**
 * The index of this isolate: loaded once, replaced when a newer snapshot is named, and never waited for while there
 * is an older one that answers; without one, for two seconds.
 */
import { readStockEventsAfter } from '../../platform/cache/change-feed.sql.ts'
import type { ChangeFeed } from '../../platform/cache/change-feed.ts'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { Unavailable } from '../../platform/outbound/unavailable.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { fetchSnapshot, readPointer } from './build/catalog-snapshot.ts'
import { buildCatalog, type CatalogStores, publishCatalog } from './build/rebuild.ts'
import { applyStockEvent, type FacetedIndex, openIndex } from './faceted-index.ts'

/** Id of the snapshot that was torn or lost when it was last asked for. */
let lostId: string | null = null

interface LoadedIndex {
  index: FacetedIndex
  /** As D1 names the snapshot; `UNNAMED` for one that this isolate alone has. */
  name: string
  /** The snapshot that the change feed named when this isolate built its index; valid until the feed names another. */
  replaced?: { name: string | null } | undefined
}

let loaded: LoadedIndex | null = null
let loading: { name: string | null; since: number; work: Promise<LoadedIndex> } | null = null
/** When a newer snapshot may be tried for again after a failure. */
let retryAt = 0

const RETRY_MS = 5_000
const UNNAMED = ''
/** From the moment a load begins, requests wait this long; a later request gets the error at once. */
const TIMEOUT_MS = 2_000
/** KV has so long to give a snapshot: a silent one is as good as none. */
const KV_TIMEOUT_MS = 10_000
/** Longer than the platform lets work go on after its answer: a load that still runs was cut off. */
const CUT_OFF_MS = 60_000
/** Two of them would not fit into an isolate's 128 MB: a larger one is let go before the next is loaded. */
const BOTH_FIT = 24 * 1024 * 1024
/** A named snapshot that KV does not have after this long is not on its way, but lost. */
const LOST_AFTER_MS = 120_000

/** There is no index yet, and its making takes longer than anybody should wait. It goes on. */
export class CatalogNotReady extends Unavailable {
  override name = 'CatalogNotReady'
  /** Id of the snapshot that is named and could not be loaded. */
  readonly lost: string | null

  constructor(lost: string | null) {
    super('catalog', 'The index of the catalog is still being built')
    this.lost = lost
  }
}

type WaitUntil = (work: Promise<unknown>) => void

/** Returns the index with every sale that the change feed knows. */
export async function getIndex(
  stores: CatalogStores,
  state: ChangeFeed,
  now: number,
  waitUntil: WaitUntil,
): Promise<FacetedIndex> {
  const { index } = await current(stores, state, now, waitUntil)
  await catchUp(stores.DB, index, state)
  return index
}

async function current(
  stores: CatalogStores,
  state: ChangeFeed,
  now: number,
  waitUntil: WaitUntil,
): Promise<LoadedIndex> {
  // Once the change feed has named this snapshot, any other name is newer; so is none, when the tables are loaded anew.
  if (loaded?.name === state.snapshot) loaded.replaced = undefined
  if (loaded && (loaded.name === state.snapshot || loaded.replaced?.name === state.snapshot)) return loaded
  if (loaded && loaded.index.bytes <= BOTH_FIT) {
    const busy = loading !== null && now - loading.since < CUT_OFF_MS
    if (now >= retryAt && !busy) waitUntil(load(stores, state.snapshot, now, true).catch(report))
    return loaded
  }
  loaded = null
  // A snapshot that the queue has named meanwhile is loaded sooner than another is built.
  if (!loading || loading.name !== state.snapshot || Math.abs(now - loading.since) >= CUT_OFF_MS)
    waitUntil(load(stores, state.snapshot, now, false).catch(() => undefined))
  return loadedInTime(now)
}

/** What is being loaded; by a timer of this request's own, since the one that began may have been cut off. */
async function loadedInTime(now: number): Promise<LoadedIndex> {
  const left = loading ? TIMEOUT_MS - Math.abs(now - loading.since) : 0
  const found = loading && left > 0 ? await withTimeout(loading.work, left) : null
  if (!found) throw new CatalogNotReady(lostId)
  return found
}

function report(error: unknown): void {
  console.error('The newer snapshot of the catalog could not be loaded', describeError(error))
}

async function load(
  stores: CatalogStores,
  name: string | null,
  now: number,
  mayWait: boolean,
): Promise<LoadedIndex> {
  const entry = { name, since: now, work: fetchOrBuild(stores, name, now, mayWait) }
  loading = entry
  retryAt = now + RETRY_MS
  try {
    loaded = await entry.work
    return loaded
  } finally {
    if (loading === entry) loading = null
  }
}

/**
 * From KV; what is torn, lost or was never there is built from D1, and so is everything while KV itself is away: then
 * for this isolate alone. `mayWait`: an older index answers meanwhile.
 */
async function fetchOrBuild(
  stores: CatalogStores,
  name: string | null,
  now: number,
  mayWait: boolean,
): Promise<LoadedIndex> {
  const pointer = readPointer(name)
  if (pointer) {
    const fetching = withTimeout(fetchSnapshot(stores.KV, pointer), KV_TIMEOUT_MS)
    const fetched = await fetching
      .then((found) => found ?? 'not answered')
      .catch((error: unknown) => {
        if (mayWait) throw error
        return describeError(error)
      })
    const index = typeof fetched === 'string' ? null : openIndex(fetched)
    if (index && name !== null) return { index, name }
    if (fetched === 'missing' && mayWait && now - pointer.builtAt < LOST_AFTER_MS)
      throw new Error(`Snapshot ${pointer.id} is not in KV yet`)
    lostId = pointer.id
    console.error(`Snapshot ${pointer.id} is ${typeof fetched === 'string' ? fetched : 'of another format'}`)
  }
  const built = await buildCatalog(stores.DB)
  const stored = await publishCatalog(stores, built, now).catch((error: unknown) => {
    console.error('A snapshot could not be stored', describeError(error))
    return UNNAMED
  })
  const index = openIndex(built.buffer)
  if (!index) throw new Error('A snapshot that was just built could not be read')
  return { index, name: stored, replaced: { name } }
}

/** Applies stock events since the snapshot: from the change feed, or from D1 where the feed does not reach back far enough. */
async function catchUp(db: D1Database, index: FacetedIndex, state: ChangeFeed): Promise<void> {
  if (index.event >= state.at) return
  if (index.event >= state.completeFrom) {
    for (const event of state.changed.values())
      if (event.id > index.event) applyStockEvent(index, event.products, event)
    index.event = state.at
    return
  }
  // D1 cannot be asked; what was sold since the snapshot is refused by the cart.
  if (state.isOutage) return
  for (;;) {
    const events = await readStockEventsAfter(db, index.event)
    // Another request may have read later and come first: what it knows is newer.
    for (const event of events) if (event.id > index.event) applyStockEvent(index, event.products, event)
    const last = events.at(-1)?.id ?? state.at
    index.event = Math.max(index.event, last)
    if (index.event >= state.at) return
  }
}
