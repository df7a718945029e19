/** GET and POST /api/catalog in three forms (C2). */
import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { SERVER_TIMEOUT_MS } from '../../../schema/catalog/search/search.ts'
import {
  CATALOG_BODY_MAX,
  CATALOG_MESSAGES,
  type CatalogRequest,
  isCatalogIndex,
  parseIndexRequest,
  parseObjectRequest,
} from '../../../schema/compat/catalog/catalog.api.ts'
import { findEntityType } from '../../../schema/compat/catalog/catalog-fields.api.ts'
import type { ParseResult } from '../../../schema/compat/catalog/search-query.api.ts'
import type { AppEnv } from '../../env.ts'
import { limitBody } from '../../platform/http/json-body.ts'
import { withTimeout } from '../../platform/http/with-timeout.ts'
import { formatCatalogReply } from './catalog-reply.ts'
import { searchCatalog } from './catalog-search.ts'

export const catalogApi = new Hono<AppEnv>()

catalogApi.use(limitBody(CATALOG_BODY_MAX))

catalogApi.post('/', async (c) => answer(c, readPayload(await c.req.text()), parseObjectRequest))
/** Reads the query from the parameter `request`. */
catalogApi.get('/', (c) => {
  const { request = '{}', ...rest } = c.req.query()
  return answer(c, readPayload(request), (payload) => parseObjectRequest({ ...rest, searchQuery: payload }))
})

catalogApi.on(['GET', 'POST'], '/:index/:type/_search', async (c) => {
  const { index, type } = c.req.param()
  if (!isCatalogIndex(index)) return refuse(c, 500, CATALOG_MESSAGES.index)
  if (!findEntityType(type)) return refuse(c, 400, CATALOG_MESSAGES.type)
  const text = c.req.method === 'POST' ? await c.req.text() : (c.req.query('request') ?? '')
  return answer(c, readPayload(text), (payload) => parseIndexRequest(type, c.req.query(), payload))
})

/** Replies to every other path below this one with the error that clients expect. */
catalogApi.all('*', (c) => refuse(c, 500, 'The path of a search is {index}/{type}/_search.'))

/** Parses JSON of a body or parameter, which some clients encode twice; `undefined` for invalid JSON. */
function readPayload(text: string): unknown {
  if (text.length > CATALOG_BODY_MAX) return undefined
  for (const decode of [String, decodeURIComponent]) {
    try {
      return JSON.parse(decode(text.trim() || '{}'))
    } catch {
      // The next attempt decodes the text first.
    }
  }
  return undefined
}

async function answer(
  c: Context<AppEnv>,
  payload: unknown,
  read: (payload: unknown) => ParseResult<CatalogRequest>,
): Promise<Response> {
  if (payload === undefined) return refuse(c, 400, CATALOG_MESSAGES.json)
  const request = read(payload)
  if (!request.ok) return refuse(c, 400, request.message)
  const found = await withTimeout(searchCatalog(c, request.value, Date.now()), SERVER_TIMEOUT_MS)
  if (!found) return refuse(c, 504, CATALOG_MESSAGES.timeout)
  if (!found.ok) return refuse(c, 400, found.message)
  c.header('Cache-Control', 'no-cache, no-store')
  return c.body(formatCatalogReply(request.value, found.value), 200, { 'Content-Type': 'application/json' })
}

/** Replies with the envelope and the `error` that clients of the compact form read. */
function refuse(c: Context, code: number, message: string): Response {
  c.header('Cache-Control', 'no-cache, no-store')
  return c.json({ code, result: message, error: message }, code as ContentfulStatusCode)
}
