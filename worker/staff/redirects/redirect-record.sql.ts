/** Redirects of the map of addresses as records that staff change (H14l); a change of one that does not exist creates it. */
import { eq, sql } from 'drizzle-orm'
import { urlMap } from '../../../schema/catalog/landing/landing.table.ts'
import {
  evaluateRedirect,
  NEW_REDIRECT,
  REDIRECT_PATCH,
  REDIRECT_PATH,
  type RedirectFacts,
  type RedirectPatch,
  type RedirectValues,
  targetPath,
} from '../../../schema/staff/redirects/redirect-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'
import { announceTexts } from '../texts/texts.sql.ts'

/** The path of the target of a redirect, without query and slashes at its ends. */
const TARGET = sql`trim(substr(location, 1, instr(replace(location, '#', '?') || '?', '?') - 1), '/')`

export const REDIRECT_RECORD: RecordKind<RedirectValues, RedirectPatch, RedirectFacts> = {
  id: REDIRECT_PATH,
  patch: REDIRECT_PATCH,
  async read(db, path, patch) {
    const target = patch.location ? targetPath(patch.location) : null
    const client = connect(db)
    const [row, [chain]] = await Promise.all([
      client
        .select({
          type: urlMap.type,
          location: urlMap.location,
          isPermanent: urlMap.isPermanent,
          version: urlMap.version,
        })
        .from(urlMap)
        .where(eq(urlMap.url, path))
        .get(),
      client.all<{ from: number; to: number }>(
        sql`select
          exists (select 1 from ${urlMap} where type = 'redirect' and location is not null
            and url in (${target}, lower(${target}))) as "from",
          exists (select 1 from ${urlMap} where type = 'redirect' and location is not null
            and lower(${TARGET}) = lower(${path})) as "to"`,
      ),
    ])
    const isTaken = row !== undefined && row.type !== 'redirect'
    const facts = { path, isTaken, isTargetRedirected: chain?.from === 1, isTarget: chain?.to === 1 }
    if (!row) return { values: NEW_REDIRECT, version: 0, facts }
    const { location, isPermanent, version } = row
    return { values: { location, isPermanent }, version, facts }
  },
  hasVersion: (path, version) =>
    version === 0
      ? sql`not exists (select 1 from ${urlMap} where url = ${path})`
      : sql`exists (select 1 from ${urlMap} where url = ${path} and version = ${version})`,
  evaluate: evaluateRedirect,
  write({ id: path, before, after, now }) {
    const { location, isPermanent } = { ...before, ...after }
    return [
      sql`insert into ${urlMap} (url, type, target_id, location, is_permanent)
        values (${path}, 'redirect', 0, ${location}, ${Number(isPermanent)})
        on conflict (url) do update set location = excluded.location, is_permanent = excluded.is_permanent,
          version = version + 1`,
      announceTexts(now),
    ]
  },
}
