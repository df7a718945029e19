/** The signed-in staff member as the one who makes a change (H14). */
import {
  type AssignedRole,
  canGrant,
  hasPermission,
  isGranted,
  maxPriceChange,
} from '../../../schema/identity/staff/permissions.ts'
import { type Actor, keySession } from '../../../schema/staff/changes/change.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'

/** Characters of a session's id in the audit log: enough to know the device, too few to be a key. */
const SESSION_CHARACTERS = 12

/** Returns the actor of a request of a page or of a call. */
export function toActor(staff: StaffSession, source: 'page' | 'api'): Actor {
  const { staffId, name, sessionId, keyId } = staff
  return {
    staffId,
    name,
    session: keyId === undefined ? sessionId.slice(0, SESSION_CHARACTERS) : keySession(keyId),
    source: keyId === undefined ? source : 'api',
    may: (permission) => isGranted(staff, permission),
    maxPriceChange: maxPriceChange(staff),
    // People alone give roles, never a program.
    mayGrant: (rules) => keyId === undefined && canGrant(staff.role, rules),
  }
}

/** Returns who pressed a button whose work goes on in the queue, with the permissions that they have now. */
export function toRunner(
  { name, role }: { name: string; role: AssignedRole },
  origin: Pick<Actor, 'staffId' | 'session' | 'source'>,
): Actor {
  return {
    ...{ ...origin, name },
    may: (permission) => hasPermission(role, permission),
    maxPriceChange: maxPriceChange({ role }),
  }
}
