import { CARD_METHOD, CASH_METHOD } from '../../../schema/orders/payment.ts'

/**
 * Shows the marks of a payment method (H13h) from public/payment-marks.svg, so no page loads a picture of a provider. The
 * cards are named for screen readers; the title names every other provider.
 */
export function PaymentMarks({ code }: { code: string }) {
  if (code === CASH_METHOD) return null
  return (
    <>
      {code === CARD_METHOD ? (
        <span className="visually-hidden">Visa, Mastercard, American Express, Discover</span>
      ) : null}
      <svg className={`payment-marks payment-marks-${code}`} aria-hidden="true">
        <use href={`/payment-marks.svg#${code}`} />
      </svg>
    </>
  )
}
