import { accountErrors } from '../../schema/identity/sign-in/account-errors.api.ts'
import { paths } from '../../schema/paths.ts'
import type { FlashFormState } from '../../schema/platform/forms/flash-form-state.api.ts'
import { sessionChanged } from '../identity/session/session.store.ts'
import { useAccountForm } from '../identity/sign-in/use-account-form.ts'
import { FormFooter } from '../platform/forms/form-footer.tsx'
import { setFlashNotice } from '../platform/islands/flash-notice.store.ts'
import { PasswordField } from '../platform/ui/password-field.tsx'

/** Renders the form to change the password. The change ends every session; this browser gets a new one. */
export function PasswordForm({ email, notice }: { email: string; notice: FlashFormState | null }) {
  const form = useAccountForm({
    action: 'change-password',
    validate: (fields) => accountErrors('change-password', fields),
    notice,
    onDone: (done) => {
      sessionChanged()
      if (done.message !== null) setFlashNotice(done.message, Date.now())
      location.assign(done.back)
    },
  })
  const { errors } = form
  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="change-password" />
      <input type="hidden" name="from" value={paths.account} />
      {/* Password managers need the account name. */}
      <input type="text" name="emailAddress" autoComplete="username" defaultValue={email} hidden readOnly />
      <div className="form-grid">
        <PasswordField
          label="Current password"
          name="oldPassword"
          autoComplete="current-password"
          required
          error={errors.oldPassword}
        />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          required
          hint="6 to 60 characters. This signs you out on other devices."
          error={errors.password}
        />
        <PasswordField
          label="Repeat new password"
          name="rPassword"
          autoComplete="new-password"
          required
          error={errors.rPassword}
        />
      </div>
      <FormFooter form={form}>Change password</FormFooter>
    </form>
  )
}
