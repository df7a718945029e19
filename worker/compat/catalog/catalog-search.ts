/** One search of any form: documents, sort, page and aggregations. */
import type { Context } from 'hono'
import type { CatalogFound, CatalogRequest } from '../../../schema/compat/catalog/catalog.api.ts'
import { textFields } from '../../../schema/compat/catalog/catalog-fields.api.ts'
import { containsText, type Document } from '../../../schema/compat/catalog/search-match.ts'
import { type ParseResult, parseError } from '../../../schema/compat/catalog/search-query.api.ts'
import type { SearchCondition } from '../../../schema/compat/catalog/search-query.ts'
import { getCatalog } from '../../catalog/index/request-catalog.ts'
import type { AppEnv } from '../../env.ts'
import { queryDocuments } from '../calls/in-memory-query.ts'
import { categoriesWithCounts } from './category-documents.ts'
import { entityDocuments, ZIP_FIELDS } from './entity-documents.ts'
import { queryCostError, searchProducts } from './product-search.ts'

/** Answers a request; an error message for a query that the catalog refuses. */
export async function searchCatalog(
  c: Context<AppEnv>,
  request: CatalogRequest,
  now: number,
): Promise<ParseResult<CatalogFound>> {
  const { type, searchQuery } = request
  const refused = type === 'product' ? queryCostError(request) : null
  if (refused !== null) return parseError(refused)
  const catalog = await getCatalog(c)
  if (type === 'product') return searchProducts(c.env.DB, catalog, request, now)
  const where =
    type === 'zipcode' ? searchQuery.where.filter((condition) => !isZip(condition)) : searchQuery.where
  const documents: ParseResult<readonly Document[]> =
    type === 'category'
      ? { ok: true, value: await categoriesWithCounts(c.env.DB, catalog, now) }
      : await entityDocuments(c.env.DB, type, searchQuery.where, { version: catalog.version, now })
  if (!documents.ok) return documents
  const fields = textFields(type)
  const texted =
    searchQuery.text === ''
      ? documents.value
      : documents.value.filter((document) => containsText(document, searchQuery.text, fields))
  return queryDocuments(texted, { ...request, searchQuery: { ...searchQuery, where } })
}

function isZip(condition: SearchCondition): boolean {
  return (condition.kind === 'among' || condition.kind === 'prefix') && ZIP_FIELDS.includes(condition.field)
}
