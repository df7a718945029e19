/** /customer/account/createpassword/: requests the link to choose a password, and is the page that the link opens. */
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { accountErrors } from '../../../schema/identity/sign-in/account-errors.api.ts'
import { ACCOUNT_MESSAGES } from '../../../schema/identity/sign-in/account-form.api.ts'
import { SIGN_IN_TITLES, type SignInView, signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { EmailField } from '../../platform/ui/email-field.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { Captcha } from '../captcha/captcha.tsx'
import { useAccountForm } from './use-account-form.ts'

const route = getRouteApi('/customer/account/createpassword')

export function PasswordScreen() {
  const view = route.useLoaderData()
  const { token, hasLinkExpired, notice } = view
  return (
    <div className="wrap sign-in-page">
      <h1 className="t-64">{token === null ? 'Forgot your password?' : 'Choose a password'}</h1>
      {notice?.ok && notice.message ? <Alert>{notice.message}</Alert> : null}
      {hasLinkExpired ? <Alert tone="error">{ACCOUNT_MESSAGES.linkOver}</Alert> : null}
      {token === null ? <RequestLinkForm view={view} /> : <NewPasswordForm token={token} view={view} />}
    </div>
  )
}

function RequestLinkForm({ view }: { view: SignInView }) {
  const { back, notice, captcha } = view
  const [isSent, setIsSent] = useState(false)
  const form = useAccountForm({
    action: 'forgot',
    validate: (fields) => accountErrors('forgot', fields),
    notice,
    onDone: () => setIsSent(true),
  })
  if (isSent) {
    return (
      <>
        <Alert live>{ACCOUNT_MESSAGES.linkSent}</Alert>
        <p className="sign-in-ways">
          <a href={signInHref(paths.login, back)}>Sign in</a>
        </p>
      </>
    )
  }
  return (
    <form className="sign-in" {...form.props}>
      <p>We’ll email you a link to set a new password.</p>
      <input type="hidden" name="action" value="forgot" />
      <input type="hidden" name="from" value={signInHref(paths.createPassword, back)} />
      <div className="form-grid">
        <EmailField
          autoComplete="username"
          defaultValue={notice?.form === 'forgot' ? notice.fields.emailAddress : undefined}
          error={form.errors.emailAddress}
        />
      </div>
      <Captcha captcha={captcha} turn={form.refusals} />
      <FormFooter form={form} title={SIGN_IN_TITLES.forgot} size="big" wide>
        Send link
      </FormFooter>
      <p className="sign-in-ways">
        <a href={signInHref(paths.login, back)}>Sign in</a>
        <a href={signInHref(paths.register, back)}>Create an account</a>
      </p>
    </form>
  )
}

function NewPasswordForm({ token, view }: { token: string; view: SignInView }) {
  const form = useAccountForm({
    action: 'reset',
    validate: (fields) => accountErrors('reset', fields),
    notice: view.notice,
    onDone: ({ back, message }) => {
      if (message !== null) setFlashNotice(message, Date.now())
      location.assign(back)
    },
  })
  return (
    <form className="sign-in" {...form.props}>
      <input type="hidden" name="action" value="reset" />
      <input type="hidden" name="token" value={token} />
      <div className="form-grid">
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="6 to 60 characters."
          error={form.errors.password}
        />
        <PasswordField
          label="Repeat password"
          name="rPassword"
          autoComplete="new-password"
          required
          error={form.errors.rPassword}
        />
      </div>
      <FormFooter form={form} size="big" wide>
        Save password
      </FormFooter>
      <p className="sign-in-ways">
        <a href={paths.createPassword}>Get another link</a>
      </p>
    </form>
  )
}
