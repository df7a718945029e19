/**
 * GET /pictures/product/{sku}.png: a product's picture for readers that take no SVG (og:image, the Merchant feed).
 * Addressed by sku, so that only what the shop sells is ever painted.
 */
import type { Context } from 'hono'
import { lookOf } from '../../schema/domain/look.ts'
import { findProducts } from '../db/product.ts'
import type { AppEnv } from '../env.ts'
import { causeOf } from '../http/cause.ts'
import { pictureHref } from '../pictures/address.ts'
import { drawTire } from '../pictures/draw.ts'
import { rasterise } from '../pictures/raster.ts'

const WIDTH = 1000
const VIEW = 'three-quarter'

export async function sharePicture(c: Context<AppEnv>): Promise<Response> {
  const sku = /^([\w.-]{1,64})\.png$/.exec(c.req.param('file') ?? '')?.[1]
  const tire = sku && (await findProducts(c.env.DB, [sku])).get(sku)?.tire
  if (!tire) return c.text('There is no such picture.', 404)
  const look = lookOf(tire)
  // Units that look alike share one picture.
  const key = pictureHref(look, VIEW, WIDTH).slice(1).replace(/svg$/, 'png')
  const stored = await c.env.PICTURES.get(key)
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' }
  if (stored) return c.body(stored.body, 200, headers)
  const png = await rasterise(drawTire(look, VIEW, WIDTH), WIDTH)
  const put = c.env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
  c.executionCtx.waitUntil(
    put.catch((error: unknown) => console.error('A picture could not be kept', causeOf(error))),
  )
  return c.body(png, 200, headers)
}
