/** GET /api/ext/finder: returns the options of the finder's three selects and the number of tires. */
import { type Context, Hono } from 'hono'
import { findSize } from '../../../schema/catalog/finder/finder.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { finderSizes, sizesOfType } from '../index/finder-sizes.ts'
import { getCatalog } from '../index/request-catalog.ts'

/** Reads the parts of a size from the parameters of the finder; a missing or malformed part is `null`. */
export function readSizeParts(c: Context<AppEnv>): Record<'width' | 'aspect' | 'rim', number | null> {
  const part = (name: string) => {
    const text = c.req.query(name) ?? ''
    return /^\d{1,3}(\.\d{1,2})?$/.test(text) ? Number(text) : null
  }
  return { width: part('width'), aspect: part('aspect'), rim: part('rim') }
}

export const extFinderApi = new Hono<AppEnv>().get('/finder', async (c) => {
  const sizes = await (await getCatalog(c)).sizes()
  const type = c.req.query('type')
  const offered = type === undefined ? sizes : sizesOfType(sizes, type)
  return reply(c, 200, findSize(finderSizes(offered), readSizeParts(c)))
})
