/** /staff/sign-in/ and /staff/join/: the two pages of the back office for people who are not signed in (H14a). */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { Select } from '../../../client/platform/ui/select.tsx'
import { deviceName } from '../../../schema/identity/staff/device-name.ts'
import { staffPaths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff, readLastStaff } from '../../identity/staff/current-staff.ts'
import { readPinPeople } from '../../identity/staff/staff-phone.sql.ts'
import { SIGNED_OUT } from '../frame/signed-out.tsx'
import { staffPage } from '../frame/staff-page.tsx'
import { findThisPhone } from './shared-phone.ts'

/** Returns a page of the back office to go to after the sign-in; the start page for any other text. */
function nextPage(text: string | undefined): string {
  return text && /^\/staff\/[\w/?=&.%+~-]*$/.test(text) ? text : staffPaths.home
}

/** Renders the sign-in; `problem` says why a code or PIN was refused. */
export async function staffSignInPage(
  c: Context<AppEnv>,
  refused?: { of: 'recover' | 'pin'; problem: string },
): Promise<Response> {
  if (!refused && (await getCurrentStaff(c))) return c.redirect(nextPage(c.req.query('next')), 303)
  const phone = await findThisPhone(c)
  const people = phone ? await readPinPeople(c.env.DB) : []
  const problem = (of: 'recover' | 'pin') => (refused?.of === of ? refused.problem : null)
  return staffPage(c, {
    title: 'Staff sign-in',
    current: '',
    permissions: ['publickey-credentials-get'],
    ...(refused ? { status: 422 } : {}),
    body: (
      <>
        {!refused && readLastStaff(c) !== null ? <Alert>{SIGNED_OUT}</Alert> : null}
        {phone && people.length > 0 ? (
          <form method="post" action={staffPaths.signInForm} className="form-grid">
            <input type="hidden" name="action" value="pin" />
            <Select
              name="person"
              label="Who are you?"
              options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Field
              name="pin"
              label="PIN, 6 digits"
              type="password"
              inputMode="numeric"
              pattern="[0-9]{6}"
              maxLength={6}
              autoComplete="off"
              error={problem('pin')}
              required
            />
            <Button type="submit" kind="buy" size="big" className="staff-send">
              Start
            </Button>
          </form>
        ) : null}
        <form data-passkey="sign-in" data-next={nextPage(c.req.query('next'))} className="staff-passkey">
          {people.length > 0 ? null : (
            <div data-autofill="" hidden>
              <Field
                name="account"
                label="Your passkey"
                hint="Tap here and choose it, or press the button."
                autoComplete="username webauthn"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={254}
              />
            </div>
          )}
          <Button type="submit" kind={people.length > 0 ? 'plain' : 'buy'} size="big" wide>
            Sign in with a passkey
          </Button>
          <p className="field-error" role="alert" />
          <noscript>
            <p>Passkeys need JavaScript. Please turn it on for this page.</p>
          </noscript>
        </form>
        <details className="staff-act" open={refused?.of === 'recover'}>
          <summary>No passkey here? Use a recovery code</summary>
          <form method="post" action={staffPaths.signInForm} className="form-grid">
            <input type="hidden" name="action" value="recover" />
            <Field name="email" label="Email" type="email" autoComplete="email" maxLength={254} required />
            <Field
              name="code"
              label="Recovery code"
              hint="One of the ten you printed or copied. It works once."
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              error={problem('recover')}
              required
            />
            <Button type="submit" className="staff-send">
              Go on
            </Button>
          </form>
          <p>No code either? Ask the owner for a new link.</p>
        </details>
      </>
    ),
  })
}

function joinPage(c: Context<AppEnv>): Promise<Response> {
  return staffPage(c, {
    title: 'Welcome to Treadline',
    current: '',
    permissions: ['publickey-credentials-create'],
    body: (
      <>
        <p>
          You sign in with a passkey: your fingerprint, your face or this device’s screen lock. There’s no
          password to remember, and no one can steal it.
        </p>
        <form data-passkey="join" data-next={staffPaths.codes} className="form-grid staff-passkey">
          <p data-invited="" role="status" className="staff-send" />
          <Field
            name="label"
            label="Name of this device"
            defaultValue={deviceName(c.req.header('User-Agent') ?? '')}
            maxLength={60}
            required
          />
          <Button type="submit" kind="buy" size="big" wide className="staff-send">
            Add a passkey
          </Button>
          <p className="field-error staff-send" role="alert" />
          <noscript>
            <p>Passkeys need JavaScript. Please turn it on for this page.</p>
          </noscript>
        </form>
      </>
    ),
  })
}

export const staffSignInPages = new Hono<AppEnv>()
  .get(staffPaths.signIn, (c) => staffSignInPage(c))
  .get(staffPaths.join, joinPage)
