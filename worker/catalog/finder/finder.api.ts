/** GET /api/ext/finder: what the finder's three selects offer, and how many tires that is. */
import { Hono } from 'hono'
import { findSize } from '../../../schema/catalog/finder/finder.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { finderSizes, sizesOfType } from '../index/finder-sizes.ts'
import { getCatalog } from '../index/request-catalog.ts'

/** A part of a size; anything but a number in range counts as not asked. */
function part(text: string | undefined): number | null {
  return /^\d{1,3}(\.\d{1,2})?$/.test(text ?? '') ? Number(text) : null
}

export const extFinderApi = new Hono<AppEnv>().get('/finder', async (c) => {
  const asked = {
    width: part(c.req.query('width')),
    aspect: part(c.req.query('aspect')),
    rim: part(c.req.query('rim')),
  }
  const sizes = await (await getCatalog(c)).sizes()
  const type = c.req.query('type')
  const offered = type === undefined ? sizes : sizesOfType(sizes, type)
  return reply(c, 200, findSize(finderSizes(offered), asked))
})
