/** POST /staff/people/form/: invitations, roles, ended access and shared phones (H14a). */
import type { Context } from 'hono'
import { INVITATION_MS, invitationHref } from '../../../schema/identity/staff/invitation.ts'
import { canGrant, hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import {
  STAFF_ACCOUNT_MESSAGES,
  STAFF_PEOPLE_FORM,
  type StaffPeopleForm,
} from '../../../schema/staff/account-forms.api.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import {
  endAccess,
  findPerson,
  invitePerson,
  isStaffEmail,
  renewInvitation,
  setRole,
} from '../../identity/staff/staff-people.sql.ts'
import { addPhone, removePhone } from '../../identity/staff/staff-phone.sql.ts'
import { findRole, roleId } from '../../identity/staff/staff-role.sql.ts'
import { endOtherSessions } from '../../identity/staff/staff-self.sql.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { deriveLinkToken, hashToken, newSecretToken } from '../../platform/security/secret-token.ts'
import { endKeysOf } from '../api/api-key.sql.ts'
import { personActs } from '../changes/person-acts.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { setPhoneCookie } from '../sign-in/shared-phone.ts'
import { peoplePage } from './people.page.tsx'

const M = STAFF_ACCOUNT_MESSAGES

export const staffPeopleForm = staffFormRoute({
  permission: 'phones',
  schema: STAFF_PEOPLE_FORM,
  refuse: (c, staff, fields) =>
    peoplePage(c, staff, { refused: { problem: M.wrong, fields: fields as FormTexts } }),
  run: async (c, form, staff, body) => {
    const permission = form.action === 'enroll' || form.action === 'remove-phone' ? 'phones' : 'people'
    if (!hasPermission(staff.role, permission)) return refusePermission(c, staff.role, permission)
    if (await isRateLimited(c, 'FORM_LIMIT', 'account', `staff:${staff.staffId}`))
      return answer(false, TOO_MANY)
    if (!isVerified(staff, Date.now())) return stepUpPage(c, body)
    return change(c, staff, form)
  },
})

async function change(
  c: Context<AppEnv>,
  staff: StaffSession,
  form: StaffPeopleForm,
): Promise<FormAnswer | Response> {
  const [db, now] = [c.env.DB, Date.now()]
  const log = personActs(staff, now)
  switch (form.action) {
    case 'invite':
      return invite(c, staff, form)
    case 'invite-again': {
      const person = await findPerson(db, form.person)
      if (!person || !canGrant(staff.role, person.role)) return answer(false, M.outranked)
      const { link, href } = newLink(c)
      const invited = { staffId: person.id, link, now, expiresAt: now + INVITATION_MS, log }
      await enqueueOutbox(c.env.OUTBOX, await renewInvitation(db, invited))
      return peoplePage(c, staff, { link: { name: person.name, href } })
    }
    case 'role': {
      const [person, role] = await Promise.all([findPerson(db, form.person), findRole(db, form.role)])
      if (!role) return answer(false, M.roleChanged)
      if (!person || !canGrant(staff.role, person.role)) return answer(false, M.outranked)
      if (!canGrant(staff.role, role)) return answer(false, M.grant)
      if (roleId(person.role) === roleId(role)) return answer(true, M.role)
      const change = { id: person.id, from: person.role, to: role, log }
      if (await setRole(db, change)) return answer(true, M.role)
      return answer(false, person.role === 'owner' ? M.lastOwner : M.roleChanged)
    }
    case 'end': {
      if (!(await mayActOn(db, staff, form.person))) return answer(false, M.outranked)
      const isDone = await endAccess(db, {
        id: form.person,
        now,
        log,
        endings: [endKeysOf(form.person, now)],
      })
      return answer(isDone, isDone ? M.ended : M.lastOwner)
    }
    case 'end-sessions':
      if (!(await mayActOn(db, staff, form.person))) return answer(false, M.outranked)
      await endOtherSessions(db, { staffId: form.person, except: staff.sessionId, log })
      return answer(true, M.sessionsEnded)
    case 'enroll': {
      const secret = newSecretToken()
      const id = hashToken(secret) ?? ''
      await addPhone(db, { id, label: form.label, enrolledBy: staff.staffId, createdAt: now, log })
      setPhoneCookie(c, secret)
      return answer(true, M.enrolled)
    }
    case 'remove-phone':
      await removePhone(db, { id: form.phone, staffId: staff.staffId, log })
      return answer(true, M.phoneRemoved)
  }
}

/** Checks whether a person may do no more than who acts on them. */
async function mayActOn(db: D1Database, { role }: StaffSession, id: number): Promise<boolean> {
  const person = await findPerson(db, id)
  return person !== null && canGrant(role, person.role)
}

async function invite(
  c: Context<AppEnv>,
  staff: StaffSession,
  { name, email, role: asked }: Extract<StaffPeopleForm, { action: 'invite' }>,
): Promise<Response> {
  const refuse = (problem: string) =>
    peoplePage(c, staff, { refused: { problem, fields: { name, email, role: asked } } })
  const role = await findRole(c.env.DB, asked)
  if (!role) return refuse(M.roleChanged)
  if (!canGrant(staff.role, role)) return refuse(M.grant)
  const now = Date.now()
  const { link, href } = newLink(c)
  const log = personActs(staff, now)
  const invited = { name, email, role, link, now, expiresAt: now + INVITATION_MS, log }
  const results = await invitePerson(c.env.DB, invited)
  if (results === null) return refuse((await isStaffEmail(c.env.DB, email)) ? M.taken : M.roleChanged)
  await enqueueOutbox(c.env.OUTBOX, results)
  return peoplePage(c, staff, { link: { name, href } })
}

/** Returns a new link. Its mail derives the token from the name, so the database alone does not open it. */
function newLink(c: Context<AppEnv>): { link: { id: string; name: string }; href: string } {
  const { sessionSecret, siteUrl } = c.get('config')
  const name = newSecretToken()
  const token = deriveLinkToken(sessionSecret, name)
  return { link: { id: hashToken(token) ?? '', name }, href: invitationHref(siteUrl, token) }
}

const answer = (ok: boolean, message: string) => staffAnswer(ok, message, staffPaths.people)
