/** Changes of many units in D1 (H14). A part of a job and the number of the next part are written together, so none runs twice. */
import { and, asc, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { AssignedRole } from '../../../schema/identity/staff/permissions.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { type BulkEntry, bulkJob, bulkPart, type SkippedUnit } from '../../../schema/staff/bulk/bulk.table.ts'
import { type JobState, PREVIEW_HOURS } from '../../../schema/staff/bulk/bulk-job.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import type { AddedUnit } from '../../../schema/staff/csv/new-unit.ts'
import { ASSIGNED_ROLE } from '../../identity/staff/staff-role.sql.ts'
import { batchOf, connect, insertFrom } from '../../platform/drizzle.sql.ts'
import { PART_SIZE } from '../changes/apply-many.ts'

export type Job = typeof bulkJob.$inferSelect
export type NewJob = Omit<typeof bulkJob.$inferInsert, 'id' | 'parts' | 'nextPart' | 'changed' | 'updatedAt'>

/** The part of an error's message when a part was written by another run, or the job was stopped. */
const TAKEN = 'bulk_job.next_part'

/** Days of a price plan that its page lists. */
const PLAN_JOBS = 100

/** Adds a job with its parts in one batch and returns its id. A repeated key is the same job. */
export async function addJob(db: D1Database, job: NewJob, parts: readonly SQL[]): Promise<number> {
  const known = await findJob(db, { key: job.key })
  if (known) return known.id
  await batchOf(db, [
    insertFrom(bulkJob, { ...job, updatedAt: job.createdAt }, sql``),
    ...parts,
    sql`update ${bulkJob} set parts = (select count(*) from bulk_part where job_id = ${bulkJob}.id),
      units = (select coalesce(sum(json_array_length(entries)), 0) from bulk_part where job_id = ${bulkJob}.id)
      where key = ${job.key}`,
  ])
  return (await findJob(db, { key: job.key }))?.id ?? 0
}

/** Returns a job by its id or key; `null` when there is none. */
export async function findJob(db: D1Database, is: { id: number } | { key: string }): Promise<Job | null> {
  const condition = 'id' in is ? eq(bulkJob.id, is.id) : eq(bulkJob.key, is.key)
  return (await connect(db).select().from(bulkJob).where(condition).get()) ?? null
}

/** How many units are added by one batch of statements. */
const ADDED_SIZE = 25

/** Returns how many parts units have that are changed; those that are added are in the parts behind. */
export function changedParts(units: number): number {
  return Math.ceil(units / PART_SIZE)
}

/** Checks whether the units of a part are added by a file. */
export function isAddedPart(
  { act, summary: { outcomes } }: Pick<Job, 'act' | 'summary'>,
  n: number,
): boolean {
  return act.kind === 'import' && n >= changedParts(outcomes.change ?? 0)
}

/** Returns statements that store entries in parts: units that are changed, then those that are added. */
export function addEntries(
  jobKey: string,
  entries: readonly BulkEntry[],
  added: readonly AddedUnit[] = [],
): SQL[] {
  return [...inParts<unknown>(entries, PART_SIZE), ...inParts<unknown>(added, ADDED_SIZE)].map(
    (part, n) =>
      sql`insert into ${bulkPart} (job_id, n, entries) select id, ${n}, ${JSON.stringify(part)} from bulk_job where key = ${jobKey}`,
  )
}

/**
 * Returns statements that store a change which ran as a whole, if it changed something: its changes are the rows of the audit log
 * with its key as batch. A repeated key is the same job.
 */
export function addFinishedJob(
  job: NewJob,
  { units, skipped }: { units: number; skipped: readonly SkippedUnit[] },
): SQL[] {
  const changed = sql`(select count(*) from ${auditLog} where batch = ${job.key})`
  const values = { ...job, units, changed, parts: 1, nextPart: 1, updatedAt: job.createdAt }
  return [
    insertFrom(bulkJob, values, sql`where ${changed} > 0`, { orIgnore: true }),
    sql`update ${bulkJob} set changed = ${changed} where key = ${job.key}`,
    sql`insert or ignore into ${bulkPart} (job_id, n, entries, skipped)
      select id, 0, '[]', ${JSON.stringify(skipped)} from bulk_job where key = ${job.key}`,
  ]
}

/** Returns the statement that stores the changes of a batch which are not undone yet, the newest first, as the parts of an undo. */
export function addUndoParts(jobKey: string, batch: string): SQL {
  return sql`insert into ${bulkPart} (job_id, n, entries)
    select (select id from bulk_job where key = ${jobKey}), n, json_group_array(id) from (
      select id, (row_number() over (order by id desc) - 1) / ${sql.raw(String(PART_SIZE))} as n from ${auditLog} a
      where batch = ${batch} and not exists (select 1 from ${auditLog} u where u.undoes = a.id))
    group by n`
}

export interface ListedJob
  extends Pick<Job, 'id' | 'state' | 'act' | 'units' | 'changed' | 'createdAt' | 'source'> {
  by: string | null
  undoneBy: number | null
}

/** Returns the newest jobs. */
export function listJobs(db: D1Database, limit: number): Promise<ListedJob[]> {
  return readListed(db, ne(bulkJob.state, 'preview'), limit)
}

/** Returns the jobs of a price plan, the newest first. */
export function listPlanJobs(db: D1Database, planId: number): Promise<ListedJob[]> {
  return readListed(db, eq(bulkJob.planId, planId), PLAN_JOBS)
}

function readListed(db: D1Database, condition: SQL, limit: number): Promise<ListedJob[]> {
  const t = bulkJob
  const { id, state, act, units, changed, createdAt, source } = t
  return connect(db)
    .select({
      ...{ id, state, act, units, changed, createdAt, source, by: staff.name },
      undoneBy: sql<number | null>`(select max(u.id) from bulk_job u where u.undoes = ${t.id})`,
    })
    .from(t)
    .leftJoin(staff, eq(staff.id, t.staffId))
    .where(condition)
    .orderBy(desc(t.id))
    .limit(limit)
}

/** Returns the undo of a job; `null` when nobody undid it. */
export async function findUndo(db: D1Database, jobId: number): Promise<Job | null> {
  return (
    (await connect(db)
      .select()
      .from(bulkJob)
      .where(eq(bulkJob.undoes, jobId))
      .orderBy(desc(bulkJob.id))
      .get()) ?? null
  )
}

/** Returns the units of a part, or the rows of the audit log that it undoes; `null` behind the last part. */
export async function readPart(
  db: D1Database,
  jobId: number,
  n: number,
): Promise<BulkEntry[] | AddedUnit[] | number[] | null> {
  const row = await connect(db)
    .select({ entries: bulkPart.entries })
    .from(bulkPart)
    .where(and(eq(bulkPart.jobId, jobId), eq(bulkPart.n, n)))
    .get()
  return row?.entries ?? null
}

/** Returns the units that a job skipped, in their order; no more than `limit`. */
export function readSkipped(db: D1Database, jobId: number, limit: number): Promise<SkippedUnit[]> {
  return connect(db).all<SkippedUnit>(sql`select j.value ->> 'sku' as sku, j.value ->> 'problem' as problem
    from ${bulkPart} p, json_each(p.skipped) j where p.job_id = ${jobId} order by p.n, j.key limit ${limit}`)
}

/** Returns how many units a job skipped. */
export async function countSkipped(db: D1Database, jobId: number): Promise<number> {
  const [row] = await connect(db).all<{ n: number }>(
    sql`select coalesce(sum(json_array_length(skipped)), 0) as n from ${bulkPart} where job_id = ${jobId}`,
  )
  return row?.n ?? 0
}

/** Changes the state of a job that is in one of the states `from`; returns whether it was. */
export async function setJobState(
  db: D1Database,
  { id, from, to, now }: { id: number; from: readonly JobState[]; to: JobState; now: number },
  runner?: { staffId: number; session: string | null },
): Promise<boolean> {
  const rows = await connect(db)
    .update(bulkJob)
    .set({ state: to, updatedAt: now, ...runner })
    .where(
      and(
        eq(bulkJob.id, id),
        sql`${bulkJob.state} in ${sql.raw(`(${from.map((one) => `'${one}'`).join()})`)}`,
      ),
    )
    .returning({ id: bulkJob.id })
  return rows.length > 0
}

/** Returns the statements that finish a part. They fail if the part was finished by another run, or the job was stopped. */
export function finishPart(
  { id, parts }: Pick<Job, 'id' | 'parts'>,
  { n, changed, skipped, now }: { n: number; changed: number; skipped: readonly SkippedUnit[]; now: number },
): SQL[] {
  return [
    sql`update ${bulkJob} set next_part = iif(state = 'running' and next_part = ${n}, ${n + 1}, null), changed = changed + ${changed},
      state = ${n + 1 >= parts ? 'done' : 'running'}, updated_at = ${now} where id = ${id}`,
    sql`update ${bulkPart} set skipped = ${JSON.stringify(skipped)} where job_id = ${id} and n = ${n}`,
  ]
}

/** Checks whether a batch failed because its part was finished by another run, or the job was stopped. */
export function isPartTaken(error: unknown): boolean {
  return String(error).includes(TAKEN)
}

/** Returns the name and role of a person who still works here; `null` for others. */
export async function findRunner(
  db: D1Database,
  staffId: number,
): Promise<{ name: string; role: AssignedRole } | null> {
  const row = await connect(db)
    .select({ name: staff.name, role: ASSIGNED_ROLE })
    .from(staff)
    .where(and(eq(staff.id, staffId), sql`${staff.endedAt} is null`))
    .get()
  return row ?? null
}

/** Returns running jobs whose last part is a while ago: their run was killed. */
export async function findStuckJobs(db: D1Database, now: number): Promise<number[]> {
  const rows = await connect(db)
    .select({ id: bulkJob.id })
    .from(bulkJob)
    .where(and(eq(bulkJob.state, 'running'), lt(bulkJob.updatedAt, now - MINUTE_MS)))
    .orderBy(asc(bulkJob.updatedAt))
    .limit(10)
  return rows.map(({ id }) => id)
}

/** Deletes previews that nobody started. */
export async function deleteOldPreviews(db: D1Database, now: number): Promise<void> {
  await connect(db)
    .delete(bulkJob)
    .where(and(eq(bulkJob.state, 'preview'), lt(bulkJob.createdAt, now - PREVIEW_HOURS * HOUR_MS)))
}

/** Deletes a preview. */
export async function deletePreview(db: D1Database, id: number): Promise<void> {
  await connect(db)
    .delete(bulkJob)
    .where(and(eq(bulkJob.id, id), eq(bulkJob.state, 'preview')))
}
