/** The audit log in D1 (H14). */
import { and, asc, desc, eq, getTableColumns, gt, gte, is, lt, or, SQL, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { apiKey } from '../../../schema/staff/api/api-key.table.ts'
import { bulkJob } from '../../../schema/staff/bulk/bulk.table.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { type Actor, keySession } from '../../../schema/staff/changes/change.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'

/** A statement that callers hand through to a batch. */
export type Statement = SQL

export type AuditRow = typeof auditLog.$inferSelect

export interface NewAuditRow extends Omit<AuditRow, 'id' | 'staffId' | 'session' | 'source'> {
  actor: Actor
}

/** Part of the error of a batch whose audit row found `condition` false. */
const LATE = 'audit_log.version'

/** Parts of errors after which a change is evaluated again: something that it depends on changed meanwhile. */
const RETRIED = [
  LATE,
  'audit_log.key',
  'unit.version',
  'stock_not_below_zero',
  'order_parcel_item_picked',
  'pick_item_packed',
  'order_parcel.tracking_number',
]
const COLUMNS = sql.raw(
  'at, staff_id, session, source, kind, record, record_id, version, "before", "after", why, key, batch, undoes',
)

/**
 * Returns the statement that adds a row, and returns its id. If a condition is false the statement fails, and with it the batch, so
 * that the statements after it need no condition.
 */
export function addAuditRow(row: NewAuditRow, ...conditions: (SQL | undefined)[]): SQL {
  const { at, actor, kind, record, recordId, version, before, after, why, key, batch, undoes } = row
  return sql`insert into ${auditLog} (${COLUMNS})
    values (${at}, ${actor.staffId}, ${actor.session}, ${actor.source}, ${kind}, ${record}, ${recordId},
      iif(${and(...conditions)}, ${version}, null), ${JSON.stringify(before)}, ${JSON.stringify(after)}, ${why}, ${key}, ${batch},
      ${undoes}) returning id`
}

/**
 * As `addAuditRow`, but a false `condition` adds nothing and lets the batch go on. The id and the fields before may be SQL, where
 * only the database knows them.
 */
export function addAuditRowIf(
  row: Omit<NewAuditRow, 'recordId' | 'before'> & { recordId: string | SQL; before: object | SQL },
  condition: SQL,
): SQL {
  const { at, actor, kind, record, recordId, version, before, after, why, key, batch, undoes } = row
  const fields = is(before, SQL) ? before : JSON.stringify(before)
  return sql`insert into ${auditLog} (${COLUMNS})
    select ${at}, ${actor.staffId}, ${actor.session}, ${actor.source}, ${kind}, ${record}, ${recordId}, ${version}, ${fields},
      ${JSON.stringify(after)}, ${why}, ${key}, ${batch}, ${undoes} where ${condition}`
}

export interface NewAuditRows {
  actor: Actor
  /** Milliseconds. */
  now: number
  record: string
  batch: string
  why: string | null
  rows: readonly (Pick<AuditRow, 'key' | 'version' | 'before' | 'after' | 'undoes'> & { id: string })[]
}

/** As `addAuditRow`, for changes of many records: one record that has another version than expected makes the batch fail. */
export function addAuditRows(
  { actor, now, record, batch, why, rows }: NewAuditRows,
  hasVersion: (id: SQL, version: SQL) => SQL,
): SQL {
  const field = (name: string) => sql`j.value ->> ${name}`
  const condition = hasVersion(field('id'), sql`${field('version')} - 1`)
  return sql`insert into ${auditLog} (${COLUMNS})
    select ${now}, ${actor.staffId}, ${actor.session}, ${actor.source}, iif(${field('undoes')} is null, 'change', 'undo'),
      ${record}, ${field('id')}, iif(${condition}, ${field('version')}, null), j.value -> 'before', j.value -> 'after', ${why},
      ${field('key')}, ${batch}, ${field('undoes')}
    from json_each(${JSON.stringify(rows)}) j`
}

/**
 * Runs a batch that begins with an audit row. `late`: its condition was false, its key was used meanwhile, or its tires changed.
 * `undone`: another change has undone the same one.
 */
export async function runRecorded(
  db: D1Database,
  queries: readonly SQL[],
): Promise<{ auditId: number } | 'late' | 'undone'> {
  try {
    const [recorded] = await batchOf<{ id: number }>(db, queries)
    return { auditId: recorded?.results[0]?.id ?? 0 }
  } catch (error) {
    const text = String(error)
    if (text.includes('audit_log.undoes')) return 'undone'
    if (RETRIED.some((part) => text.includes(part))) return 'late'
    throw error
  }
}

/** Returns the change with this key or id; `null` when there is none. */
export async function findAuditRow(
  db: D1Database,
  is: { key: string } | { id: number },
): Promise<AuditRow | null> {
  const condition = 'key' in is ? eq(auditLog.key, is.key) : eq(auditLog.id, is.id)
  return (await connect(db).select().from(auditLog).where(condition).get()) ?? null
}

/** Returns which of these changes were made before, by their keys, and which of those that they undo were undone before. */
export async function findMade(
  db: D1Database,
  changes: readonly { key: string; undoes?: number }[],
): Promise<{ keys: ReadonlySet<string>; undone: ReadonlySet<number> }> {
  const t = auditLog
  const undoes = changes.flatMap((change) => change.undoes ?? [])
  const rows = await connect(db)
    .select({ key: t.key, undoes: t.undoes })
    .from(t)
    .where(
      or(sql`${t.key} in ${inList(changes.map(({ key }) => key))}`, sql`${t.undoes} in ${inList(undoes)}`),
    )
  return { keys: new Set(rows.map(({ key }) => key)), undone: new Set(rows.map((row) => row.undoes ?? 0)) }
}

/** Returns the changes of a record after `version`, the oldest first. */
export function readChangesSince(
  db: D1Database,
  { record, id, version }: { record: string; id: string; version: number },
): Promise<AuditRow[]> {
  const t = auditLog
  return connect(db)
    .select()
    .from(t)
    .where(and(eq(t.record, record), eq(t.recordId, id), gt(t.version, version)))
    .orderBy(asc(t.version))
}

/** What an undo reads of the changes that came after it. */
export type LaterChange = Pick<AuditRow, 'id' | 'kind' | 'after' | 'undoes'>

/** Returns the changes of records after these rows, by the id of the row; the oldest first. */
export async function readChangesAfter(
  db: D1Database,
  rows: readonly AuditRow[],
): Promise<ReadonlyMap<number, LaterChange[]>> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const found = await connect(db).all<Omit<LaterChange, 'after'> & { row: number; after: string }>(
    sql`select r.id as "row", a.id, a.kind, a."after", a.undoes from json_each(${ids}) j join ${auditLog} r on r.id = j.value
      join ${auditLog} a on a.record = r.record and a.record_id = r.record_id and a.version > r.version order by a.version`,
  )
  const changes = new Map<number, LaterChange[]>()
  for (const { row, after, ...rest } of found)
    changes.set(row, [...(changes.get(row) ?? []), { ...rest, after: JSON.parse(after) }])
  return changes
}

/** Returns who changed each of these fields of records last, and when; a field that nobody changed is absent. */
export function readLastChanges(
  db: D1Database,
  record: string,
  fields: readonly { id: string; field: string }[],
): Promise<{ id: string; field: string; by: string | null; at: number }[]> {
  return connect(
    db,
  ).all(sql`select j.value ->> 'id' as id, j.value ->> 'field' as field, s.name as by, a.at as at
    from json_each(${JSON.stringify(fields)}) j
      join ${auditLog} a on a.id = (select l.id from ${auditLog} l where l.record = ${record} and l.record_id = j.value ->> 'id'
        and json_type(l."after", '$.' || (j.value ->> 'field')) is not null order by l.version desc limit 1)
      left join ${staff} s on s.id = a.staff_id`)
}

export interface AuditFilter {
  staffId: number | null
  /** The first millisecond, and the first one after. */
  from: number | null
  until: number | null
  record: string | null
  recordId: string | null
  /** An id as a person types it: small and capital letters are the same. */
  typedId?: string | null
  /** Rows older than this id, for the next page. */
  before: number | null
}

/**
 * A change with who made it, the name of the key if it was a program, whether it was undone, and the number of units of its bulk
 * change; `null` outside of one.
 */
export type AuditLine = AuditRow & {
  by: string | null
  keyName: string | null
  undoneBy: number | null
  bulkUnits: number | null
}

/** Returns the changes that fit, the newest first. Each filter has an index, so no read grows with the log. */
export function readAuditLog(db: D1Database, filter: AuditFilter, limit: number): Promise<AuditLine[]> {
  const t = auditLog
  const { staffId, from, until, record, recordId, typedId = null, before } = filter
  const condition = and(
    staffId === null ? undefined : eq(t.staffId, staffId),
    from === null ? undefined : gte(t.at, from),
    until === null ? undefined : lt(t.at, until),
    record === null ? undefined : eq(t.record, record),
    recordId === null ? undefined : eq(t.recordId, recordId),
    typedId === null ? undefined : sql`${t.recordId} = ${typedId} collate nocase`,
    before === null ? undefined : lt(t.id, before),
  )
  // Times of rows never decrease by much, so the order of a day or a person is that of its index.
  const order = staffId !== null || from !== null ? [desc(t.at), desc(t.id)] : [desc(t.id)]
  return connect(db)
    .select({
      ...getTableColumns(t),
      by: staff.name,
      keyName: apiKey.name,
      undoneBy: sql<number | null>`(select u.id from audit_log u where u.undoes = ${t.id})`,
      bulkUnits: bulkJob.units,
    })
    .from(t)
    .leftJoin(staff, eq(staff.id, t.staffId))
    .leftJoin(bulkJob, eq(bulkJob.key, t.batch))
    .leftJoin(apiKey, sql`${t.session} = ${keySession('')} || ${apiKey.id}`)
    .where(condition)
    .orderBy(...order)
    .limit(limit)
}

/** Returns the changes with these ids, the newest first. */
export function readAuditRows(db: D1Database, ids: readonly number[]): Promise<AuditRow[]> {
  return connect(db)
    .select()
    .from(auditLog)
    .where(sql`${auditLog.id} in ${inList(ids)}`)
    .orderBy(desc(auditLog.id))
}

/** Returns the changes of a batch, the newest first. */
export function readBatch(db: D1Database, batch: string): Promise<AuditRow[]> {
  return connect(db).select().from(auditLog).where(eq(auditLog.batch, batch)).orderBy(desc(auditLog.id))
}

/** Returns who is or was on the staff. */
export function readStaffNames(db: D1Database): Promise<{ id: number; name: string }[]> {
  return connect(db).select({ id: staff.id, name: staff.name }).from(staff).orderBy(asc(staff.name))
}
