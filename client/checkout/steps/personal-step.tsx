import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { validatePersonal } from '../../../schema/checkout/checkout.ts'
import { accountFrom, personalFrom } from '../../../schema/checkout/checkout-form-fields.ts'
import { FIELD_LABELS } from '../../../schema/identity/location/field-labels.ts'
import { passwordRule } from '../../../schema/identity/sign-in/password.ts'
import { paths } from '../../../schema/paths.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import { BuyButton } from '../../platform/ui/button.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { Field } from '../../platform/ui/field.tsx'
import { PasswordField } from '../../platform/ui/password-field.tsx'
import { SignInOffer } from './sign-in-offer.tsx'
import { StepErrorSummary } from './step-error-summary.tsx'
import { useStepForm } from './use-step-form.ts'

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
    validate: (fields) => ({ ...validatePersonal(personalFrom(fields)), ...accountErrors(fields, view) }),
    onGood: send,
  })
  const { personal } = view
  return (
    <form method="post" action={paths.checkoutForm} {...form.props}>
      <input type="hidden" name="step" value="personal" />
      <div className="form-grid">
        <Field
          label={FIELD_LABELS.emailAddress}
          name="emailAddress"
          type="email"
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          hint="The order and its number go there."
          defaultValue={personal.emailAddress}
          error={form.errors.emailAddress}
        />
        <Field
          label={FIELD_LABELS.firstName}
          name="firstName"
          autoComplete="given-name"
          required
          span={3}
          defaultValue={personal.firstName}
          error={form.errors.firstName}
        />
        <Field
          label={FIELD_LABELS.lastName}
          name="lastName"
          autoComplete="family-name"
          required
          span={3}
          defaultValue={personal.lastName}
          error={form.errors.lastName}
        />
      </div>
      {view.account ? <AccountWish account={view.account} error={form.errors.password} /> : null}
      <div className="step-end">
        <StepErrorSummary form={form} />
        <BuyButton size="big" busy={form.busy}>
          {view.cart.allVirtual ? 'Go to payment' : 'Go to shipping'}
        </BuyButton>
        <SignInOffer />
      </div>
    </form>
  )
}

/** An account with the purchase. Without script the field stands there and counts only with the tick. */
function AccountWish({
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
              ? 'You gave one already. Leave it empty to keep it.'
              : 'At least 6 characters.'
          }
          error={error}
        />
      </div>
    </fieldset>
  )
}

/** The server looks closer: at passwords that everybody tries first. */
function accountErrors(fields: Record<string, string>, { account }: CheckoutView): FieldErrors {
  const { createAccount, password } = accountFrom(fields)
  if (!account || !createAccount || (password === '' && account.hasPassword)) return {}
  const message = passwordRule(password)
  return message === null ? {} : { password: message }
}
