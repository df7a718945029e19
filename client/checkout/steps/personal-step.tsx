import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { validatePersonal } from '../../../schema/checkout/checkout.ts'
import { parseAccountFields, parsePersonalFields } from '../../../schema/checkout/checkout-form-fields.ts'
import { passwordRule } from '../../../schema/identity/sign-in/password.ts'
import { FIELD_LABELS, type FieldErrors } from '../../../schema/platform/forms/field.ts'
import { NameFields } from '../../identity/name-fields.tsx'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { EmailField } from '../../platform/ui/email-field.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { SignInOffer } from './sign-in-offer.tsx'
import { useStepForm } from './use-step-form.ts'

/** The form of the personal step: name, e-mail address and the account with the order. */
export function PersonalStep({
  view,
  send,
}: {
  view: CheckoutView
  send: (fields: Record<string, string>, form: HTMLFormElement) => Promise<void>
}) {
  const form = useStepForm({
    step: 'personal',
    serverErrors: view.errors,
    validate: (fields) => ({
      ...validatePersonal(parsePersonalFields(fields)),
      ...accountErrors(fields, view),
    }),
    send,
  })
  const { personal } = view
  return (
    <form {...form.props}>
      <input type="hidden" name="step" value="personal" />
      <div className="form-grid">
        <EmailField
          hint="We’ll send your confirmation here."
          defaultValue={personal.emailAddress}
          error={form.errors.emailAddress}
        />
        <NameFields values={personal} errors={form.errors} />
      </div>
      {view.account ? <AccountFields account={view.account} error={form.errors.password} /> : null}
      <div className="step-end">
        <FormFooter form={form} focus={form.answered} kind="buy" size="big">
          {view.cart.allVirtual ? 'Go to payment' : 'Go to shipping'}
        </FormFooter>
        <SignInOffer />
      </div>
    </form>
  )
}

/** The fields of an account with the order. Without JavaScript the password is visible but used only with the tick. */
function AccountFields({
  account,
  error,
}: {
  account: NonNullable<CheckoutView['account']>
  error: string | undefined
}) {
  return (
    <fieldset className="account-wish">
      <legend className="visually-hidden">Account</legend>
      <Checkbox
        name="createAccount"
        value="on"
        defaultChecked={account.createAccount}
        label="Create an account with this order"
      />
      <div className="account-wish-password">
        <PasswordField
          label={FIELD_LABELS.password}
          name="password"
          autoComplete="new-password"
          hint={
            account.hasPassword
              ? 'You’ve already chosen one. Leave this empty to keep it.'
              : 'At least 6 characters.'
          }
          error={error}
        />
      </div>
    </fieldset>
  )
}

/** Validates the password; only the server also refuses common passwords. */
function accountErrors(fields: Record<string, string>, { account }: CheckoutView): FieldErrors {
  const { createAccount, password } = parseAccountFields(fields)
  if (!account || !createAccount || (password === '' && account.hasPassword)) return {}
  const message = passwordRule(password)
  return message === null ? {} : { password: message }
}
