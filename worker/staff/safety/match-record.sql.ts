/** Matches of recalls in D1 as records that staff decide (H14t). */
import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { recallMatch } from '../../../schema/staff/safety/recall.table.ts'
import {
  evaluateMatch,
  MATCH_PATCH,
  type MatchPatch,
  type MatchValues,
} from '../../../schema/staff/safety/recall-match.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import type { RecordKind, RecordWrite, StoredRecord } from '../changes/record-kind.sql.ts'

async function readMatches(
  db: D1Database,
  requests: readonly { id: string }[],
): Promise<ReadonlyMap<string, StoredRecord<MatchValues, null>>> {
  const t = recallMatch
  const rows = await connect(db)
    .select({ id: t.id, state: t.state, version: t.version })
    .from(t)
    .where(sql`${t.id} in ${inList(requests.map(({ id }) => Number(id)))}`)
  return new Map(
    rows.map(({ id, state, version }) => [String(id), { values: { state }, version, facts: null }]),
  )
}

function hasVersion(id: string | SQL, version: number | SQL): SQL {
  return sql`exists (select 1 from ${recallMatch} where id = cast(${id} as integer) and version = ${version})`
}

function writeMatches(writes: readonly RecordWrite<MatchValues, null>[]): SQL[] {
  const rows = writes.map(({ id, after, actor, now }) => ({
    id: Number(id),
    state: after.state,
    by: actor.staffId,
    now,
  }))
  return [
    sql`update ${recallMatch} set state = j.value ->> 'state', decided_by = j.value ->> 'by', decided_at = j.value ->> 'now',
        version = version + 1
      from json_each(${JSON.stringify(rows)}) j where ${recallMatch}.id = j.value ->> 'id'`,
  ]
}

export const MATCH_RECORD: RecordKind<MatchValues, MatchPatch, null> = {
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/)),
  patch: MATCH_PATCH,
  read: async (db, id) => (await readMatches(db, [{ id }])).get(id) ?? null,
  hasVersion,
  evaluate: evaluateMatch,
  write: (write) => writeMatches([write]),
  many: { read: readMatches, hasVersion, write: writeMatches },
}
