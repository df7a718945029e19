/** Bins and lots in D1 as records that staff change (H14); a change of one that does not exist creates it. */
import { type SQL, sql } from 'drizzle-orm'
import { bin, lot } from '../../../schema/staff/units/unit.table.ts'
import {
  BIN_CODE,
  BIN_PATCH,
  type BinPatch,
  type BinValues,
  evaluateFields,
  LOT_NUMBER,
  LOT_PATCH,
  type LotPatch,
  type LotValues,
  NEW_BIN,
  NEW_LOT,
} from '../../../schema/staff/units/yard-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind, StoredRecord } from '../changes/record-kind.sql.ts'

/** Returns the condition that the row `is` has this version, or does not exist for version 0. */
function versionCondition(table: typeof bin | typeof lot, is: SQL, version: number): SQL {
  return version === 0
    ? sql`not exists (select 1 from ${table} where ${is})`
    : sql`exists (select 1 from ${table} where ${is} and version = ${version})`
}

async function readRow<Values extends object>(
  db: D1Database,
  query: SQL,
  ofNew: Values,
): Promise<StoredRecord<Values, null>> {
  const [row] = await connect(db).all<Values & { version: number }>(query)
  const { version = 0, ...values } = row ?? { ...ofNew, version: 0 }
  return { values: values as unknown as Values, version, facts: null }
}

export const BIN_RECORD: RecordKind<BinValues, BinPatch, null> = {
  id: BIN_CODE,
  patch: BIN_PATCH,
  read: (db, code) =>
    readRow(db, sql`select walk, capacity, version from ${bin} where code = ${code}`, NEW_BIN),
  hasVersion: (code, version) => versionCondition(bin, sql`code = ${code}`, version),
  evaluate: evaluateFields<BinValues>('units.correct'),
  write({ id: code, before, after }) {
    const { walk, capacity } = { ...before, ...after }
    return [
      sql`insert into ${bin} (code, walk, capacity, version) values (${code}, ${walk}, ${capacity}, 1)
        on conflict (code) do update set walk = excluded.walk, capacity = excluded.capacity, version = version + 1`,
    ]
  },
}

export const LOT_RECORD: RecordKind<LotValues, LotPatch, null> = {
  id: LOT_NUMBER,
  patch: LOT_PATCH,
  read: (db, id) =>
    readRow(db, sql`select source, kind, paid, count, version from ${lot} where id = ${Number(id)}`, NEW_LOT),
  hasVersion: (id, version) => versionCondition(lot, sql`id = ${Number(id)}`, version),
  evaluate: evaluateFields<LotValues>('cost.see'),
  write({ id, before, after, now }) {
    const { source, kind, paid, count } = { ...before, ...after }
    return [
      sql`insert into ${lot} (id, source, kind, paid, count, created_at, version)
        values (${Number(id)}, ${source}, ${kind}, ${paid}, ${count}, ${now}, 1)
        on conflict (id) do update set source = excluded.source, kind = excluded.kind, paid = excluded.paid,
          count = excluded.count, version = version + 1`,
    ]
  },
}
