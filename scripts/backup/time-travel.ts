/** D1's Time Travel: bookmarks of a database's past states, for 30 days. */
import * as v from 'valibot'
import { type CloudflareApi, CloudflareError } from '../deploy/cloudflare-api.ts'
import { NotReady } from '../not-ready.ts'

const BOOKMARK = v.object({ bookmark: v.pipe(v.string(), v.minLength(1)) })
const RESTORED = v.object({ previous_bookmark: v.optional(v.string()) })

/** D1 needs longer than a query for a large database. */
const RESTORE_TIMEOUT_MS = 180_000

const pathOf = (databaseId: string) => `/accounts/{account}/d1/database/${databaseId}/time_travel`

/** Returns the bookmark of the present state, or of the state at a time (ISO 8601). Throws `NotReady` for a time without one. */
export async function readBookmark(api: CloudflareApi, databaseId: string, at?: string): Promise<string> {
  const query = at === undefined ? '' : `?timestamp=${encodeURIComponent(at)}`
  try {
    return (await api.call(BOOKMARK, 'GET', `${pathOf(databaseId)}/bookmark${query}`)).bookmark
  } catch (error) {
    if (at === undefined || !(error instanceof CloudflareError) || error.status !== 400) throw error
    throw new NotReady(
      `D1 has no state of ${at}, maybe because the database is younger: choose a later time, or restore a backup by --from`,
    )
  }
}

/** Takes a database back to a bookmark; returns the bookmark of the state just before, when D1 names it. */
export async function goBack(
  api: CloudflareApi,
  databaseId: string,
  bookmark: string,
): Promise<string | undefined> {
  const path = `${pathOf(databaseId)}/restore?bookmark=${encodeURIComponent(bookmark)}`
  // Not repeated after a lost answer: the second answer would name the restored state as the one before.
  return (await api.call(RESTORED, 'POST', path, { timeout: RESTORE_TIMEOUT_MS })).previous_bookmark
}
