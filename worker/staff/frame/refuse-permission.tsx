/** The answer to staff who lack a permission (H14). */
import type { Context } from 'hono'
import {
  PERMISSION_LABELS,
  roleLabel,
  type SessionRole,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { staffPage } from './staff-page.tsx'

/** Returns the sentence that names the role and what it lacks. */
export function explainRefusal(role: SessionRole, permission: StaffPermission): string {
  return `${roleLabel(role)} can’t ${PERMISSION_LABELS[permission]}. Ask the owner if you should.`
}

/** Returns the sentence that says what a key lacks. */
export function explainKeyRefusal(permission: StaffPermission): string {
  return `This key can’t ${PERMISSION_LABELS[permission]}.`
}

/** Responds with 403 to staff without the permission, as JSON to a script. */
export function refusePermission(
  c: Context<AppEnv>,
  role: SessionRole,
  permission: StaffPermission,
): Promise<Response> | Response {
  const message = explainRefusal(role, permission)
  if (wantsJson(c)) return reply(c, 403, message)
  return staffPage(c, {
    title: 'You can’t do this',
    current: '',
    status: 403,
    body: <p>{message}</p>,
  })
}
