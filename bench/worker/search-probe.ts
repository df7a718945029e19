/** Queries of the index and of SQL in the Worker; the caller measures, as the Worker's clock stands still. */
import type { ChoiceFilter, ListingQuery } from '../../schema/catalog/listing/listing.ts'
import { fetchSnapshot, readPointer } from '../../worker/catalog/index/build/catalog-snapshot.ts'
import { rebuildCatalog } from '../../worker/catalog/index/build/rebuild.ts'
import { type FacetedIndex, openIndex } from '../../worker/catalog/index/faceted-index.ts'
import { createIndexedListing } from '../../worker/catalog/index/indexed-listing.ts'
import type { Env } from '../../worker/env.ts'
import { sqlListing } from './sql-listing.ts'

let index: FacetedIndex | null = null

interface Repeated {
  query: ListingQuery
  facets: readonly ChoiceFilter[]
  times: number
}

const OPERATIONS: Record<string, (request: Request, env: Env) => Promise<object>> = {
  /** Builds the snapshot from D1, stores it and returns its pointer. */
  build: async (_, env) => ({ snapshot: await rebuildCatalog(env, Date.now()) }),
  /** Loads the snapshot of a pointer, like a new isolate. */
  load: async (request, env) => {
    const pointer = readPointer(await request.text())
    const buffer = pointer && (await fetchSnapshot(env.KV, pointer))
    index = buffer && typeof buffer !== 'string' ? openIndex(buffer) : null
    if (!index) throw new Error(`The snapshot is ${buffer}`)
    return { documents: index.meta.count, bytes: index.bytes }
  },
  find: async (request) => {
    const { query, facets, times } = (await request.json()) as Repeated
    if (!index) throw new Error('Nothing is loaded')
    const engine = createIndexedListing(index)
    let result = {}
    for (let time = 0; time < times; time++) result = await engine.find(query, facets, ['condition'])
    return result
  },
  sql: async (request, env) => {
    const { query, facets } = (await request.json()) as Repeated
    if (!index) throw new Error('Nothing is loaded')
    return sqlListing(env.DB, index.options).find(query, facets)
  },
}

export async function searchProbe(request: Request, env: Env): Promise<Response> {
  const operation = OPERATIONS[new URL(request.url).searchParams.get('operation') ?? '']
  return operation
    ? Response.json(await operation(request, env))
    : new Response('There is no such operation.', { status: 404 })
}
