/**
 * Acts that need a passkey of the last ten minutes (H14a): the form is answered with a page that has all that was typed in hidden
 * fields, asks for the passkey, and then sends the form again.
 */
import type { Context } from 'hono'
import { Button } from '../../../client/platform/ui/button.tsx'
import type { AppEnv } from '../../env.ts'
import { STEP_UP_MS, type StaffSession } from '../../identity/staff/current-staff.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { staffPage } from './staff-page.tsx'

/** Checks whether a passkey was used in this session within ten minutes. */
export function isVerified({ verifiedAt }: StaffSession, now: number): boolean {
  return now - verifiedAt <= STEP_UP_MS
}

/** Responds with the page that asks for the passkey and then sends `body` to this address again. */
export function stepUpPage(c: Context<AppEnv>, body: Record<string, unknown>): Promise<Response> {
  return staffPage(c, {
    title: 'Confirm it’s you',
    current: '',
    status: 403,
    permissions: ['publickey-credentials-get'],
    body: (
      <>
        <p>This needs your passkey, because you used it last more than 10 minutes ago. Nothing is lost.</p>
        <form method="post" action={c.req.path} data-passkey="verify" className="staff-passkey">
          <HiddenFields body={body} />
          <Button type="submit" kind="buy" size="big">
            Use passkey and go on
          </Button>
          <p className="field-error" role="alert" />
        </form>
      </>
    ),
  })
}
