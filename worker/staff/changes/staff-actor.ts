/** The signed-in staff member as the one who makes a change (H14). */
import { hasPermission, maxPriceChange } from '../../../schema/identity/staff/permissions.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'

/** Characters of a session's id in the audit log: enough to know the device, too few to be a key. */
const SESSION_CHARACTERS = 12

/** Returns the actor of a request of a page or of a call. */
export function toActor({ staffId, name, role, sessionId }: StaffSession, source: 'page' | 'api'): Actor {
  return {
    staffId,
    name,
    session: sessionId.slice(0, SESSION_CHARACTERS),
    source,
    may: (permission) => hasPermission(role, permission),
    maxPriceChange: maxPriceChange(role),
  }
}
