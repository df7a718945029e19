/** Runs the catalog calls over the fixture, for tests. */

import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { loadFixture } from '../../../catalog/index/testing/catalog.fixture.ts'
import { loadEntities } from '../../../catalog/index/testing/entities.fixture.ts'
import { loadParts } from '../../../catalog/index/testing/parts.fixture.ts'
import { parseConfig } from '../../../config.ts'
import type { AppEnv } from '../../../env.ts'
import { pageLayout } from '../../../layout/document.tsx'
import { PageNotes } from '../../../platform/cache/page-notes.ts'
import { expectDescribed } from '../../calls/testing/openapi-conformance.harness.ts'
import { stockApi } from '../../stock.api.ts'
import { urlApi } from '../../url.api.ts'
import { catalogApi } from '../catalog.api.ts'
import { productApi } from '../product.api.ts'

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig(env)
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/api/catalog', catalogApi).route('/api/product', productApi)
app.route('/api/url', urlApi).route('/api/stock', stockApi)

export async function openCatalogShop(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
  await loadEntities(env.DB)
}

export interface ApiResult<Body> {
  status: number
  headers: Headers
  /** The body as it was sent. */
  text: string
  body: Body
}

/** Calls the API; a string body is sent unchanged. `db` replaces the database. */
export async function call<Body = Record<string, unknown>>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  db: D1Database = env.DB,
): Promise<ApiResult<Body>> {
  const init: RequestInit = { method }
  if (body !== undefined) {
    init.body = typeof body === 'string' ? body : JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  const response = await app.request(
    `https://shop.example/api/${path}`,
    init,
    { ...env, DB: db, ASSETS: undefined },
    createExecutionContext(),
  )
  await expectDescribed(method, `/api/${path}`.replace(/[?#].*$/, ''), response)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

export type Doc = { id: number; sku: string; _score: number } & Record<string, unknown>
export interface CompactResult {
  hits: Doc[]
  total: number
  aggregations: Record<string, { buckets?: { key: unknown; doc_count: number }[]; value?: number | null }>
  attribute_metadata: { attribute_code: string; options: { value: string; label: string }[] }[]
  error?: string
}

/** Returns a database that counts round trips; a batch is one round trip. */
export function countedDb(): { db: D1Database; trips: () => number } {
  let count = 0
  const db = new Proxy(env.DB, {
    get(target, name) {
      if (name === 'prepare') {
        return (sql: string) => {
          count += 1
          return target.prepare(sql)
        }
      }
      if (name === 'batch') {
        return (statements: D1PreparedStatement[]) => {
          count += 1 - statements.length
          return target.batch(statements)
        }
      }
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db, trips: () => count }
}

/** Sends a search of the compact form by POST. */
export function search(type: string, query: unknown, params = 'size=50'): Promise<ApiResult<CompactResult>> {
  const path = `catalog/vue_storefront_catalog/${type}/_search?request_format=search-query&response_format=compact&${params}`
  return call<CompactResult>('POST', path, query)
}

export type Filter = [attribute: string, value: unknown, scope?: string | string[]]

/** Builds a SearchQuery. */
export function query(filters: Filter[], more: object = {}) {
  return {
    _availableFilters: [],
    _appliedFilters: filters.map(([attribute, value, scope = 'default']) => ({ attribute, value, scope })),
    _appliedSort: [],
    _searchText: '',
    ...more,
  }
}

/** The filters that clients add to every listing. */
export const LISTED: Filter[] = [
  ['visibility', { in: [2, 3, 4] }],
  ['status', { in: [0, 1] }],
  ['stock.is_in_stock', { eq: true }],
]
/** Returns the skus of the hits in alphabetical order. */
export const skus = ({ body }: ApiResult<CompactResult>) => body.hits.map(({ sku }) => sku).sort()
