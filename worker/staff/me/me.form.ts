/** POST /staff/me/form/: what staff change of their own account (H14a). */
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { isPinRole } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import {
  STAFF_ACCOUNT_MESSAGES,
  STAFF_ME_FORM,
  type StaffMeForm,
} from '../../../schema/staff/account-forms.api.ts'
import type { AppEnv } from '../../env.ts'
import { hashPassword } from '../../identity/sign-in/password.ts'
import { clearStaffCookie, type StaffSession } from '../../identity/staff/current-staff.ts'
import { hashRecoveryCode, newRecoveryCodes } from '../../identity/staff/recovery-code.ts'
import { endStaffSession } from '../../identity/staff/staff-account.sql.ts'
import {
  endOtherSessions,
  endOwnSession,
  removePasskey,
  renamePasskey,
  replaceRecoveryCodes,
  setPin,
} from '../../identity/staff/staff-self.sql.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { personActs } from '../changes/person-acts.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { THEME_COOKIE } from '../frame/staff-page.tsx'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { setDailySummary } from '../today/daily-summary.sql.ts'
import { isSummaryDue } from '../today/daily-summary.ts'
import { shownCodesPage } from './me.page.tsx'

const M = STAFF_ACCOUNT_MESSAGES
/** Acts that a stolen session must not be able to do. */
const NEEDS_PASSKEY: readonly StaffMeForm['action'][] = ['remove-passkey', 'codes', 'pin']
/** Acts of everybody, also on a shared phone. */
const FOR_PIN: readonly StaffMeForm['action'][] = ['sign-out', 'display']
const DISPLAY_SECONDS = (365 * DAY_MS) / 1000

export const staffMeForm = staffFormRoute({
  permission: null,
  schema: STAFF_ME_FORM,
  refuse: () => answer(false, M.wrong),
  run: async (c, form, staff, body) => {
    if (isPinRole(staff.role) && !FOR_PIN.includes(form.action)) return c.notFound()
    if (await isRateLimited(c, 'FORM_LIMIT', 'account', `staff:${staff.staffId}`))
      return answer(false, TOO_MANY)
    if (NEEDS_PASSKEY.includes(form.action) && !isVerified(staff, Date.now())) return stepUpPage(c, body)
    return change(c, staff, form)
  },
})

async function change(
  c: Context<AppEnv>,
  staff: StaffSession,
  form: StaffMeForm,
): Promise<FormAnswer | Response> {
  const db = c.env.DB
  const { staffId, sessionId, email } = staff
  const log = personActs(staff, Date.now())
  switch (form.action) {
    case 'rename-passkey':
      await renamePasskey(db, { id: form.passkey, staffId, label: form.label, log })
      return answer(true, M.renamed)
    case 'remove-passkey': {
      const isRemoved = await removePasskey(db, { id: form.passkey, staffId, log })
      return answer(isRemoved, isRemoved ? M.removed : M.lastPasskey)
    }
    case 'codes': {
      const codes = newRecoveryCodes()
      const ids = codes.map((code) => hashRecoveryCode(email, code))
      await replaceRecoveryCodes(db, { staffId, ids, log })
      return shownCodesPage(c, codes)
    }
    case 'end-session':
      await endOwnSession(db, { id: form.session, staffId, log })
      return answer(true, M.sessionEnded)
    case 'end-others':
      await endOtherSessions(db, { staffId, except: sessionId, log })
      return answer(true, M.othersEnded)
    case 'sign-out':
      await endStaffSession(db, sessionId)
      clearStaffCookie(c)
      return c.redirect(staffPaths.signIn, 303)
    case 'pin':
      await setPin(db, { staffId, pinHash: await hashPassword(form.pin), log })
      return answer(true, M.pinSet)
    case 'daily-summary': {
      const [isOn, now] = [form.on === 'yes', Date.now()]
      const mailedOn = isSummaryDue(now) ? shopDay(now) : ''
      await setDailySummary(db, { staffId, isOn, mailedOn })
      return answer(true, isOn ? M.summaryOn : M.summaryOff)
    }
    case 'display': {
      setCookie(c, THEME_COOKIE, form.theme, {
        ...{ path: '/staff/', secure: true, httpOnly: true, sameSite: 'Lax', maxAge: DISPLAY_SECONDS },
      })
      return answer(true, M.display)
    }
  }
}

const answer = (ok: boolean, message: string) => staffAnswer(ok, message, staffPaths.me)
