/**
 * What a device of staff gets after its session has ended (H14a): the sign-in, which leads back to the page, or for a form a page that
 * has all that was typed and sends it again. Visitors get the shop's page for unknown addresses.
 */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import {
  clearStaffCookie,
  lastStaffText,
  readLastStaff,
  type StaffSession,
} from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { staffAnswer } from './staff-answer.ts'
import { staffPage } from './staff-page.tsx'

/** The hidden field of a form that is sent again: whose form it is. */
const SENT_BY = 'sentBy'
const OF_ANOTHER = 'Someone else typed this before the sign-in, so nothing was done. Enter it yourself.'

/** Returns why a form that is sent again is refused: it was typed by another person, who has other permissions. */
export function refuseFormOfAnother(
  c: Context<AppEnv>,
  { staffId }: StaffSession,
  body: Readonly<Record<string, unknown>>,
): FormAnswer | null {
  const { sessionSecret } = c.get('config')
  if (!(SENT_BY in body) || body[SENT_BY] === lastStaffText(sessionSecret, staffId)) return null
  return staffAnswer(false, OF_ANOTHER, staffPaths.home)
}

export const SIGNED_OUT = 'You were signed out. Sign in and go on.'

/** Responds to a request without a session: with the sign-in on a device of staff, otherwise as to an unknown address. */
export function answerSignedOut(c: Context<AppEnv>): Response | Promise<Response> {
  if (readLastStaff(c) === null) return c.notFound()
  if (wantsJson(c)) return reply(c, 401, SIGNED_OUT)
  const { pathname, search } = new URL(c.req.url)
  const next = c.req.method === 'GET' ? `?next=${encodeURIComponent(`${pathname}${search}`)}` : ''
  return c.redirect(`${staffPaths.signIn}${next}`, 303)
}

/** Responds to a form with the page that asks for the sign-in and then sends `body` to this address again. */
export function signInAndSend(
  c: Context<AppEnv>,
  body: Readonly<Record<string, unknown>>,
): Response | Promise<Response> {
  const last = readLastStaff(c)
  if (last === null || wantsJson(c)) return answerSignedOut(c)
  if (body.action === 'sign-out') {
    clearStaffCookie(c)
    return c.redirect(staffPaths.signIn, 303)
  }
  // A PIN is typed again.
  const { pin: _, ...typed }: Record<string, unknown> = { ...body, [SENT_BY]: last }
  return staffPage(c, {
    title: 'You were signed out',
    current: '',
    status: 401,
    permissions: ['publickey-credentials-get'],
    body: (
      <>
        <p>Nothing is lost. Sign in, and what you sent is sent again.</p>
        <form method="post" action={c.req.path} data-passkey="sign-in" className="staff-passkey">
          <HiddenFields body={typed} />
          <Button type="submit" kind="buy" size="big">
            Sign in with a passkey and go on
          </Button>
          <p className="field-error" role="alert" />
        </form>
        <form method="post" action={c.req.path} className="staff-passkey">
          <HiddenFields body={typed} />
          <p>
            With a PIN or a recovery code:{' '}
            <a href={staffPaths.signIn} target="_blank" rel="noreferrer">
              sign in in another window
            </a>
            , then come back here.
          </p>
          <Button type="submit">I’ve signed in, go on</Button>
        </form>
      </>
    ),
  })
}
