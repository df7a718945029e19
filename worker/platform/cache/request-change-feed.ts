import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { type ChangeFeed, getChangeFeed } from './change-feed.ts'

/** Returns the change feed that this request read first, so that all parts of a page use the same state. */
export async function requestChangeFeed(c: Context<AppEnv>): Promise<ChangeFeed> {
  const known = c.get('changeFeed')
  if (known) return known
  const feed = await getChangeFeed(c.env.DB, Date.now(), (work) => c.executionCtx.waitUntil(work))
  c.set('changeFeed', feed)
  return feed
}

/** Reads the change feed before the request is handled; without D1 it goes on with what the isolate knows. */
export function readFeedFirst(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await requestChangeFeed(c).catch(() => null)
    await next()
  }
}
