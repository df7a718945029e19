/** Answers searches of the catalog API by SQL alone: every request reads its products and builds their documents. */
import type { ChoiceFilter, ListingQuery } from '../../schema/catalog/listing/listing.ts'
import { toProductDocument } from '../../schema/compat/catalog/compat-product.api.ts'
import { createSourceFilter, readPatterns } from '../../schema/compat/catalog/source-filter.api.ts'
import { pictureHref } from '../../worker/catalog/images/picture-address.ts'
import { openCatalog } from '../../worker/catalog/index/catalog.ts'
import { readCatalogProducts } from '../../worker/compat/catalog/documents/catalog-product.sql.ts'
import { type DocumentFacts, readFacts } from '../../worker/compat/catalog/documents/product-source.ts'
import type { Env } from '../../worker/env.ts'
import { sqlListing } from './sql-listing.ts'

interface ProbeSearch {
  /** Without a query, the product of the sku. */
  query?: ListingQuery
  sku?: string
  facets: readonly ChoiceFilter[]
  /** Comma lists of fields. */
  source?: { include: string; exclude: string }
}

/** Read once, because the shop keeps it too. */
let facts: DocumentFacts | null = null

/** Answers a search; with the parameter `bytes`, a constant reply of this length. */
export async function catalogApiProbe(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
  const bytes = new URL(request.url).searchParams.get('bytes')
  if (bytes !== null) return new Response(new Uint8Array(Number(bytes)).fill(32))
  const { query, sku = '', facets, source } = (await request.json()) as ProbeSearch
  const now = Date.now()
  facts ??= await readFacts(env.DB)
  const { options } = await openCatalog(env, now, (work) => ctx.waitUntil(work))
  const found = query && (await sqlListing(env.DB, options).find(query, facets))
  const entries = await readCatalogProducts(
    env.DB,
    found ? { by: 'id', values: found.ids } : { by: 'sku', values: [sku] },
  )
  const pick = createSourceFilter({
    include: readPatterns(source?.include) ?? [],
    exclude: readPatterns(source?.exclude) ?? [],
  })
  const context = { ...facts, now, pictureHref }
  const byId = new Map(
    entries.map((entry) => [entry.product.id, pick(toProductDocument(entry, context))] as const),
  )
  const hits = found ? found.ids.flatMap((id) => byId.get(id) ?? []) : [...byId.values()]
  return Response.json({ hits, total: found?.total ?? hits.length, aggregations: found?.buckets ?? {} })
}
