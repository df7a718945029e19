/** A list of changes of the audit log with their undo buttons (H14). */
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import { Timestamp } from '../../content/chat/chat-view.tsx'
import type { AuditLine } from '../changes/audit-log.sql.ts'
import { isUndoable } from '../changes/undo-change.ts'

const KIND_LABELS: Readonly<Record<string, string>> = {
  create: 'added',
  change: 'changed',
  undo: 'undone',
  print: 'label printed',
}
const RECORD_LABELS: Readonly<Record<string, string>> = { unit: 'Unit', bin: 'Bin', lot: 'Lot' }
const SOURCE_LABELS = {
  plan: 'A plan',
  import: 'An import',
  page: 'Former staff',
  api: 'Former staff',
} as const

interface AuditLinesProps {
  lines: readonly AuditLine[]
  now: number
  /** The address of the page to return to after an undo. */
  returnTo: string
}

/** Renders the changes, the newest first. */
export function AuditLines({ lines, now, returnTo }: AuditLinesProps) {
  return (
    <ol className="audit-lines">
      {lines.map((line) => (
        <Line key={line.id} line={line} now={now} returnTo={returnTo} />
      ))}
    </ol>
  )
}

function Line({ line, now, returnTo }: { line: AuditLine; now: number; returnTo: string }) {
  const { id, at, by, source, kind, record, recordId, before, after, why, undoneBy } = line
  const what = `${RECORD_LABELS[record] ?? record} ${recordId}`
  return (
    <li id={`change-${id}`} className="audit-line">
      <p className="audit-what">
        <strong>{what}</strong> {KIND_LABELS[kind] ?? kind}
        {undoneBy === null ? null : <span className="tag">Undone</span>}
      </p>
      <dl className="audit-fields">
        {formatChange(record, before, after).map((field) => (
          <div key={field.label}>
            <dt>{field.label}</dt>
            <dd>
              {field.before === '' ? null : (
                <>
                  <del>{field.before}</del> <span aria-hidden="true">→</span>{' '}
                </>
              )}
              <ins>{field.after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {why ? <p className="audit-why">“{why}”</p> : null}
      <p className="t-14 quiet">
        {by ?? SOURCE_LABELS[source]}, <Timestamp at={at} />
      </p>
      {undoneBy === null && isUndoable(line, now) ? (
        <form method="post" action={staffPaths.auditForm}>
          <input type="hidden" name="undo" value={id} />
          <input type="hidden" name="key" value={crypto.randomUUID()} />
          <input type="hidden" name="return" value={returnTo} />
          <Button type="submit">
            Undo<span className="visually-hidden">: {what}</span>
          </Button>
        </form>
      ) : null}
    </li>
  )
}
