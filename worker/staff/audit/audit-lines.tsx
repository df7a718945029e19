/** A list of changes of the audit log with their undo buttons (H14). */
import { hasPermission, maxBulkUnits, type SessionRole } from '../../../schema/identity/staff/permissions.ts'
import { formatChange } from '../../../schema/staff/changes/format-change.ts'
import type { RecordTitle } from '../../../schema/staff/changes/record-title.ts'
import type { AuditLine } from '../changes/audit-log.sql.ts'
import { isUndoable } from '../changes/undo-change.ts'
import { UndoForm } from '../changes/undo-form.tsx'
import { Timestamp } from '../frame/timestamp.tsx'

const KIND_LABELS: Readonly<Record<string, string>> = {
  create: 'added',
  change: 'changed',
  undo: 'undone',
  print: 'printed',
  replay: 'sent again',
  note: 'got a note',
  return: 'came back',
  address: 'got another address',
  export: 'data exported',
  erase: 'erased',
  'end-sessions': 'signed out everywhere',
  answer: 'answered',
  'view-account': 'was looked at as they see it',
  'merge-asked': 'asked for',
  merge: 'done after both mailboxes confirmed',
  credit: 'changed',
  'line-removed': 'lost a line',
  'line-swapped': 'has another tire',
  'edit-waiting': 'change waits for its payment',
  'edit-ended': 'change ended without payment',
  tag: 'got a tag',
  untag: 'lost a tag',
  assign: 'assigned',
  'mail-again': 'email sent again',
  scrap: 'scrapped',
  invite: 'invited',
  'invite-again': 'got a new invitation',
  role: 'got another role',
  end: 'lost access',
  'end-session': 'signed out one device',
  passkey: 'got a new passkey',
  'rename-passkey': 'renamed a passkey',
  'remove-passkey': 'removed a passkey',
  codes: 'made new recovery codes',
  'code-used': 'used a recovery code',
  pin: 'chose a new PIN',
  phone: 'enrolled a shared phone',
  'remove-phone': 'removed a shared phone',
}
const SOURCE_LABELS = {
  plan: 'A plan',
  import: 'An import',
  shop: 'The shop',
  page: 'Former staff',
  api: 'Former staff',
} as const

interface AuditLinesProps {
  lines: readonly AuditLine[]
  now: number
  /** The address of the page to return to after an undo. */
  returnTo: string
  /** The names of staff by id, for records that name one. */
  names: ReadonlyMap<number, string>
  role: SessionRole
  /** Returns what a record is called, and its page. */
  titleOf(line: AuditLine): RecordTitle
}

/** Renders the changes, the newest first. */
export function AuditLines({ lines, ...shared }: AuditLinesProps) {
  return (
    <ol className="audit-lines">
      {lines.map((line) => (
        <Line key={line.id} line={line} {...shared} />
      ))}
    </ol>
  )
}

/** Checks whether a role may change as many units as the batch did. */
function mayUndoBatch(role: SessionRole, { bulkUnits }: AuditLine): boolean {
  return bulkUnits === null || (hasPermission(role, 'bulk') && bulkUnits <= (maxBulkUnits(role) ?? bulkUnits))
}

function Line({ line, now, returnTo, ...shared }: Omit<AuditLinesProps, 'lines'> & { line: AuditLine }) {
  const { id, at, by, source, kind, record, before, after, why, batch, undoneBy } = line
  const { names, role, titleOf } = shared
  const maySeeCost = hasPermission(role, 'cost.see')
  const { text: what, href } = titleOf(line)
  return (
    <li id={`change-${id}`} className="audit-line">
      <p className="audit-what">
        <strong>{href === null ? what : <a href={href}>{what}</a>}</strong> {KIND_LABELS[kind] ?? kind}
        {undoneBy === null ? null : <span className="tag">Undone</span>}
      </p>
      <dl className="audit-fields">
        {formatChange(record, before, after, { staff: names, maySeeCost }).map((field) => (
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
        {by ?? SOURCE_LABELS[source]}
        {line.keyName === null ? null : ` with the key “${line.keyName}”`}, <Timestamp at={at} />
      </p>
      {undoneBy === null && isUndoable(line, now) ? (
        <div className="button-row">
          <UndoForm undoes={{ undo: id }} of={what} returnTo={returnTo} />
          {batch !== null && kind === 'change' && mayUndoBatch(role, line) ? (
            <UndoForm undoes={{ batch }} label="Undo the whole batch" of={what} returnTo={returnTo} />
          ) : null}
        </div>
      ) : null}
    </li>
  )
}
