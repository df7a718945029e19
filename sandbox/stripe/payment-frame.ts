import { html } from 'hono/html'
import type { Html } from '../pages/page.ts'

interface CardField {
  id: string
  label: string
  autocomplete: string
  placeholder: string
}

const FIELDS: readonly CardField[] = [
  { id: 'number', label: 'Card number', autocomplete: 'cc-number', placeholder: '1234 1234 1234 1234' },
  { id: 'expiry', label: 'Expiration (MM/YY)', autocomplete: 'cc-exp', placeholder: 'MM/YY' },
  { id: 'cvc', label: 'CVC', autocomplete: 'cc-csc', placeholder: 'CVC' },
  { id: 'zip', label: 'ZIP', autocomplete: 'billing postal-code', placeholder: '12345' },
]

/** Returns the frame with the card fields: its origin is the sandbox, so the shop sees no card number. */
export function paymentFrame(): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Secure card payment</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/assets/frame.css">
    <script src="/assets/payment-frame.js" defer></script>
  </head>
  <body>
    <form id="card" aria-label="Card details" novalidate>
      ${FIELDS.map(
        (field) => html`<div class="field" id="${field.id}-field">
        <label for="${field.id}">${field.label}</label>
        <input id="${field.id}" name="${field.id}" type="text" inputmode="numeric" autocomplete="${field.autocomplete}"
          placeholder="${field.placeholder}" spellcheck="false" required aria-describedby="${field.id}-error">
        <p class="error" id="${field.id}-error" role="alert"></p>
      </div>`,
      )}
    </form>
  </body>
</html>`
}
