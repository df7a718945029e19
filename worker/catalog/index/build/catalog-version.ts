import type { Context } from 'hono'
import type { AppEnv } from '../../../env.ts'
import { requestChangeFeed } from '../../../platform/cache/request-change-feed.ts'

/** Returns the version of prices and content, which is part of the key of every cached fragment. */
export async function catalogVersion(c: Context<AppEnv>): Promise<string> {
  return (await requestChangeFeed(c)).version
}
