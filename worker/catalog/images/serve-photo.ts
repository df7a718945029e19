/** Serves photographs of products, which are stored in the bucket under their names in the catalog. */
import type { Context } from 'hono'
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
const NAME = /^\/?[\w][\w./-]{0,199}\.(avif|jpe?g|png|webp)$/i

/** Responds with a photograph; `cached` is its `Cache-Control`. */
export async function servePhoto(c: Context<AppEnv>, name: string, cached: string): Promise<Response> {
  const type = TYPES[(NAME.exec(name)?.[1] ?? '').toLowerCase()]
  const key = PHOTO_FOLDER + name.replace(/^\//, '')
  const photo = type && !name.includes('..') ? await c.env.PICTURES.get(key) : null
  if (!photo || !type) return c.text('We couldn’t find this photo.', 404, { 'Cache-Control': 'no-store' })
  return c.body(photo.body, 200, { 'Content-Type': type, 'Cache-Control': cached, ETag: photo.httpEtag })
}
