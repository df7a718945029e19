/** Runs one catalog search of any form: documents, sort, page and aggregations. */
import type { Context } from 'hono'
import type { CatalogRequest, CatalogResult } from '../../../schema/compat/catalog/catalog.api.ts'
import { textFields } from '../../../schema/compat/catalog/catalog-fields.api.ts'
import { containsText, type Document } from '../../../schema/compat/catalog/search-match.ts'
import { type ParseResult, parseError } from '../../../schema/compat/catalog/search-query.api.ts'
import { getCatalog } from '../../catalog/index/request-catalog.ts'
import type { AppEnv } from '../../env.ts'
import { queryDocuments } from '../calls/in-memory-query.ts'
import { categoriesWithCounts } from './category-documents.ts'
import { openProducts } from './documents/product-source.ts'
import { entityDocuments, isZipCondition } from './entity-documents.ts'
import { queryCostError, searchProducts } from './product-search.ts'

/** Returns the result of a request; an error message for a query that the catalog refuses. */
export async function searchCatalog(
  c: Context<AppEnv>,
  request: CatalogRequest,
  now: number,
): Promise<ParseResult<CatalogResult>> {
  const { type, searchQuery } = request
  const costError = type === 'product' ? queryCostError(request) : null
  if (costError !== null) return parseError(costError)
  if (type === 'product') return searchProducts(await openProducts(c, now), await getCatalog(c), request)
  const catalog = await getCatalog(c)
  // The read of ZIP codes applies their conditions itself.
  const where =
    type === 'zipcode' ? searchQuery.where.filter((one) => !isZipCondition(one)) : searchQuery.where
  const documents: ParseResult<readonly Document[]> =
    type === 'category'
      ? { ok: true, value: await categoriesWithCounts(c.env.DB, catalog, now) }
      : await entityDocuments(c.env.DB, type, searchQuery.where, { version: catalog.version, now })
  if (!documents.ok) return documents
  const fields = textFields(type)
  const matching = documents.value.filter((document) => containsText(document, searchQuery.text, fields))
  return queryDocuments(matching, { ...request, searchQuery: { ...searchQuery, where } })
}
