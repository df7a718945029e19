import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { type ChangeFeed, getChangeFeed, isFeedKnown } from './change-feed.ts'

/** Returns the change feed that this request read first, so that all parts of a page use the same state. */
export async function requestChangeFeed(c: Context<AppEnv>): Promise<ChangeFeed> {
  const known = c.get('changeFeed')
  if (known) return known
  const feed = await getChangeFeed(c.env.DB, Date.now(), (work) => c.executionCtx.waitUntil(work))
  c.set('changeFeed', feed)
  return feed
}

/** Reports of pages: they are many, and their answers promise nothing. */
const REPORTS = ['/api/ext/events', '/api/ext/security-report']

/**
 * Reads the change feed for requests that have no page in a cache. Only an isolate that knows none waits for it, so that a slow D1 is
 * not waited for twice; without D1 it goes on with what it knows.
 */
export function readFeedFirst(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!REPORTS.includes(c.req.path)) {
      const read = requestChangeFeed(c).catch(() => null)
      if (isFeedKnown()) c.executionCtx.waitUntil(read)
      else await read
    }
    await next()
  }
}
