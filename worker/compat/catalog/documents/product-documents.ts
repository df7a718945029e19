/**
 * Keeps the documents of products as finished JSON in this isolate's memory, and reads only the missing ones
 * from D1.
 *
 * A document is valid like a product card (worker/catalog/listing/product-card-cache.tsx): it belongs to one
 * version of the catalog, and becomes stale with a later stock event of its pool, or at the time when one of
 * its prices changes. Unlike a card it has the exact quantity of a large pool, whose sales cause no event.
 */
import { LRUCache } from 'lru-cache'
import { priceChangesAt } from '../../../../schema/catalog/price/price.ts'
import type { Stock } from '../../../../schema/catalog/product/product.ts'
import {
  type ProductDocument,
  type ProductEntry,
  toProductDocument,
} from '../../../../schema/compat/catalog/compat-product.api.ts'
import { findStock } from '../../../catalog/product/product.sql.ts'
import { type ChangeFeed, isFresh } from '../../../platform/cache/change-feed.ts'
import { type ProductKey, readCatalogProducts } from './catalog-product.sql.ts'
import type { DocumentFacts, ProductSource } from './product-source.ts'

/** Bytes of an isolate's 128 MB that complete documents may use. */
const BUDGET = 8 * 1024 * 1024
/** Bytes of an entry beside its JSON. */
const ENTRY_BYTES = 500
/** Bytes for the ids of products that keys have found. */
const KEYS_BUDGET = 512 * 1024
/** From this quantity on, sales cause no stock event (migration 0054). */
const SILENT_FROM = 16
/** How long the quantity of such a pool is current, which is the age of a fresh change feed (ms). */
const SILENT_MS = 2_000

/** A complete document. */
export interface ProductJson {
  id: number
  /** JSON in UTF-8, which a reply only has to copy. */
  json: Uint8Array
  /** Differs between all documents of this isolate, also between two of one product. */
  serial: number
}

interface Entry extends ProductJson {
  pools: readonly [string]
  stock: Stock
  /** Id of the last stock event that the document includes. */
  at: number
  /** Time (ms) at which one of its prices may change. */
  until: number
  /** Time (ms) of the last read of its pool. */
  checkedAt: number
}

const emptyMemory = (facts: DocumentFacts | null) => ({
  facts,
  entries: new LRUCache<number, Entry>({
    maxSize: BUDGET,
    sizeCalculation: ({ json }) => ENTRY_BYTES + json.length,
  }),
  ids: new LRUCache<string, readonly number[]>({
    maxSize: KEYS_BUDGET,
    maxEntrySize: KEYS_BUDGET / 32,
    sizeCalculation: (ids, key) => ENTRY_BYTES + 2 * key.length + 8 * ids.length,
  }),
})
type Memory = ReturnType<typeof emptyMemory>

const encoder = new TextEncoder()
const decoder = new TextDecoder()

let memory = emptyMemory(null)
let serial = 0

/** Returns the memory of these facts; a request that waits while others replace it keeps its own. */
function memoryOf(facts: DocumentFacts): Memory {
  if (memory.facts !== facts) memory = emptyMemory(facts)
  return memory
}

/** Returns the documents in the order of the ids, without unknown and disabled products. */
export async function documentsInOrder(
  source: ProductSource,
  ids: readonly number[],
): Promise<ProductJson[]> {
  const found = await currentEntries(source, memoryOf(source.facts), ids)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Returns the documents of the products of a key, sorted by id. */
export async function documentsOfKey(source: ProductSource, key: ProductKey): Promise<ProductJson[]> {
  const own = memoryOf(source.facts)
  // A changed product may have another key, so ids are valid until the next event of a product.
  const name = JSON.stringify([key, source.feed.productsAt])
  const values = new Set<number | string>(key.values)
  const ids = key.by === 'id' ? [...new Set(key.values)] : own.ids.get(name)
  if (ids)
    return documentsInOrder(
      source,
      ids.toSorted((a, b) => a - b),
    )
  const read = await readEntries(source, own, key)
  // A value without a product is asked for again: the feed may be up to two seconds behind a new product.
  if (read.length === values.size)
    own.ids.set(
      name,
      read.map(({ id }) => id),
    )
  return read
}

export function parseDocument({ json }: ProductJson): ProductDocument {
  return JSON.parse(decoder.decode(json))
}

/** Finds the current documents in memory, and reads the others and the pools without events in one trip. */
async function currentEntries(
  source: ProductSource,
  own: Memory,
  ids: readonly number[],
): Promise<Map<number, Entry>> {
  const { now } = source.context
  const found = new Map<number, Entry>()
  const missing: number[] = []
  const unchecked: Entry[] = []
  for (const id of ids) {
    const entry = own.entries.get(id)
    if (!entry || !isCurrent(entry, source.feed, now)) missing.push(id)
    else {
      found.set(id, entry)
      if (isSilent(entry.stock) && Math.abs(now - entry.checkedAt) >= SILENT_MS) unchecked.push(entry)
    }
  }
  const [read, changed] = await Promise.all([
    readEntries(source, own, { by: 'id', values: missing }),
    findChanged(source, unchecked),
  ])
  const again = await readEntries(source, own, { by: 'id', values: changed })
  for (const entry of [...read, ...again]) found.set(entry.id, entry)
  return found
}

/** During an outage of D1 nothing is current, because a reply cannot say that its stock may be old. */
function isCurrent({ at, until, pools }: Entry, feed: ChangeFeed, now: number): boolean {
  return !feed.isOutage && now < until && isFresh(feed, at, pools)
}

/** Checks whether a pool can change without a stock event; a new pool without a row counts as an empty one. */
function isSilent({ manage, qty }: Stock): boolean {
  return manage && (qty === 0 || qty >= SILENT_FROM)
}

/** Reads the pools of these entries; returns the ids of those that changed, and marks the others as checked. */
async function findChanged({ db, context }: ProductSource, entries: readonly Entry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const stocks = await findStock(
    db,
    entries.flatMap(({ pools }) => pools),
  )
  return entries.flatMap((entry) => {
    const { qty, manage } = stocks.get(entry.pools[0]) ?? { qty: 0, manage: true }
    if (qty !== entry.stock.qty || manage !== entry.stock.manage) return entry.id
    entry.checkedAt = context.now
    return []
  })
}

async function readEntries(source: ProductSource, own: Memory, key: ProductKey): Promise<Entry[]> {
  const products = await readCatalogProducts(source.db, key)
  return products.map((product) => {
    const entry = toEntry(product, source)
    own.entries.set(entry.id, entry)
    return entry
  })
}

function toEntry(product: ProductEntry, { feed, context }: ProductSource): Entry {
  const { now } = context
  const prices = [product.product, ...product.variants]
  return {
    id: product.product.id,
    json: encoder.encode(JSON.stringify(toProductDocument(product, context))),
    serial: ++serial,
    pools: [product.product.stockSku],
    stock: product.stock,
    at: feed.at,
    until: Math.min(...prices.map((priced) => priceChangesAt(priced, now))),
    checkedAt: now,
  }
}
