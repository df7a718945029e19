/** /staff/bulk/: changes of many units, and each of them: its preview, its progress, its result (H14). */
import { type Context, Hono } from 'hono'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatAct } from '../../../schema/staff/bulk/bulk-act.ts'
import { JOB_STATE_LABELS } from '../../../schema/staff/bulk/bulk-job.ts'
import { BULK_PATHS, jobHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { UNIT_PATHS } from '../../../schema/staff/unit-list/unit-paths.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { toActor } from '../changes/staff-actor.ts'
import { flashAlert } from '../frame/flash-alert.tsx'
import { staffRoute } from '../frame/staff-access.ts'
import { staffPage } from '../frame/staff-page.tsx'
import { Timestamp } from '../frame/timestamp.tsx'
import {
  countSkipped,
  findJob,
  findUndo,
  type Job,
  type ListedJob,
  listJobs,
  readSkipped,
} from './bulk-job.sql.ts'
import { JobPreview, JobProgress, JobResult } from './job-view.tsx'
import { readAddedRows, readPreviewRows } from './preview-rows.ts'

const JOBS_SHOWN = 50
/** Skipped units that a page lists. */
const SKIPPED_SHOWN = 500

async function jobsPage(c: Context<AppEnv>): Promise<Response> {
  const jobs = await listJobs(c.env.DB, JOBS_SHOWN)
  return staffPage(c, {
    title: 'Bulk changes',
    current: BULK_PATHS.jobs,
    body: [
      flashAlert(c),
      jobs.length === 0 ? (
        <EmptyState
          key="none"
          title="Nothing changed in bulk yet"
          action={{ href: UNIT_PATHS.units, label: 'Go to units' }}
        >
          Mark units in the list, or filter it, then change their prices, bins or sale in one go.
        </EmptyState>
      ) : (
        <ul key="jobs" className="staff-rows bulk-jobs">
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      ),
    ],
  })
}

const SOURCES = { plan: 'A price plan', import: 'An import', page: 'Former staff' } as const

function JobRow({
  job: { id, act, state, units, changed, createdAt, by, source, undoneBy },
}: {
  job: ListedJob
}) {
  return (
    <li>
      <div>
        <a href={jobHref(id)}>
          <b>{formatAct(act)}</b>
        </a>
        <p className="t-14 quiet">
          {by ?? SOURCES[source]}, <Timestamp at={createdAt} />
        </p>
      </div>
      <span>
        {formatQuantity(changed, 'unit')} of {units}
      </span>
      <span className={state === 'done' ? 'tag' : 'tag tag-filled'}>
        {undoneBy === null ? JOB_STATE_LABELS[state] : 'Undone'}
      </span>
    </li>
  )
}

function readJob(c: Context<AppEnv>): Promise<Job | null> {
  return findJob(c.env.DB, { id: Number(c.req.param('job')) })
}

async function jobPage(c: Context<AppEnv>, staff: StaffSession): Promise<Response> {
  const job = await readJob(c)
  if (!job) return c.notFound()
  return staffPage(c, {
    title: formatAct(job.act),
    current: BULK_PATHS.jobs,
    body: [flashAlert(c), await content(c, job, staff)],
  })
}

async function content(c: Context<AppEnv>, job: Job, staff: StaffSession) {
  const { DB } = c.env
  if (job.state === 'preview') {
    const [rows, addedRows] = await Promise.all([
      readPreviewRows(DB, job, toActor(staff, 'page'), Date.now()),
      readAddedRows(DB, job),
    ])
    const isOwn = job.staffId === staff.staffId
    return <JobPreview key="job" {...{ job, rows, addedRows, isOwn }} />
  }
  if (job.state === 'running') return <JobProgress key="job" job={job} />
  const [skipped, count, undo] = await Promise.all([
    readSkipped(DB, job.id, SKIPPED_SHOWN),
    countSkipped(DB, job.id),
    findUndo(DB, job.id),
  ])
  return <JobResult key="job" job={job} skipped={skipped} skippedCount={count} undo={undo} now={Date.now()} />
}

/** Answers scripts that show the progress. */
async function progress(c: Context<AppEnv>): Promise<Response> {
  const job = await readJob(c)
  if (!job) return c.notFound()
  c.header('Cache-Control', 'private, no-store')
  return c.json({ state: job.state, part: job.nextPart, parts: job.parts })
}

const JOB = `${BULK_PATHS.jobs}:job{[1-9][0-9]{0,14}}`

export const bulkJobPages = new Hono<AppEnv>()
  .get(BULK_PATHS.jobs, staffRoute('bulk', jobsPage))
  .get(JOB, staffRoute('bulk', jobPage))
  .get(`${JOB}/progress`, staffRoute('bulk', progress))
