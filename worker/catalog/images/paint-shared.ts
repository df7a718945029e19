/** Paints the picture of a product for link previews, where there is none yet. Only the queue does: it takes a second. */
import type { Env } from '../../env.ts'
import { drawTire } from './drawing/draw.ts'
import { rasterise } from './raster.ts'
import { SHARED_VIEW, SHARED_WIDTH, sharedKey, sharedLook } from './shared-picture.ts'

export async function paintShared(env: Pick<Env, 'DB' | 'PICTURES'>, sku: string): Promise<void> {
  const look = await sharedLook(env.DB, sku)
  if (!look) return
  const key = sharedKey(look)
  if (await env.PICTURES.head(key)) return
  const png = await rasterise(drawTire(look, SHARED_VIEW, SHARED_WIDTH), SHARED_WIDTH)
  await env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
}
