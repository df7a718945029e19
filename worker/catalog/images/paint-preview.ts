/** Paints the picture of a product for link previews, where there is none yet. Only the queue does: it takes a second. */
import type { Env } from '../../env.ts'
import { drawTire } from './drawing/draw.ts'
import { PREVIEW_VIEW, PREVIEW_WIDTH, previewAppearance, previewKey } from './preview-picture.ts'
import { rasterize } from './raster.ts'

export async function paintPreview(env: Pick<Env, 'DB' | 'PICTURES'>, sku: string): Promise<void> {
  const look = await previewAppearance(env.DB, sku)
  if (!look) return
  const key = previewKey(look)
  if (await env.PICTURES.head(key)) return
  const png = await rasterize(drawTire(look, PREVIEW_VIEW, PREVIEW_WIDTH), PREVIEW_WIDTH)
  await env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
}
