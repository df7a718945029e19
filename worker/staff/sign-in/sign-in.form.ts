/** POST /staff/sign-in/form/: a recovery code, which leads to a new passkey, or a PIN on a shared phone (H14a). */
import type { Context } from 'hono'
import { invitationHref, RECOVERY_MS } from '../../../schema/identity/staff/invitation.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { STAFF_ACCOUNT_MESSAGES, STAFF_SIGN_IN_FORM } from '../../../schema/staff/account-forms.api.ts'
import { SHOP_ACTOR } from '../../../schema/staff/changes/change.ts'
import type { AppEnv } from '../../env.ts'
import { verifyDummyPassword, verifyPassword } from '../../identity/sign-in/password.ts'
import { setStaffCookie } from '../../identity/staff/current-staff.ts'
import { hashRecoveryCode } from '../../identity/staff/recovery-code.ts'
import { beginPinAttempt, openPinSession } from '../../identity/staff/staff-phone.sql.ts'
import { redeemRecoveryCode } from '../../identity/staff/staff-self.sql.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { hashToken, newSecretToken } from '../../platform/security/secret-token.ts'
import { personActs } from '../changes/person-acts.ts'
import { newStaffSession } from './open-session.ts'
import { findThisPhone } from './shared-phone.ts'
import { staffSignInPage } from './sign-in.page.tsx'

export const staffSignInForm = formRoute({
  schema: STAFF_SIGN_IN_FORM,
  refuse: (c, { action }) => staffSignInPage(c, action === 'pin' ? wrong('pin') : wrong('recover')),
  run: async (c, form) => {
    const of = form.action
    if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'staff')) return staffSignInPage(c, { of, problem: TOO_MANY })
    return form.action === 'pin' ? signInByPin(c, form) : recover(c, form)
  },
})

const wrong = (of: 'pin' | 'recover') => ({
  of,
  problem: of === 'pin' ? STAFF_ACCOUNT_MESSAGES.pin : STAFF_ACCOUNT_MESSAGES.code,
})

async function recover(
  c: Context<AppEnv>,
  { email, code }: { email: string; code: string },
): Promise<Response> {
  const [token, now] = [newSecretToken(), Date.now()]
  const isRight = await redeemRecoveryCode(c.env.DB, {
    code: hashRecoveryCode(email, code),
    invitation: hashToken(token) ?? '',
    now,
    expiresAt: now + RECOVERY_MS,
    log: personActs(SHOP_ACTOR, now),
  })
  return isRight ? c.redirect(invitationHref('', token), 303) : staffSignInPage(c, wrong('recover'))
}

async function signInByPin(
  c: Context<AppEnv>,
  { person, pin }: { person: number; pin: string },
): Promise<Response> {
  const phone = await findThisPhone(c)
  if (!phone) return staffSignInPage(c, { of: 'pin', problem: STAFF_ACCOUNT_MESSAGES.phone })
  const hash = await beginPinAttempt(c.env.DB, person)
  const isRight = hash === null ? await verifyDummyPassword(pin) : await verifyPassword(pin, hash)
  if (!isRight) return staffSignInPage(c, wrong('pin'))
  const { secret, session } = newStaffSession(c, person, Date.now())
  await openPinSession(c.env.DB, { ...session, phoneId: phone.id })
  setStaffCookie(c, secret, person)
  return c.redirect(staffPaths.home, 303)
}
