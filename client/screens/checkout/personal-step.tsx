import type { CheckoutView } from '../../../schema/api/checkout.ts'
import { validatePersonal } from '../../../schema/domain/checkout.ts'
import { FIELD_LABELS, personalFrom } from '../../../schema/domain/checkout-fields.ts'
import { paths } from '../../../schema/paths.ts'
import { BuyButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { SignInOffer } from './sign-in-offer.tsx'
import { useStepForm } from './use-step-form.ts'

export function PersonalStep({
  view,
  send,
}: {
  view: CheckoutView
  send: (fields: Record<string, string>) => Promise<void>
}) {
  const form = useStepForm({
    step: 'personal',
    serverErrors: view.errors,
    judge: (fields) => validatePersonal(personalFrom(fields)),
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
      <div className="step-end">
        <ErrorSummary names={form.wrong} />
        <BuyButton size="big" busy={form.busy}>
          {view.cart.allVirtual ? 'Go to payment' : 'Go to shipping'}
        </BuyButton>
        <SignInOffer />
      </div>
    </form>
  )
}
