/** The answer to staff who lack a right (H14). */
import type { Context } from 'hono'
import {
  type AccessRole,
  RIGHT_LABELS,
  ROLE_LABELS,
  type StaffRight,
} from '../../../schema/identity/staff/rights.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { staffPage } from './staff-page.tsx'

/** Returns the sentence that names the role and what it lacks. */
export function explainRefusal(role: AccessRole, right: StaffRight): string {
  return `${ROLE_LABELS[role]} can’t ${RIGHT_LABELS[right]}. Ask the owner if you should.`
}

/** Responds with 403 to staff without the right, as JSON to a script. */
export function refuseRight(
  c: Context<AppEnv>,
  role: AccessRole,
  right: StaffRight,
): Promise<Response> | Response {
  const message = explainRefusal(role, right)
  if (wantsJson(c)) return reply(c, 403, message)
  return staffPage(c, {
    title: 'You can’t do this',
    current: '',
    status: 403,
    body: <p>{message}</p>,
  })
}
