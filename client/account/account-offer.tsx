/** The offer of an account after a guest's order; the guest types only a password. */
import { useRouter } from '@tanstack/react-router'
import { accountErrors } from '../../schema/identity/sign-in/account-errors.api.ts'
import type { ThankYouView } from '../../schema/orders/status/thank-you.api.ts'
import { sessionChanged } from '../identity/session/session.store.ts'
import { useAccountForm } from '../identity/sign-in/use-account-form.ts'
import { Button } from '../platform/ui/button.tsx'
import { FormProblem } from '../platform/ui/form-problem.tsx'
import { PasswordField } from '../platform/ui/password-field.tsx'
import { showToast } from '../platform/ui/toast.ts'

export function AccountOffer({ order }: { order: ThankYouView }) {
  const router = useRouter()
  const form = useAccountForm({
    action: 'keep-order',
    validate: (fields) => accountErrors('keep-order', { ...fields, emailAddress: order.email }),
    notice: order.notice,
    onDone: ({ message }) => {
      sessionChanged()
      if (message !== null) showToast({ message, type: 'success' })
      void router.invalidate()
    },
  })
  return (
    <section className="account-offer" aria-labelledby="account-offer">
      <h2 className="t-28" id="account-offer">
        Save this order to an account
      </h2>
      <p>Choose a password and we’ll open an account for {order.email}. Your next set will be faster.</p>
      <form {...form.props}>
        <input type="hidden" name="action" value="keep-order" />
        <FormProblem form={form} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters."
          error={form.errors.password}
        />
        <Button type="submit" busy={form.busy}>
          Create an account
        </Button>
      </form>
    </section>
  )
}
