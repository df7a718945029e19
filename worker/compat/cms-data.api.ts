/** GET /api/ext/cms-data/…: texts of the shop with their includes replaced, for clients of the API (G4). */
import { type Context, Hono } from 'hono'
import { cmsBlockDocument, cmsPageDocument } from '../../schema/compat/catalog/compat-entities.api.ts'
import { CMS_TYPES, type CmsType, isStoreId, missingCmsMessage } from '../../schema/compat/cms-data.api.ts'
import { includeBlocks } from '../../schema/content/pages/cms.ts'
import { type CmsKey, findCmsEntry } from '../content/pages/cms.sql.ts'
import type { AppEnv } from '../env.ts'
import { reply } from '../platform/http/reply.ts'
import { redact } from '../platform/security/log-redaction.ts'

export const extCmsDataApi = new Hono<AppEnv>()

for (const type of CMS_TYPES) {
  extCmsDataApi
    .get(`/cms-data/cms${type}/:id`, (c) => answer(c, type, { id: Number(c.req.param('id')) }))
    .get(`/cms-data/cms${type}Identifier/:identifier/storeId/:store`, (c) => {
      const { identifier, store } = c.req.param()
      if (!isStoreId(store)) console.error('There is no store view', redact(store.slice(0, 40)))
      return answer(c, type, isStoreId(store) ? { identifier } : null)
    })
}

/** Replies with a text; the result of a failure has an `errorMessage`. */
async function answer(c: Context<AppEnv>, type: CmsType, key: CmsKey | null): Promise<Response> {
  const found = key && (await findCmsEntry(c.env.DB, type, key))
  if (!found) {
    const name = c.req.param('id') ?? c.req.param('identifier') ?? ''
    return reply(c, 500, { errorMessage: missingCmsMessage(type, name), code: 404 })
  }
  const { row, blocks } = found
  const content = includeBlocks(row.content, blocks)
  return reply(
    c,
    200,
    'updatedAt' in row ? cmsPageDocument({ ...row, content }) : cmsBlockDocument({ ...row, content }),
  )
}
