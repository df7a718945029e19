/** Changes of many units at once, with their units in parts (H14). Amounts are cents, times milliseconds. */
import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { ChangeProblem } from '../changes/change.ts'
import type { AddedUnit } from '../csv/new-unit.ts'
import type { JobAct } from './bulk-act.ts'
import type { BulkSummary, JobState } from './bulk-job.ts'

export const bulkJob = sqliteTable(
  'bulk_job',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Names the job and the batch of its changes in the audit log. */
    key: text('key').notNull(),
    state: text('state').$type<JobState>().notNull(),
    source: text('source', { enum: ['page', 'plan', 'import'] }).notNull(),
    /** `null` for a plan. */
    staffId: integer('staff_id'),
    session: text('session'),
    act: text('act', { mode: 'json' }).$type<JobAct>().notNull(),
    /** The filter of the units, as in an address; empty for marked units and files. */
    filter: text('filter').notNull().default(''),
    why: text('why'),
    units: integer('units').notNull().default(0),
    parts: integer('parts').notNull().default(0),
    /** The part that is next; a part and this number are written together. */
    nextPart: integer('next_part').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    /** What the preview said. */
    summary: text('summary', { mode: 'json' }).$type<BulkSummary>().notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    undoes: integer('undoes').references((): AnySQLiteColumn => bulkJob.id),
    planId: integer('plan_id'),
  },
  (t) => [
    uniqueIndex('bulk_job_key').on(t.key),
    index('bulk_job_running').on(t.updatedAt).where(sql`state = 'running'`),
    index('bulk_job_preview').on(t.createdAt).where(sql`state = 'preview'`),
    index('bulk_job_undoes').on(t.undoes).where(sql`undoes is not null`),
    index('bulk_job_plan').on(t.planId).where(sql`plan_id is not null`),
  ],
)

/** A unit that is changed: its sku, the version and the price that the preview saw, and for a file or a plan its own changed fields. */
export type BulkEntry = [sku: string, version: number, price: number, patch?: Record<string, unknown>]

export interface SkippedUnit {
  sku: string
  problem: ChangeProblem
}

export const bulkPart = sqliteTable(
  'bulk_part',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => bulkJob.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    /** Units that are changed, units that a file adds, or for an undo the ids of rows of the audit log. */
    entries: text('entries', { mode: 'json' }).$type<BulkEntry[] | AddedUnit[] | number[]>().notNull(),
    /** Units that were not changed, and why. */
    skipped: text('skipped', { mode: 'json' }).$type<SkippedUnit[]>().notNull().default([]),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.n] })],
)

/** Refused rows of an imported file, as parts of a CSV file. */
export const bulkRefused = sqliteTable(
  'bulk_refused',
  {
    jobId: integer('job_id')
      .notNull()
      .references(() => bulkJob.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.jobId, t.n] })],
)
