/**
 * The index in this isolate's memory: loaded once and replaced when D1 names a newer snapshot. Requests never
 * wait while an older index can answer; without one, they wait for two seconds.
 */
import { readChangedProducts, readEventsAfter } from '../../platform/cache/change-feed.sql.ts'
import type { ChangeFeed } from '../../platform/cache/change-feed.ts'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { Unavailable } from '../../platform/outbound/unavailable.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { fetchSnapshot, readPointer } from './build/catalog-snapshot.ts'
import { buildCatalog, type CatalogStores, publishCatalog } from './build/rebuild.ts'
import { readProductChanges } from './changes/product-changes.sql.ts'
import { applyProductChanges } from './changes/product-changes.ts'
import { applyStockEvent, type FacetedIndex, openIndex } from './faceted-index.ts'

/** Id of the snapshot that was damaged or missing at the last load. */
let lostId: string | null = null

interface LoadedIndex {
  index: FacetedIndex
  /** The snapshot's pointer as D1 stores it; `UNNAMED` for an index that exists only in this isolate. */
  name: string
  /**
   * The snapshot that the change feed named when this isolate built its own index, until it names another.
   */
  replaced?: { name: string | null } | undefined
}

let loaded: LoadedIndex | null = null
let loading: { name: string | null; since: number; work: Promise<LoadedIndex> } | null = null
/** Earliest time for the next attempt to load a newer snapshot. */
let retryAt = 0

const RETRY_MS = 5_000
const UNNAMED = ''
/** Requests wait this long from the begin of a load; a later request gets the error at once. */
const TIMEOUT_MS = 2_000
/** Longest wait for a snapshot from KV; after it, the snapshot is treated as lost. */
const KV_TIMEOUT_MS = 10_000
/** Longer than the platform lets work run after the response: an older load was stopped by the platform. */
const CUT_OFF_MS = 60_000
/** Two indexes of this size fit into an isolate's 128 MB; a larger one is released before the next load. */
const MAX_BYTES_FOR_TWO = 24 * 1024 * 1024
/** A snapshot that KV still does not have at this age is lost; a younger one may not have arrived yet. */
const LOST_AFTER_MS = 120_000

/** The error for requests while there is no index and the build takes long; the build continues. */
export class CatalogNotReady extends Unavailable {
  override name = 'CatalogNotReady'
  /** Id of the snapshot that D1 names and that could not be loaded. */
  readonly lost: string | null

  constructor(lost: string | null) {
    super('catalog', 'The index of the catalog is still being built')
    this.lost = lost
  }
}

type WaitUntil = (work: Promise<unknown>) => void

/**
 * Returns the index, updated with the events of the change feed. `productsAppliedTo` is before `state.at` while another
 * request reads the changed products, and when they are too many.
 */
export async function getIndex(
  stores: CatalogStores,
  state: ChangeFeed,
  now: number,
  waitUntil: WaitUntil,
): Promise<FacetedIndex> {
  const { index } = await getLoaded(stores, state, now, waitUntil)
  await applyStockEvents(stores.DB, index, state)
  await applyChangedProducts(stores.DB, index, state, now)
  return index
}

async function getLoaded(
  stores: CatalogStores,
  state: ChangeFeed,
  now: number,
  waitUntil: WaitUntil,
): Promise<LoadedIndex> {
  // From now on every other name, and `null` after a reset of D1, means a newer snapshot.
  if (loaded?.name === state.snapshot) loaded.replaced = undefined
  if (loaded && (loaded.name === state.snapshot || loaded.replaced?.name === state.snapshot)) return loaded
  if (loaded && loaded.index.bytes <= MAX_BYTES_FOR_TWO) {
    const busy = loading !== null && now - loading.since < CUT_OFF_MS
    if (now >= retryAt && !busy) waitUntil(load(stores, state.snapshot, now, true).catch(report))
    return loaded
  }
  loaded = null
  // Loading a snapshot that the queue has named meanwhile is faster than the build in progress.
  if (!loading || loading.name !== state.snapshot || Math.abs(now - loading.since) >= CUT_OFF_MS)
    waitUntil(load(stores, state.snapshot, now, false).catch(() => undefined))
  return waitForLoad(now)
}

/** Waits for the load in progress, with its own timer: the request that began the load may have ended. */
async function waitForLoad(now: number): Promise<LoadedIndex> {
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
 * Fetches the snapshot from KV. Builds the index from D1 where the snapshot is damaged, lost or does not
 * exist, and also while KV fails: that index is for this isolate only. With `mayWait` an older index answers
 * meanwhile, so a failure of KV throws instead.
 */
async function fetchOrBuild(
  stores: CatalogStores,
  name: string | null,
  now: number,
  mayWait: boolean,
): Promise<LoadedIndex> {
  const pointer = readPointer(name)
  if (pointer) {
    const snapshot = await withTimeout(fetchSnapshot(stores.KV, pointer), KV_TIMEOUT_MS)
      .then((found) => found ?? 'not answered')
      .catch((error: unknown) => {
        if (mayWait) throw error
        return describeError(error)
      })
    const index = typeof snapshot === 'string' ? null : openIndex(snapshot)
    if (index && name !== null) return { index, name }
    if (snapshot === 'missing' && mayWait && now - pointer.builtAt < LOST_AFTER_MS)
      throw new Error(`Snapshot ${pointer.id} is not in KV yet`)
    lostId = pointer.id
    console.error(
      `Snapshot ${pointer.id} is ${typeof snapshot === 'string' ? snapshot : 'of another format'}`,
    )
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

/** Applies the stock events since the snapshot, from the change feed or, where that begins too late, D1. */
async function applyStockEvents(db: D1Database, index: FacetedIndex, state: ChangeFeed): Promise<void> {
  if (index.event >= state.at) return
  if (index.event >= state.completeFrom) {
    for (const event of state.changed.values())
      if (event.id > index.event) applyStockEvent(index, event.products, event)
    index.event = state.at
    return
  }
  // D1 is unavailable; lists may show tires that were sold since the snapshot, and the cart refuses those.
  if (state.isOutage) return
  for (;;) {
    const events = await readEventsAfter(db, index.event)
    // A concurrent request may already have applied newer events; older ones must not overwrite them.
    for (const event of events) if (event.id > index.event) applyStockEvent(index, event.products, event)
    const last = events.at(-1)?.id ?? state.at
    index.event = Math.max(index.event, last)
    if (index.event >= state.at) return
  }
}

/** Most changed products that one request reads; with more, the index waits for a rebuild. */
const MAX_CHANGES = 2_000
/** A request that reads changed products for longer was probably stopped; then another one reads them. */
const READ_MS = 1_000
/** Start of the read of changed products in progress; requests meanwhile use the index as it is. */
let readingSince: number | null = null
/** The index into which changes did not fit, with the feed's event; they are not read again before the next event. */
let failed: { index: FacetedIndex; at: number } | null = null

/** Reads the products that changed since the last call and applies them; only one request at a time does so. */
async function applyChangedProducts(
  db: D1Database,
  index: FacetedIndex,
  state: ChangeFeed,
  now: number,
): Promise<void> {
  const { productsAppliedTo, event } = index
  if (productsAppliedTo >= state.at || state.isOutage) return
  if (failed?.index === index && failed.at === state.at) return
  const isComplete = productsAppliedTo >= state.completeFrom
  const known = isComplete
    ? [...state.products].flatMap(([id, at]) => (at > productsAppliedTo ? id : []))
    : null
  if (known?.length === 0) {
    index.productsAppliedTo = state.at
    return
  }
  if (readingSince !== null && Math.abs(now - readingSince) < READ_MS) return
  readingSince = now
  try {
    const ids = known ?? (await readChangedProducts(db, productsAppliedTo, MAX_CHANGES + 1))
    const isTooMany = ids.length > MAX_CHANGES
    const changes = ids.length > 0 && !isTooMany ? await readProductChanges(db, ids) : []
    // Another request may have applied newer events meanwhile; the stock in `changes` is older than those.
    if (index.event !== event || index.productsAppliedTo !== productsAppliedTo) return
    if (!isTooMany && applyProductChanges(index, changes)) index.productsAppliedTo = state.at
    else failed = { index, at: state.at }
  } finally {
    readingSince = null
  }
}
