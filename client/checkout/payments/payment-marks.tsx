/** Small marks of cards and wallets (H13h). They are drawn in a file of the shop, so no page loads one of a provider. */
import {
  CARD_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from '../../../schema/orders/payment.ts'

/** The ids of the drawings in public/payment-marks.svg. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  [CARD_METHOD]: ['visa', 'mastercard', 'amex', 'discover'],
  [WALLET_METHOD]: ['paypal'],
  [PAY_LATER_METHOD]: ['afterpay'],
  [INSTALLMENT_METHOD]: ['affirm'],
}

/** Shows the marks of a payment method. The cards are named for screen readers; the title names every other provider. */
export function PaymentMarks({ code }: { code: string }) {
  const marks = MARKS[code] ?? []
  return (
    <span className="payment-marks">
      {code === CARD_METHOD ? (
        <span className="visually-hidden">Visa, Mastercard, American Express, Discover</span>
      ) : null}
      {marks.map((mark) => (
        <svg key={mark} aria-hidden="true">
          <use href={`/payment-marks.svg#${mark}`} />
        </svg>
      ))}
    </span>
  )
}
