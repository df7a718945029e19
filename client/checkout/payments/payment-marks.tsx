/** Small marks of cards and wallets (H13h), drawn here so that no page loads a picture of a provider. */
import type { ReactNode } from 'react'
import {
  CARD_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  WALLET_METHOD,
} from '../../../schema/orders/payment.ts'

interface Mark {
  name: string
  drawing: ReactNode
}

/** Draws a word in the middle of the plate; `size` is in the plate's units. */
function word(text: string, color: string, size: number, italic = false) {
  return (
    <text
      x="17"
      y={11 + size * 0.35}
      fill={color}
      fontSize={size}
      fontWeight="760"
      fontStyle={italic ? 'italic' : undefined}
      textAnchor="middle"
    >
      {text}
    </text>
  )
}

const VISA: Mark = { name: 'Visa', drawing: word('VISA', '#1434cb', 11, true) }
const MASTERCARD: Mark = {
  name: 'Mastercard',
  drawing: (
    <>
      <circle cx="13.5" cy="11" r="6" fill="#eb001b" />
      <circle cx="20.5" cy="11" r="6" fill="#f79e1b" />
      <path d="M17 6.1a6 6 0 0 1 0 9.8 6 6 0 0 1 0-9.8z" fill="#ff5f00" />
    </>
  ),
}
const AMEX: Mark = {
  name: 'American Express',
  drawing: (
    <>
      <rect width="34" height="22" rx="2" fill="#016fd0" />
      {word('AMEX', '#ffffff', 9.5)}
    </>
  ),
}
const DISCOVER: Mark = {
  name: 'Discover',
  drawing: (
    <>
      <path d="M34 12v8a2 2 0 0 1-2 2H14c9-2 16-6 20-10z" fill="#f47216" />
      {word('DISCOVER', '#16181a', 6)}
    </>
  ),
}
const PAYPAL: Mark = { name: 'PayPal', drawing: word('PayPal', '#003087', 8.5, true) }
const AFTERPAY: Mark = {
  name: 'Afterpay',
  drawing: (
    <>
      <rect width="34" height="22" rx="2" fill="#b2fce4" />
      {word('afterpay', '#16181a', 7)}
    </>
  ),
}
const AFFIRM: Mark = { name: 'Affirm', drawing: word('affirm', '#16181a', 9) }

const MARKS: Readonly<Record<string, readonly Mark[]>> = {
  [CARD_METHOD]: [VISA, MASTERCARD, AMEX, DISCOVER],
  [WALLET_METHOD]: [PAYPAL],
  [PAY_LATER_METHOD]: [AFTERPAY],
  [INSTALLMENT_METHOD]: [AFFIRM],
}

/** Shows the marks of a payment method. The cards are named for screen readers; the title names every other provider. */
export function PaymentMarks({ code }: { code: string }) {
  const marks = MARKS[code]
  if (!marks) return null
  return (
    <span className="payment-marks">
      {marks.length > 1 ? (
        <span className="visually-hidden">{marks.map(({ name }) => name).join(', ')}</span>
      ) : null}
      {marks.map(({ name, drawing }) => (
        <svg key={name} viewBox="0 0 34 22" aria-hidden="true">
          <rect x=".5" y=".5" width="33" height="21" rx="2" fill="#fff" stroke="#d2cfc5" />
          {drawing}
        </svg>
      ))}
    </span>
  )
}
