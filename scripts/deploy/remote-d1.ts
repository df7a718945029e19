/** A deployed D1 database for the loaders, through Cloudflare's API: each call is one transaction. */
import * as v from 'valibot'
import type { LoadableD1 } from '../load/target.ts'
import type { CloudflareApi } from './cloudflare-api.ts'

const RESULTS = v.array(v.object({ results: v.optional(v.array(v.looseObject({})), []) }))

/** D1 itself stops a call after 30 seconds. */
const QUERY_TIMEOUT_MS = 60_000

/** `isIdempotent`: each call may be repeated after a lost answer. */
export function remoteD1(
  api: CloudflareApi,
  databaseId: string,
  { isIdempotent = false }: { isIdempotent?: boolean } = {},
): LoadableD1 {
  const query = (body: object) =>
    api.call(RESULTS, 'POST', `/accounts/{account}/d1/database/${databaseId}/query`, {
      body,
      isIdempotent,
      timeout: QUERY_TIMEOUT_MS,
    })
  return {
    query: async <Row>(sql: string) => ((await query({ sql })).at(-1)?.results ?? []) as Row[],
    // Not joined by semicolons: D1 refuses a text of more than 100 kB as one statement.
    run: async (statements) =>
      (await query({ batch: statements.map((sql) => ({ sql })) })).map(({ results }) => results),
  }
}
