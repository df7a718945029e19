/**
 * A Worker with one part of the catalog's index: it receives the products of its part page by page, as it would read
 * them from D1, builds its index and answers lists. With the keys of the orders a router can merge several parts.
 */
import type { ListingQuery, ListingResult } from '../../schema/catalog/listing/listing.ts'
import { createIndexBuilder, type IndexBuilder } from '../../worker/catalog/index/build/build-index.ts'
import { parseSort } from '../../worker/catalog/index/build/index-orders.ts'
import { documentId, type FacetedIndex, openIndex } from '../../worker/catalog/index/faceted-index.ts'
import { filterIndex } from '../../worker/catalog/index/filter/filter-sets.ts'
import { createIndexedListing } from '../../worker/catalog/index/indexed-listing.ts'
import { pageOfIds } from '../../worker/catalog/index/page-of-results.ts'
import {
  MARK_STEP,
  type PartDocument,
  type PartFind,
  type PartOptions,
  type Placed,
} from './part-messages.ts'

let builder: IndexBuilder | null = null
const documents: { id: number; createdAt: number; urlKey: string }[] = []
let index: FacetedIndex | null = null

function opened(): FacetedIndex {
  if (!index) throw new Error('The part has no index yet')
  return index
}

/** Returns the position of a product among those of this part, which are in the order of ids. */
function rowOf(id: number): number {
  let [low, high] = [0, documents.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((documents[middle]?.id ?? 0) < id) low = middle + 1
    else high = middle
  }
  return low
}

function placeOf(id: number, { sort }: ListingQuery): Placed {
  const { field } = parseSort(sort)
  const doc = documentId(opened(), id)
  if (field === 'final_price') return { id, key: opened().price[doc] ?? 0 }
  if (field === 'tread_depth') return { id, key: opened().meta.tread[(opened().tread[doc] ?? 0) - 1] ?? -1 }
  const own = documents[rowOf(id)]
  return { id, key: (field === 'url_key' ? own?.urlKey : own?.createdAt) ?? 0 }
}

const OPERATIONS: Record<string, (request: Request) => Promise<object>> = {
  /** Adds a page of products, in the order of ids. */
  add: async (request) => {
    builder ??= createIndexBuilder()
    for (const document of (await request.json()) as PartDocument[]) {
      builder.add(document)
      documents.push({ id: document.id, createdAt: document.createdAt, urlKey: document.urlKey })
    }
    return {}
  },
  /** Builds the index; returns its size and the rims and sizes of its products. */
  build: async (request) => {
    const { labels, smart } = (await request.json()) as PartOptions
    const options = { labels: new Map(labels.map(([filter, values]) => [filter, new Map(values)])), smart }
    const byUrl = documents.toSorted((a, b) =>
      a.urlKey < b.urlKey ? -1 : a.urlKey > b.urlKey ? 1 : a.id - b.id,
    )
    builder?.addUrlOrder(byUrl.map(({ id }) => id))
    const buffer = builder?.finish({ version: 'bench', event: 0, options, categories: [] })
    builder = null
    index = buffer ? openIndex(buffer) : null
    const { meta, bytes } = opened()
    return { units: meta.count, bytes, rims: meta.columns.rim.keys, sizes: meta.columns.size.keys }
  },
  /** Opens a finished snapshot. */
  open: async (request) => {
    index = openIndex(await request.arrayBuffer())
    return { units: opened().meta.count, bytes: opened().bytes }
  },
  find: async (request) => {
    const { query, facets, times = 1 } = (await request.json()) as PartFind
    const engine = createIndexedListing(opened())
    let result: ListingResult | null = null
    for (let time = 0; time < times; time++) result = await engine.find(query, facets)
    return { ...result }
  },
  /** Like `find`, with the keys of the products. */
  place: async (request) => {
    const { query, facets } = (await request.json()) as PartFind
    const result = await createIndexedListing(opened()).find(query, facets)
    return { ...result, placed: result.ids.map((id) => placeOf(id, query)) }
  },
  /** Returns every `MARK_STEP`th product up to the query's page. */
  marks: async (request) => {
    const { query } = (await request.json()) as PartFind
    const { all, total } = filterIndex(opened(), query)
    const marks: Placed[] = []
    for (let start = 0; start < Math.min(total, query.start); start += MARK_STEP)
      for (const id of pageOfIds(opened(), all, total, { ...query, start, size: 1 }))
        marks.push(placeOf(id, query))
    return { marks }
  },
}

export default {
  async fetch(request) {
    const operation = OPERATIONS[new URL(request.url).pathname.slice(1)]
    return operation ? Response.json(await operation(request)) : new Response(null, { status: 404 })
  },
} satisfies ExportedHandler
