/** The form of a pay link (H14p): who pays, the card, and the providers' buttons, which need no script. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button, LinkButton } from '../../../client/platform/ui/button.tsx'
import { Field } from '../../../client/platform/ui/field.tsx'
import { PAYER_FIELDS } from '../../../schema/orders/counter/pay-link.ts'
import { CARD_METHOD, type PaymentMethod, paymentTitle } from '../../../schema/orders/payment.ts'
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { FIELD_LABELS } from '../../../schema/platform/forms/field.ts'
import type { FlashFormState } from '../../../schema/platform/forms/flash-form-state.api.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'

interface FieldsProps {
  sale: CounterDraft
  card: { scriptUrl: string; publishableKey: string } | null
  methods: readonly PaymentMethod[]
  /** What is left to pay, in cents. */
  total: Cents
  /** A refused form of a browser without script. */
  flash: FlashFormState | null
}

/** Renders the form with every way to pay that the shop offers for this total. */
export function PayFields({ sale, card, methods, total, flash }: FieldsProps) {
  const providers = methods.filter(({ code }) => code !== CARD_METHOD)
  const hasCard = card !== null && providers.length < methods.length
  const message = flash?.message ? <Alert tone="error">{flash.message}</Alert> : null
  if (methods.length === 0)
    return (
      <section aria-labelledby="pay-title">
        <h2 id="pay-title">Payment</h2>
        {message}
        <Alert>We can’t take payments online right now. Call {PHONE.label}.</Alert>
      </section>
    )
  const errors: Readonly<Record<string, string | undefined>> = flash?.errors ?? {}
  return (
    <section aria-labelledby="pay-title">
      <h2 id="pay-title">Payment</h2>
      {message}
      <form method="post" className="pay-form" data-pay>
        <input type="hidden" name="action" value="pay" />
        <input type="hidden" name="version" value={sale.version} />
        <input type="hidden" name="due" value={total} />
        <div className="pay-fields">
          {PAYER_FIELDS.map((name) => (
            <Field
              key={name}
              name={name}
              label={FIELD_LABELS[name]}
              type={name === 'emailAddress' ? 'email' : name === 'phoneNumber' ? 'tel' : 'text'}
              required={name !== 'apartmentNumber'}
              maxLength={150}
              autoComplete={AUTOCOMPLETE[name]}
              defaultValue={flash?.fields[name]}
              error={errors[name]}
            />
          ))}
        </div>
        {hasCard ? <CardPanel card={card} total={total} /> : null}
        <p className="field-error" role="alert" data-problem />
        {hasCard ? (
          <Button type="submit" kind="buy" size="big" wide disabled data-card-button>
            Pay {formatMoney(total)}
          </Button>
        ) : null}
        {providers.length > 0 ? (
          <fieldset className="pay-providers">
            <legend>{hasCard ? 'Or pay with' : 'Pay with'}</legend>
            {providers.map(({ code, title }) => (
              <Button key={code} type="submit" name="method" value={code} size="big" wide>
                {title}
              </Button>
            ))}
          </fieldset>
        ) : null}
      </form>
    </section>
  )
}

function CardPanel({ card, total }: { card: NonNullable<FieldsProps['card']>; total: Cents }) {
  return (
    <>
      <div
        className="card-panel"
        data-card
        data-script={card.scriptUrl}
        data-key={card.publishableKey}
        data-amount={total}
      />
      <noscript>
        <Alert tone="error">Card fields need JavaScript. Turn it on, or call {PHONE.label}.</Alert>
      </noscript>
    </>
  )
}

const AUTOCOMPLETE: Readonly<Record<(typeof PAYER_FIELDS)[number], string>> = {
  emailAddress: 'email',
  firstName: 'billing given-name',
  lastName: 'billing family-name',
  streetAddress: 'billing address-line1',
  apartmentNumber: 'billing address-line2',
  city: 'billing address-level2',
  state: 'billing address-level1',
  zipCode: 'billing postal-code',
  phoneNumber: 'tel-national',
}

interface WaitingProps {
  redirectUrl: string
  paymentMethod: string
  order: string
  /** When the reservation for this payment ends, in milliseconds since the epoch. */
  holdUntil: number
  message: string | null | undefined
}

/** A payment that waits at a provider's page: the way on, and the way to pay otherwise. Both work without script. */
export function WaitingPayment({ redirectUrl, paymentMethod, order, holdUntil, message }: WaitingProps) {
  const title = paymentTitle(paymentMethod)
  return (
    <section aria-labelledby="pay-title">
      <h2 id="pay-title">Payment with {title}</h2>
      {message ? <Alert tone="error">{message}</Alert> : null}
      <p>
        Nothing is charged yet. Confirm the payment at {title} by <b>{formatShopTime(holdUntil)}</b>.
      </p>
      <LinkButton href={redirectUrl} kind="buy" size="big" wide>
        Continue to {title}
      </LinkButton>
      <form method="post">
        <input type="hidden" name="action" value="another" />
        <input type="hidden" name="order" value={order} />
        <Button type="submit" size="big" wide>
          Pay another way
        </Button>
      </form>
    </section>
  )
}
