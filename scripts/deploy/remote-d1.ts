/** A deployed D1 database for the loaders, through Cloudflare's API: each call is one transaction. */
import * as v from 'valibot'
import type { LoadableD1 } from '../load/target.ts'
import type { CloudflareApi } from './cloudflare-api.ts'

const RESULTS = v.array(v.object({ results: v.optional(v.array(v.unknown()), []) }))

/** D1 itself stops a call after 30 seconds. */
const QUERY_TIMEOUT_MS = 60_000

export function remoteD1(api: CloudflareApi, databaseId: string): LoadableD1 {
  const query = (sql: string) =>
    api.call(RESULTS, 'POST', `/accounts/{account}/d1/database/${databaseId}/query`, {
      body: { sql },
      timeout: QUERY_TIMEOUT_MS,
    })
  return {
    query: async <Row>(sql: string) => ((await query(sql)).at(-1)?.results ?? []) as Row[],
    // A line of its own: a statement may end with a comment.
    run: (statements) => query(statements.map((sql) => `${sql.trim().replace(/;$/, '')}\n;`).join('\n')),
  }
}
