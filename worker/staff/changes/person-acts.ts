/** Writes acts on the accounts of staff in the audit log, in the batch of each act (H14b). They have no undo: another act answers them. */
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { LogAct } from '../../identity/staff/person-act.sql.ts'
import { addAuditRowIf } from './audit-log.sql.ts'
import { toActor } from './staff-actor.ts'

/** Returns what writes the acts of a person, or of the shop for who isn't signed in. `now` is in milliseconds. */
export function personActs(by: StaffSession | Actor, now: number): LogAct {
  const actor = 'may' in by ? by : toActor(by, 'page')
  return ({ kind, person, before = {}, after = {}, condition }) =>
    addAuditRowIf(
      {
        ...{ at: now, actor, kind, record: 'person', version: 1, before, after },
        recordId: typeof person === 'number' ? String(person) : person,
        ...{ why: null, key: crypto.randomUUID(), batch: null, undoes: null },
      },
      condition,
    )
}
