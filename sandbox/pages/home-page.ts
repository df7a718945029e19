import { html } from 'hono/html'
import { TEST_CARDS } from '../stripe/cards.ts'
import { type Html, page, wideTable } from './page.ts'

const BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
}

/** Returns the index: a description, the test cards and links. */
export function homePage(): Html {
  const rows = TEST_CARDS.map((card) => {
    const number = grouped(card.number)
    return html`<tr>
      <td class="number">${number}</td>
      <td><button type="button" data-copy="${card.number}" aria-label="Copy ${number}">Copy</button></td>
      <td>${BRANDS[card.brand] ?? card.brand}</td>
      <td>${card.effect}</td>
    </tr>`
  })
  return page(
    'Sandbox',
    '/',
    html`<p class="lead">This stands in for the shop's outside services – card payments (Stripe), a wallet (PayPal), pay later (Afterpay), installments (Affirm) and email (Resend) – in
  development and in tests. It has the same API as they do. No money moves, and no email leaves this machine.</p>
<ul class="doors">
  <li><a href="/stripe">Payments</a> – every payment, its state, its order, and the webhooks sent to the shop</li>
  <li><a href="/paypal">PayPal</a> – payments from the wallet, what the shop has of each</li>
  <li><a href="/afterpay">Afterpay</a> – payments in 4, what the shop has of each</li>
  <li><a href="/affirm">Affirm</a> – loans, what the shop has of each</li>
  <li><a href="/mailbox">Mailbox</a> – every message the shop sent</li>
</ul>
<h2>Test cards</h2>
<p>Any date in the future, any CVC, any ZIP. We refuse every other card number, so nobody uses a real card here by mistake.</p>
${wideTable('Test cards', ['Number', 'Copy', 'Brand', 'What happens'], rows)}
<p role="status" id="copied"></p>`,
    '/assets/copy.js',
  )
}

function grouped(number: string): string {
  return number.length === 15
    ? `${number.slice(0, 4)} ${number.slice(4, 10)} ${number.slice(10)}`
    : (number.match(/.{1,4}/g) ?? []).join(' ')
}
