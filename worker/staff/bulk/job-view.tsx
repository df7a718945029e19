/** A change of many units: what it would do, how far it is, what it did (H14). */
import type { ReactNode } from 'react'
import { Button } from '../../../client/platform/ui/button.tsx'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { SkippedUnit } from '../../../schema/staff/bulk/bulk.table.ts'
import type { BulkOutcome, BulkSummary } from '../../../schema/staff/bulk/bulk-job.ts'
import { BULK_PATHS, jobHref, progressHref, refusedHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { CHANGE_MESSAGES, type ChangeProblem } from '../../../schema/staff/changes/change.ts'
import { unitHref } from '../../../schema/staff/unit-list/unit-paths.ts'
import { UNIT_STATE_LABELS } from '../../../schema/staff/units/unit-state.ts'
import type { Job } from './bulk-job.sql.ts'
import type { AddedRow, PreviewRow } from './preview-rows.ts'

/** How long a change can be undone. */
const UNDO_MS = 30 * DAY_MS

interface JobButtonProps {
  job: Pick<Job, 'id'>
  action: 'start' | 'stop' | 'continue' | 'undo' | 'discard'
  kind?: 'buy' | 'danger'
  children: ReactNode
}

/** Each rendering has a new key, so that a form that is sent twice is one act. */
function JobButton({ job, action, kind, children }: JobButtonProps) {
  return (
    <form method="post" action={BULK_PATHS.form}>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="job" value={job.id} />
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <Button type="submit" kind={kind}>
        {children}
      </Button>
    </form>
  )
}

const problemText = (outcome: BulkOutcome) => CHANGE_MESSAGES[outcome as ChangeProblem] ?? outcome

interface JobPreviewProps {
  job: Job
  rows: readonly PreviewRow[]
  /** Units that a file adds. */
  addedRows: readonly AddedRow[]
  /** Whether the person made the preview; nobody starts what others have seen. */
  isOwn: boolean
}

export function JobPreview({ job, rows, addedRows, isOwn }: JobPreviewProps) {
  const { summary, why } = job
  const { change: changing = 0, add: adding = 0 } = summary.outcomes
  return (
    <section className="bulk-job" aria-label="Preview">
      <Figures summary={summary} isPrice={job.act.kind !== 'bin' && job.act.kind !== 'state'} />
      {why ? <p>“{why}”</p> : null}
      {summary.belowCost > 0 ? (
        <p className="note note-error">
          {formatQuantity(summary.belowCost, 'unit')} would be sold below cost.
        </p>
      ) : null}
      <Refused summary={summary} />
      <RefusedRows job={job} />
      {isOwn ? (
        <div className="button-row">
          {changing + adding > 0 ? (
            <JobButton job={job} action="start" kind="buy">
              {startLabel({ changing, adding })}
            </JobButton>
          ) : null}
          <JobButton job={job} action="discard">
            Discard
          </JobButton>
        </div>
      ) : (
        <p>Someone else made this preview.</p>
      )}
      <AddedTable rows={addedRows} adding={adding} />
      <PreviewTable rows={rows} changing={changing} />
    </section>
  )
}

function startLabel({ changing, adding }: { changing: number; adding: number }): string {
  if (adding === 0) return `Change ${formatQuantity(changing, 'unit')}`
  if (changing === 0) return `Add ${formatQuantity(adding, 'unit')}`
  return `Add ${formatCount(adding)}, change ${formatQuantity(changing, 'unit')}`
}

function Figures({
  summary: { outcomes, difference, file },
  isPrice,
}: {
  summary: BulkSummary
  isPrice: boolean
}) {
  const { add = 0, change = 0, same = 0, ...problems } = outcomes
  const refused = file?.refused ?? Object.values(problems).reduce((sum, units) => sum + units, 0)
  const figures: [label: string, value: string][] = [
    ...(add > 0 ? [['New', formatCount(add)] as [string, string]] : []),
    ['Will change', formatCount(change)],
    ['Stay as they are', formatCount(same)],
    ['Refused', formatCount(refused)],
    ...(isPrice && change > 0
      ? [
          ['All prices together', `${difference > 0 ? '+' : ''}${formatMoney(difference)}`] as [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <dl className="bulk-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Refused({ summary: { outcomes, refused } }: { summary: BulkSummary }) {
  const { add: _, change: __, same: ___, ...problems } = outcomes
  const reasons = Object.entries(problems) as [BulkOutcome, number][]
  if (reasons.length === 0) return null
  return (
    <div className="bulk-refused">
      <h2>Refused</h2>
      <ul>
        {reasons.map(([outcome, units]) => (
          <li key={outcome}>
            <b>{formatQuantity(units, 'unit')}:</b> {problemText(outcome)}
            <Skus skus={refused.flatMap((one) => (one.outcome === outcome ? one.sku : []))} total={units} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function RefusedRows({ job: { id, summary } }: { job: Job }) {
  if (!summary.file) return null
  const { name, refused, rows } = summary.file
  return (
    <div className="bulk-refused">
      <p className="quiet">File: {name}</p>
      {refused > 0 ? (
        <>
          <h2>{refused > rows.length ? `Refused, the first ${rows.length}` : 'Refused'}</h2>
          <ul>
            {rows.map(({ row, sku, message }) => (
              <li key={row}>
                <b>
                  Row {row}, {sku || 'no SKU'}:
                </b>{' '}
                {message}
              </li>
            ))}
          </ul>
          <p>
            <a href={refusedHref(id)} download>
              Download {formatQuantity(refused, 'refused row')}
            </a>
          </p>
        </>
      ) : null}
    </div>
  )
}

function Skus({ skus, total }: { skus: readonly string[]; total: number }) {
  if (skus.length === 0) return null
  return (
    <details>
      <summary>{skus.length < total ? `The first ${skus.length}` : 'Which'}</summary>
      <p className="bulk-skus">
        {skus.map((sku) => (
          <a key={sku} href={unitHref(sku)}>
            {sku}
          </a>
        ))}
      </p>
    </details>
  )
}

function AddedTable({ rows, adding }: { rows: readonly AddedRow[]; adding: number }) {
  if (rows.length === 0) return null
  return (
    <section className="staff-table bulk-table" aria-labelledby="bulk-added">
      <h2 id="bulk-added">{rows.length < adding ? `New, the first ${rows.length}` : 'New'}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Unit</th>
            <th scope="col">Tires</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sku, tire, tires, price, state }) => (
            <tr key={sku}>
              <th scope="row">
                {sku}
                <small>{tire}</small>
              </th>
              <td>
                {formatQuantity(tires, 'tire')}
                {state === 'live' ? '' : `, ${UNIT_STATE_LABELS[state].toLowerCase()}`}
              </td>
              <td>{formatMoney(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PreviewTable({ rows, changing }: { rows: readonly PreviewRow[]; changing: number }) {
  if (rows.length === 0) return null
  return (
    <section className="staff-table bulk-table" aria-labelledby="bulk-rows">
      <h2 id="bulk-rows">{rows.length < changing ? `The first ${rows.length}` : 'What changes'}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Unit</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sku, tire, fields }) => (
            <tr key={sku}>
              <th scope="row">
                <a href={unitHref(sku)}>{sku}</a>
                <small>{tire}</small>
              </th>
              <td>
                <Values fields={fields} of="before" />
              </td>
              <td>
                <Values fields={fields} of="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Values({ fields, of }: { fields: PreviewRow['fields']; of: 'before' | 'after' }) {
  return fields.map((field) => (
    <span key={field.label} className="bulk-value">
      {fields.length > 1 ? <small>{field.label} </small> : null}
      {field[of]}
    </span>
  ))
}

/** The script of the page moves the bar; without it, the link does. */
export function JobProgress({ job }: { job: Job }) {
  const { id, nextPart, parts, units } = job
  return (
    <section className="bulk-job" aria-label="Progress" data-progress={progressHref(id)}>
      <p>{formatQuantity(units, 'unit')}. You can leave this page, it goes on.</p>
      <progress max={parts} value={nextPart} aria-label="Progress" />
      <div className="button-row">
        <a className="button" href={jobHref(id)}>
          Refresh
        </a>
        <JobButton job={job} action="stop" kind="danger">
          Stop
        </JobButton>
      </div>
    </section>
  )
}

interface JobResultProps {
  job: Job
  skipped: readonly SkippedUnit[]
  skippedCount: number
  undo: Job | null
  /** Milliseconds. */
  now: number
}

export function JobResult({ job, skipped, skippedCount, undo, now }: JobResultProps) {
  const isUndo = job.act.kind === 'undo'
  return (
    <section className="bulk-job" aria-label="Result">
      <dl className="bulk-figures">
        <div>
          <dt>{isUndo ? 'Undone' : job.summary.outcomes.add ? 'Added or changed' : 'Changed'}</dt>
          <dd>{formatCount(job.changed)}</dd>
        </div>
        <div>
          <dt>Skipped</dt>
          <dd>{formatCount(skippedCount)}</dd>
        </div>
      </dl>
      {job.why ? <p>“{job.why}”</p> : null}
      {job.state === 'stopped' ? (
        <p>
          Stopped after {formatCount(job.nextPart)} of {formatQuantity(job.parts, 'part')}. The other units
          are as they were.
        </p>
      ) : null}
      {job.undoes === null ? null : (
        <p>
          <a href={jobHref(job.undoes)}>What was undone</a>
        </p>
      )}
      {undo ? (
        <p>
          <a href={jobHref(undo.id)}>This was undone</a>
        </p>
      ) : null}
      <div className="button-row">
        {job.state === 'stopped' ? (
          <JobButton job={job} action="continue">
            Continue
          </JobButton>
        ) : null}
        {!isUndo && !undo && job.changed > 0 && now - job.createdAt <= UNDO_MS ? (
          <JobButton job={job} action="undo">
            Undo {formatQuantity(job.changed, 'change')}
          </JobButton>
        ) : null}
      </div>
      <SkippedUnits skipped={skipped} count={skippedCount} isUndo={isUndo} />
    </section>
  )
}

function SkippedUnits({
  skipped,
  count,
  isUndo,
}: {
  skipped: readonly SkippedUnit[]
  count: number
  isUndo: boolean
}) {
  if (count === 0) return null
  return (
    <>
      <h2>Skipped</h2>
      <ul className="bulk-skipped">
        {skipped.map(({ sku, problem }) => (
          <li key={sku}>
            <a href={unitHref(sku)}>{sku}</a>{' '}
            {isUndo
              ? 'Someone changed it since.'
              : problem === 'conflict'
                ? 'Someone changed it since the preview.'
                : problemText(problem)}
          </li>
        ))}
      </ul>
      {count > skipped.length ? <p>And {formatCount(count - skipped.length)} more.</p> : null}
    </>
  )
}
