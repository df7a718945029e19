/**
 * POST /api/ext/staff/passkeys/{begin,finish}: adds a passkey, by the link of an invitation or by a signed-in staff member.
 * POST /api/ext/staff/sign-in/{begin,finish} signs in with one, /api/ext/staff/verify confirms who it is before an act that needs it,
 * /api/ext/staff/sign-out ends the session (H14a).
 */
import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { isPinRole } from '../../../schema/identity/staff/permissions.ts'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import {
  BEGIN_PASSKEY_BODY,
  FINISH_PASSKEY_BODY,
  STAFF_SIGN_IN_BODY,
  STAFF_SIGN_IN_MESSAGES,
} from '../../../schema/staff/passkey.api.ts'
import type { AppEnv } from '../../env.ts'
import {
  clearStaffCookie,
  getCurrentStaff,
  STEP_UP_MS,
  type StaffSession,
  setStaffCookie,
} from '../../identity/staff/current-staff.ts'
import {
  beginRegistration,
  beginSignIn,
  finishRegistration,
  finishSignIn,
  type PasskeyOwner,
  type RelyingParty,
} from '../../identity/staff/passkey.ts'
import {
  addPasskey,
  endStaffSession,
  findInvited,
  recordPasskeyUse,
  recordVerification,
} from '../../identity/staff/staff-account.sql.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { personActs } from '../changes/person-acts.ts'
import { newStaffSession } from './open-session.ts'

const BODY_MAX = 32_768
const FOREIGN = 'Please open the page of the shop and try again.'

/** Reads the body of a page of the shop; other sites, too many attempts and wrong bodies get an answer here. */
function ceremony<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (c: Context<AppEnv>, body: v.InferOutput<Schema>, now: number) => Promise<Response>,
) {
  return async (c: Context<AppEnv>) => {
    if (!isSameOrigin(c.req.raw)) return reply(c, 403, FOREIGN)
    if (await isRateLimited(c, 'SIGN_IN_LIMIT', 'staff')) return reply(c, 429, TOO_MANY)
    const json = await jsonBody(c)
    if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
    const parsed = readBody(schema, json)
    return parsed.ok ? run(c, parsed.body, Date.now()) : reply(c, 400, parsed.errors)
  }
}

function relyingParty(c: Context<AppEnv>): RelyingParty {
  const { host, origin } = new URL(c.get('config').siteUrl)
  return { name: 'Treadline', host: host.replace(/:\d+$/, ''), origin }
}

/** Returns who adds a passkey: the invited person, or who is signed in. */
async function findAdder(
  c: Context<AppEnv>,
  token: string | undefined,
  now: number,
): Promise<{ staff: StaffSession; invitation: string | null; isVerified: boolean } | null> {
  if (token !== undefined) {
    const invitation = hashToken(token)
    const person = invitation === null ? null : await findInvited(c.env.DB, invitation, now)
    if (!person) return null
    const { id: staffId, ...account } = person
    return { staff: { staffId, ...account, sessionId: '', verifiedAt: now }, invitation, isVerified: true }
  }
  const session = await getCurrentStaff(c)
  // A PIN on a shared phone must not become a passkey with all permissions of its owner.
  if (!session || isPinRole(session.role)) return null
  // A session that somebody stole must not become a passkey that lasts.
  const isVerified = now - session.verifiedAt <= STEP_UP_MS
  return { staff: session, invitation: null, isVerified }
}

const toOwner = ({ staffId: id, name, email }: StaffSession): PasskeyOwner => ({ id, name, email })

export const extStaffPasskeyApi = new Hono<AppEnv>()
  .use('/staff/passkeys/*', limitBody(BODY_MAX))
  .use('/staff/sign-in/*', limitBody(BODY_MAX))
  .use('/staff/sign-out', limitBody(BODY_MAX))
  .use('/staff/verify', limitBody(BODY_MAX))
  .post(
    '/staff/passkeys/begin',
    ceremony(BEGIN_PASSKEY_BODY, async (c, { invitation }, now) => {
      const adder = await findAdder(c, invitation, now)
      if (!adder) return reply(c, 404, STAFF_SIGN_IN_MESSAGES.link)
      if (!adder.isVerified) return reply(c, 403, STAFF_SIGN_IN_MESSAGES.verify)
      return reply(c, 200, await beginRegistration(c.env.DB, relyingParty(c), toOwner(adder.staff), now))
    }),
  )
  .post(
    '/staff/passkeys/finish',
    ceremony(FINISH_PASSKEY_BODY, async (c, { invitation: token, label, response }, now) => {
      const adder = await findAdder(c, token, now)
      if (!adder) return reply(c, 404, STAFF_SIGN_IN_MESSAGES.link)
      const { staff, invitation, isVerified } = adder
      if (!isVerified) return reply(c, 403, STAFF_SIGN_IN_MESSAGES.verify)
      const answer = { response: response as never, label, now }
      const passkey = await finishRegistration(c.env.DB, relyingParty(c), toOwner(staff), answer)
      if (!passkey) return reply(c, 409, STAFF_SIGN_IN_MESSAGES.challenge)
      const opened = invitation === null ? null : newStaffSession(c, staff.staffId, now)
      const isAdded = await addPasskey(c.env.DB, {
        passkey,
        invitation,
        session: opened?.session ?? null,
        now,
        log: personActs({ ...staff, sessionId: opened?.session.id ?? staff.sessionId }, now),
      })
      if (!isAdded) return reply(c, 404, STAFF_SIGN_IN_MESSAGES.link)
      if (opened) setStaffCookie(c, opened.secret, staff.staffId)
      return reply(c, 200, true)
    }),
  )
  .post(
    '/staff/sign-in/begin',
    ceremony(BEGIN_PASSKEY_BODY, async (c, _, now) =>
      reply(c, 200, await beginSignIn(c.env.DB, relyingParty(c), now)),
    ),
  )
  .post(
    '/staff/sign-in/finish',
    ceremony(STAFF_SIGN_IN_BODY, async (c, { response }, now) => {
      const found = await finishSignIn(c.env.DB, relyingParty(c), response as never, now)
      if (!found) return reply(c, 401, STAFF_SIGN_IN_MESSAGES.passkey)
      const { owner, passkey, counter } = found
      const { secret, session } = newStaffSession(c, owner.id, now)
      await recordPasskeyUse(c.env.DB, { id: passkey.id, counter, session, now })
      setStaffCookie(c, secret, owner.id)
      return reply(c, 200, true)
    }),
  )
  .post(
    '/staff/verify',
    ceremony(STAFF_SIGN_IN_BODY, async (c, { response }, now) => {
      const [staff, found] = [
        await getCurrentStaff(c),
        await finishSignIn(c.env.DB, relyingParty(c), response as never, now),
      ]
      if (!staff || isPinRole(staff.role) || found?.owner.id !== staff.staffId)
        return reply(c, 401, STAFF_SIGN_IN_MESSAGES.other)
      const { passkey, counter } = found
      await recordVerification(c.env.DB, { sessionId: staff.sessionId, passkeyId: passkey.id, counter, now })
      return reply(c, 200, true)
    }),
  )
  .post(
    '/staff/sign-out',
    ceremony(BEGIN_PASSKEY_BODY, async (c) => {
      const session = await getCurrentStaff(c)
      if (session) await endStaffSession(c.env.DB, session.sessionId)
      clearStaffCookie(c)
      return reply(c, 200, true)
    }),
  )
