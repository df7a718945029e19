/**
 * GET /pictures/product/{sku}.png: a product's picture for readers that take no SVG (og:image, the Merchant feed).
 * Addressed by sku, so that only what the shop sells is ever painted, and painted by a queue: worker/catalog/images/paint-preview.ts.
 */
import type { Context } from 'hono'
import { LRUCache } from 'lru-cache'
import type { AppEnv } from '../../env.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { previewAppearance, previewKey } from './preview-picture.ts'

/** Seconds until somebody who came too early may find the picture. */
const PAINTED_IN = 30
/** When this isolate last asked for each picture; the queue itself paints no picture twice. */
const askedAt = new LRUCache<string, number>({ max: 1000 })

export async function previewPicture(c: Context<AppEnv>): Promise<Response> {
  const sku = /^([\w.-]{1,64})\.png$/.exec(c.req.param('file') ?? '')?.[1]
  const look = sku ? await previewAppearance(c.env.DB, sku) : null
  if (!sku || !look) return c.text('There is no such picture.', 404)
  const key = previewKey(look)
  const stored = await c.env.PICTURES.get(key)
  if (stored) {
    return c.body(stored.body, 200, { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' })
  }
  if (!(await isRateLimited(c, 'EVENT_LIMIT', 'preview-picture'))) c.executionCtx.waitUntil(ask(c, sku, key))
  return c.text('This picture is being painted. Please come again.', 503, {
    'retry-after': String(PAINTED_IN),
  })
}

async function ask(c: Context<AppEnv>, sku: string, key: string): Promise<void> {
  const now = Date.now()
  if (now - (askedAt.get(key) ?? 0) < PAINTED_IN * 1000) return
  askedAt.set(key, now)
  try {
    await c.env.PAINT.send({ paint: sku })
  } catch (error) {
    askedAt.delete(key)
    console.error('A picture could not be asked for', describeError(error))
  }
}
