/**
 * What a device of staff gets after its session has ended (H14a): the sign-in, which leads back to the page, or for a form a page that
 * has all that was typed and sends it again. Visitors get the shop's page for unknown addresses.
 */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import { staffPaths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { hasStaffCookie } from '../../identity/staff/current-staff.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { staffPage } from './staff-page.tsx'

export const SIGNED_OUT = 'You were signed out. Sign in and go on.'

/** Responds to a request without a session: with the sign-in on a device of staff, otherwise as to an unknown address. */
export function answerSignedOut(c: Context<AppEnv>): Response | Promise<Response> {
  if (!hasStaffCookie(c)) return c.notFound()
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
  if (!hasStaffCookie(c) || wantsJson(c)) return answerSignedOut(c)
  return staffPage(c, {
    title: 'You were signed out',
    current: '',
    status: 401,
    permissions: ['publickey-credentials-get'],
    body: (
      <>
        <p>Nothing is lost. Sign in, and what you sent is sent again.</p>
        <form method="post" action={c.req.path} data-passkey="sign-in" className="staff-passkey">
          <HiddenFields body={body} />
          <Button type="submit" kind="buy" size="big">
            Sign in with a passkey and go on
          </Button>
          <p className="field-error" role="alert" />
        </form>
        <form method="post" action={c.req.path} className="staff-passkey">
          <HiddenFields body={body} />
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
