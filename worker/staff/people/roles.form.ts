/** POST /staff/people/roles/form: makes, changes or deletes a custom role (H14a). Each act needs a passkey of the last ten minutes. */
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import {
  ROLE_FORM,
  ROLE_MESSAGES,
  ROLE_PATHS,
  readRole,
  roleHref,
} from '../../../schema/staff/people/role-form.ts'
import { findRole } from '../../identity/staff/staff-role.sql.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { newRoleId, type RefusedRole, rolePage } from './roles.page.tsx'

export const rolesForm = staffFormRoute({
  path: ROLE_PATHS.form,
  permission: 'people',
  read: (c) => c.req.parseBody({ all: true }).catch(() => ({})),
  schema: ROLE_FORM,
  refuse: () => staffAnswer(false, ROLE_MESSAGES.wrong, staffPaths.people),
  run: async (c, form, staff, body) => {
    if (!isVerified(staff, Date.now())) return stepUpPage(c, body)
    const { id, version, key } = form
    const save = (patch: object) =>
      applyChange(c.env.DB, toActor(staff, 'page'), { record: 'role', id, patch, version, key }, Date.now())
    if (form.action === 'delete') {
      const result = await save({ isActive: false })
      const message = result.ok ? ROLE_MESSAGES.deleted : CHANGE_MESSAGES[result.problem]
      return staffAnswer(result.ok, message, result.ok ? staffPaths.people : roleHref(id))
    }
    const { patch, errors } = readRole(form)
    const refuse = (refused: Pick<RefusedRole, 'message' | 'errors'>) => ({
      status: 422 as const,
      result: refused,
      to: () => rolePage(c, staff, { id, version, texts: form }, refused),
    })
    if (Object.keys(errors).length > 0)
      return refuse({ message: errors.permission ?? ROLE_MESSAGES.wrong, errors })
    const result = await save({ ...patch, isActive: true })
    if (result.ok) return staffAnswer(true, ROLE_MESSAGES.saved, staffPaths.people)
    if (result.problem === 'conflict') {
      const saved = await findRole(c.env.DB, id)
      const [now, shown] =
        saved === null || typeof saved === 'string'
          ? [null, { id: newRoleId(), version: 0 }]
          : [saved, { id, version: saved.version }]
      const refused = { message: ROLE_MESSAGES[now ? 'changed' : 'gone'], errors: {}, saved: now }
      const to = () => rolePage(c, staff, { ...shown, texts: form }, refused)
      return { status: 422, result: refused, to }
    }
    const message = CHANGE_MESSAGES[result.problem]
    const isAboutName = result.problem === 'role-name' || result.problem === 'role-letters'
    return refuse({ message, errors: isAboutName ? { name: message } : {} })
  },
})
