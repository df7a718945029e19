/** GET /photos/…: photographs of products. */
import { Hono } from 'hono'
import type { AppEnv } from '../../env.ts'
import { servePhoto } from './serve-photo.ts'

/** A new photograph has a new name, so photographs may be cached forever. */
const FOREVER = 'public, max-age=31536000, immutable'

export const productPhotos = new Hono<AppEnv>().get('/photos/:name{.+}', (c) =>
  servePhoto(c, c.req.param('name'), FOREVER),
)
