import { useRef, useState } from 'react'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { validatePayment } from '../../../schema/checkout/checkout.ts'
import { parsePaymentFields } from '../../../schema/checkout/checkout-form-fields.ts'
import { extraNames } from '../../../schema/identity/location/extra-fields.ts'
import { CARD_METHOD, chargeTimingMessage, placeOrderLabel } from '../../../schema/orders/payment.ts'
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { RETURN_WINDOW_DAYS } from '../../../schema/platform/return-terms.ts'
import { useZipValidation } from '../../identity/location/use-zip-validation.ts'
import { FormFooter } from '../../platform/forms/form-footer.tsx'
import { Alert } from '../../platform/ui/alert.tsx'
import { Checkbox } from '../../platform/ui/check.tsx'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { AddressFields, ExtraFields } from '../steps/address-fields.tsx'
import { useStepForm } from '../steps/use-step-form.ts'
import { PaymentMarks } from './payment-marks.tsx'
import { SavedCardPicker } from './saved-card-picker.tsx'
import type { CardPaymentSource } from './stripe/stripe-elements.ts'

interface Props {
  view: CheckoutView
  /** True when the last order call got no reply. */
  unanswered: boolean
  /** Called for a virtual cart when the billing ZIP code is in its state, because tax and fees depend on it. */
  onDestination: (zipCode: string, state: string, regionId: number | null) => void
  pay: (fields: Record<string, string>, card: CardPaymentSource | null) => Promise<void>
  /** Called when the form changes, so that an order call without a reply is not repeated. */
  onChange: () => void
}

/** The form of the payment step: the payment method and the billing address. */
export function PaymentStep({ view, unanswered, onDestination, pay, onChange }: Props) {
  const { payment, paymentMethods, regions, cart, card, personal } = view
  const [method, setMethod] = useState(payment.paymentMethod)
  const source = useRef<CardPaymentSource | null>(null)
  const zip = useZipValidation(regions, cart.allVirtual ? onDestination : undefined)
  const form = useStepForm({
    step: 'payment',
    serverErrors: view.errors,
    validate: async (texts, element) => {
      const details = parsePaymentFields(texts, regions)
      const hasOwnAddress = !details.billingSameAsShipping || cart.allVirtual
      const check = hasOwnAddress ? await zip.check(element, details) : 'unknown'
      return validatePayment(details, { zip: check, allVirtual: cart.allVirtual })
    },
    send: (texts) => pay(texts, source.current),
  })
  const total = formatMoney(cart.totals.grandTotal)
  const label = unanswered ? 'Try again' : placeOrderLabel(method, cart.totals.grandTotal)
  const billing = {
    ...payment,
    firstName: payment.firstName || personal.firstName,
    lastName: payment.lastName || personal.lastName,
  }
  return (
    <form {...form.props} onChange={onChange}>
      <input type="hidden" name="step" value="payment" />
      <input type="hidden" name="shownTotal" value={cart.totals.grandTotal} />
      <fieldset className="step-choices" id="paymentMethod">
        <legend className="visually-hidden">Payment method</legend>
        {paymentMethods.map(({ code, title, detail }) => (
          <div key={code} className="payment-method">
            <OptionRow
              name="paymentMethod"
              value={code}
              defaultChecked={code === payment.paymentMethod}
              onChange={() => setMethod(code)}
              label={title}
              detail={detail ?? undefined}
              aside={<PaymentMarks code={code} />}
            />
            {code === CARD_METHOD && card && method === CARD_METHOD && cart.totals.grandTotal > 0 ? (
              <SavedCardPicker
                card={card}
                amount={cart.totals.grandTotal}
                isCustomer={view.account === null}
                source={source}
              />
            ) : null}
          </div>
        ))}
      </fieldset>
      <fieldset className="billing">
        <legend className="cond t-22">Billing address</legend>
        {cart.allVirtual ? null : (
          <Checkbox
            className="billing-same"
            name="billingSameAsShipping"
            value="on"
            defaultChecked={payment.billingSameAsShipping}
            label="Same as shipping address"
          />
        )}
        <div className="billing-fields">
          <AddressFields
            kind="billing"
            address={billing}
            errors={form.errors}
            regions={regions}
            checking={zip.checking}
          />
        </div>
        <CompanyFields details={payment} errors={form.errors} />
      </fieldset>
      <div className="step-end">
        <FormFooter
          form={form}
          focus={form.answered}
          why={form.errors.paymentMethod}
          note={
            cart.totals.placeKnown ? null : (
              <Alert>Enter your billing ZIP to see sales tax and tire fees.</Alert>
            )
          }
          kind="buy"
          size="big"
        >
          {form.busy ? 'Placing your order' : `${label}, ${total}`}
        </FormFooter>
        <p className="t-14 quiet">
          {`${chargeTimingMessage(cart.totals.grandTotal)} Returns within ${RETURN_WINDOW_DAYS} days.`}
        </p>
      </div>
    </form>
  )
}

function CompanyFields({ details, errors }: { details: CheckoutView['payment']; errors: FieldErrors }) {
  const isCompany = extraNames('payment').some((name) => details[name] || errors[name])
  return (
    <details className="billing-company" open={isCompany}>
      <summary>Buying for a company</summary>
      <div className="form-grid">
        <ExtraFields step="payment" kind="billing" details={details} errors={errors} />
      </div>
    </details>
  )
}
