/** Paints the picture of a product for link previews. */
import type { Env } from '../../env.ts'
import { drawTire } from './drawing/draw.ts'
import { findPreview, PREVIEW_VIEW, PREVIEW_WIDTH, previewKey } from './preview-picture.ts'
import { rasterize } from './raster.ts'

/** Paints and stores a product's preview unless it exists. Takes about a second: only for the queue. */
export async function paintPreview(env: Pick<Env, 'DB' | 'PICTURES'>, sku: string): Promise<void> {
  const preview = await findPreview(env.DB, sku)
  if (!preview || 'photo' in preview) return
  const { appearance } = preview
  const key = previewKey(appearance)
  if (await env.PICTURES.head(key)) return
  const png = await rasterize(drawTire(appearance, PREVIEW_VIEW, PREVIEW_WIDTH), PREVIEW_WIDTH)
  await env.PICTURES.put(key, png, { httpMetadata: { contentType: 'image/png' } })
}
