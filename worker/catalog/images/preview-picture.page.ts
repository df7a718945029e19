/**
 * GET /pictures/product/{sku}.png: a product's picture for services that do not support SVG (og:image, the
 * Merchant feed). The address has a sku, so that only pictures of products are painted; a queue paints them
 * (worker/catalog/images/paint-preview.ts).
 */
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { AppEnv } from '../../env.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { findPreview, previewKey } from './preview-picture.ts'
import { servePhoto } from './serve-photo.ts'

/** The address has no version of the picture. */
const CACHED = 'public, max-age=86400'
/** Seconds until a missing picture should be painted. */
const RETRY_SECONDS = 30
/** Time of this isolate's last request for each picture; the queue consumer paints no picture twice. */
const requestedAt = new LRUCache<string, number>({ max: 1000 })

export async function previewPicture(c: Context<AppEnv>): Promise<Response> {
  const sku = /^([\w.-]{1,64})\.png$/.exec(c.req.param('file') ?? '')?.[1]
  const preview = sku ? await findPreview(c.env.DB, sku) : null
  if (!sku || !preview) return c.text('We couldn’t find this picture.', 404)
  if ('photo' in preview) return servePhoto(c, preview.photo, CACHED)
  const key = previewKey(preview.appearance)
  const stored = await c.env.PICTURES.get(key)
  if (stored) {
    return c.body(stored.body, 200, { 'content-type': 'image/png', 'cache-control': CACHED })
  }
  if (!(await isRateLimited(c, 'EVENT_LIMIT', 'preview-picture')))
    c.executionCtx.waitUntil(requestPainting(c, sku, key))
  return c.text('We’re still painting this picture. Please try again.', 503, {
    'retry-after': String(RETRY_SECONDS),
  })
}

async function requestPainting(c: Context<AppEnv>, sku: string, key: string): Promise<void> {
  const now = Date.now()
  if (now - (requestedAt.get(key) ?? 0) < RETRY_SECONDS * 1000) return
  requestedAt.set(key, now)
  try {
    await c.env.PAINT.send({ paint: sku })
  } catch (error) {
    requestedAt.delete(key)
    console.error('A picture could not be requested', describeError(error))
  }
}
