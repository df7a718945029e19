import type { Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { getChangeFeed } from '../../../platform/cache/change-feed.ts'

/** Version of prices and content, part of the key of every kept fragment; from memory but for one small read. */
export async function catalogVersion(c: Context<AppEnv>): Promise<string> {
  const { version } = await getChangeFeed(c.env.DB, Date.now(), (work) => c.executionCtx.waitUntil(work))
  return version
}
