/** /register/: the form to create an account. */

import { getRouteApi, useRouter } from '@tanstack/react-router'
import { accountErrors } from '../../../schema/identity/sign-in/account-errors.api.ts'
import { SIGN_IN_TITLES, type SignInView, signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import { PHONE_HINT } from '../../../schema/platform/forms/field.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { setFlashNotice } from '../../platform/islands/flash-notice.store.ts'
import { Checkbox } from '../../platform/ui/check.tsx'
import { EmailField } from '../../platform/ui/email-field.tsx'
import { describedBy, Field } from '../../platform/ui/field.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { Captcha } from '../captcha/captcha.tsx'
import { NameFields } from '../name-fields.tsx'
import { sessionChanged } from '../session/session.store.ts'
import { SocialLinks } from '../social/social-links.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useAccountForm } from './use-account-form.ts'

const route = getRouteApi('/register')

export function RegisterScreen() {
  const view = route.useLoaderData()
  const router = useRouter()
  return (
    <SignInFrame title="Create an account" view={view} onSignedOut={() => void router.invalidate()}>
      <RegisterForm view={view} />
    </SignInFrame>
  )
}

function RegisterForm({ view }: { view: SignInView }) {
  const { back, notice, captcha } = view
  const form = useAccountForm({
    action: 'register',
    validate: (fields) => accountErrors('register', fields),
    notice,
    onDone: (done) => {
      sessionChanged()
      if (done.message !== null) setFlashNotice(done.message, Date.now())
      location.assign(done.back)
    },
  })
  const typed = notice?.form === 'register' ? notice.fields : {}
  const { errors } = form
  return (
    <form className="sign-in" {...form.props}>
      <input type="hidden" name="action" value="register" />
      <input type="hidden" name="from" value={signInHref(paths.register, back)} />
      {back === null ? null : <input type="hidden" name="back" value={back} />}
      <div className="form-grid">
        <NameFields values={typed} errors={errors} />
        <EmailField defaultValue={typed.emailAddress} error={errors.emailAddress} />
        <Field
          label="Phone"
          name="phoneNumber"
          type="tel"
          autoComplete="tel-national"
          required
          hint={PHONE_HINT}
          defaultValue={typed.phoneNumber}
          error={errors.phoneNumber}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          required
          hint="6 to 60 characters."
          error={errors.password}
        />
        <PasswordField
          label="Repeat password"
          name="rPassword"
          autoComplete="new-password"
          required
          error={errors.rPassword}
        />
      </div>
      <TermsCheckbox error={errors.acceptTermsAndConditions} />
      <Captcha captcha={captcha} turn={form.refusals} />
      <FormFooter form={form} title={SIGN_IN_TITLES.register} size="big" wide>
        Create account
      </FormFooter>
      <SocialLinks providers={view.providers} back={back} />
      <p className="sign-in-ways">
        <a href={signInHref(paths.login, back)}>Sign in instead</a>
      </p>
    </form>
  )
}

function TermsCheckbox({ error }: { error: string | undefined }) {
  const name = 'acceptTermsAndConditions'
  return (
    <div>
      <Checkbox
        name={name}
        id={name}
        value="1"
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, { error })}
        label={
          <>
            I accept the <a href={paths.terms}>terms and conditions</a>
          </>
        }
      />
      {error ? (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
