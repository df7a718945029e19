import { type AccountFormSuccess, validateSignIn } from '../../../schema/identity/sign-in/account-form.api.ts'
import { type SignInProvider, signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths } from '../../../schema/paths.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { Button } from '../../platform/ui/button.tsx'
import { EmailField } from '../../platform/ui/email-field.tsx'
import { FormProblem } from '../../platform/ui/form-problem.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { SocialLinks } from '../social/social-links.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Renders the sign-in form, with links for a forgotten password and for a new account. */
export function SignInForm({
  back,
  providers,
  notice = null,
  prefix = '',
  onDone,
}: {
  /** The page that the shopper came from. */
  back: string | null
  providers: readonly SignInProvider[]
  notice?: FlashFormState | null
  /** Prefix of the ids, for pages that have fields of the same names. */
  prefix?: string
  onDone: (done: AccountFormSuccess) => void
}) {
  const form = useAccountForm({ action: 'sign-in', validate: validateSignIn, notice, onDone })
  return (
    <form className="sign-in" {...form.props}>
      <input type="hidden" name="action" value="sign-in" />
      {back === null ? null : <input type="hidden" name="back" value={back} />}
      <div className="form-grid">
        <EmailField
          id={`${prefix}emailAddress`}
          autoComplete="username"
          defaultValue={notice?.fields.emailAddress}
          error={form.errors.emailAddress}
        />
        <PasswordField
          label="Password"
          name="password"
          id={`${prefix}password`}
          autoComplete="current-password"
          required
          error={form.errors.password}
        />
      </div>
      <FormProblem form={form} />
      <Button type="submit" size="big" wide busy={form.busy}>
        Sign in
      </Button>
      <SocialLinks providers={providers} back={back} />
      <p className="sign-in-ways">
        <a href={signInHref(paths.createPassword, back)}>Forgot your password?</a>
        <a href={signInHref(paths.register, back)}>Create an account</a>
      </p>
    </form>
  )
}
