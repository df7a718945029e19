/** GET /photos/…: photographs of products, stored in the bucket under their names in the catalog. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { PHOTO_FOLDER } from './photo-address.ts'

/** Picture formats that browsers never execute. */
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}
const NAME = /^[\w][\w./-]{0,199}\.(avif|jpe?g|png|webp)$/i

/** A new photograph has a new name, so photographs may be cached forever. */
const FOREVER = 'public, max-age=31536000, immutable'

export const productPhotos = new Hono<AppEnv>().get('/photos/:name{.+}', async (c) => {
  const name = c.req.param('name')
  const type = TYPES[(NAME.exec(name)?.[1] ?? '').toLowerCase()]
  const photo = type && !name.includes('..') ? await c.env.PICTURES.get(PHOTO_FOLDER + name) : null
  if (!photo || !type) return c.text('We couldn’t find this photo.', 404, { 'Cache-Control': 'no-store' })
  return c.body(photo.body, 200, {
    'Content-Type': type,
    'Cache-Control': FOREVER,
    ETag: photo.httpEtag,
  })
})
