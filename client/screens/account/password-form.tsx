import { accountErrors } from '../../../schema/api/account-errors.ts'
import type { FormNotice } from '../../../schema/api/form-notice.ts'
import { paths } from '../../../schema/paths.ts'
import { useAccountForm } from '../../islands/use-account-form.ts'
import { tellNext } from '../../store/next-notice.ts'
import { sessionChanged } from '../../store/session.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { AccountFormEnd } from './account-form-end.tsx'

/** Changing the password: every session ends, and this browser gets a new one. */
export function PasswordForm({ email, notice }: { email: string; notice: FormNotice | null }) {
  const form = useAccountForm({
    action: 'change-password',
    judge: (fields) => accountErrors('change-password', fields),
    notice,
    onDone: (done) => {
      sessionChanged()
      if (done.message !== null) tellNext(sessionStorage, done.message, Date.now())
      location.assign(done.back)
    },
  })
  const { errors } = form
  return (
    <form className="account-form" {...form.props}>
      <input type="hidden" name="action" value="change-password" />
      <input type="hidden" name="from" value={paths.account} />
      {/* For password managers, which ask whose password it is. */}
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
          hint="6 to 60 characters. You are signed out everywhere else."
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
      <AccountFormEnd form={form}>Change password</AccountFormEnd>
    </form>
  )
}
