/** GET /pictures/…: drawn pictures of tires. */
import type { Context } from 'hono'
import type { AppEnv } from '../../env.ts'
import { servePicture } from './serve-picture.ts'

export async function pictures(c: Context<AppEnv>): Promise<Response> {
  const picture = await servePicture(c.req.raw, {
    bucket: c.env.PICTURES,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  })
  return picture ?? c.text('We couldn’t find this picture.', 404)
}
