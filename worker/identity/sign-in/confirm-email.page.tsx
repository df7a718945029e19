/** The page of the link that confirms a mailbox. It has a button, because mail scanners follow links. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { CONFIRM_EMAIL_PATH, paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { consumeFlashState } from '../../platform/forms/flash-cookie.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { hashToken } from '../../platform/security/secret-token.ts'
import { findEmailConfirmation } from './email-confirmation.sql.ts'

const TITLE = 'Confirm your address'

export async function confirmEmailPage(c: Context<AppEnv>): Promise<Response> {
  const token = c.req.query('token') ?? ''
  const id = hashToken(token)
  const link = id === null ? null : await findEmailConfirmation(c.env.DB, id, Date.now())
  const error = consumeFlashState(c)?.message ?? (link ? null : ACCOUNT_MESSAGES.linkOver)
  return contentPage(c, {
    title: TITLE,
    description: 'One click and we’ll confirm your address.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    status: link ? 200 : 404,
    body: (
      <article className="wrap prose">
        <h1>{TITLE}</h1>
        {error ? <Alert tone="error">{error}</Alert> : null}
        {link ? (
          <>
            <p>
              {link.email === link.before
                ? `Is ${link.email} your address, and did you open an account with it?`
                : `The account ${link.before} takes the address ${link.email}. You’ll be signed out everywhere. Sign in with the new address.`}
            </p>
            <form method="post" action={paths.accountForm}>
              <input type="hidden" name="action" value="confirm-email" />
              <input type="hidden" name="token" value={token} />
              <input type="hidden" name="from" value={`${CONFIRM_EMAIL_PATH}?token=${token}`} />
              <Button type="submit">Confirm</Button>
            </form>
          </>
        ) : (
          <p>
            <a href={paths.account}>Your account</a>
          </p>
        )}
      </article>
    ),
  })
}
