import { html } from 'hono/html'
import { type Html, page, timeText, wideTable } from '../pages/page.ts'
import { centsOf } from './amount.ts'
import { type Order, refundedOf } from './order.ts'

/** Every order at PayPal, newest first, and what the shop has of it. Its events stand with Stripe's on /stripe. */
export function paypalPage(orders: readonly Order[]): Html {
  return page(
    'PayPal',
    '/paypal',
    orders.length === 0
      ? html`<p>No payments yet. Place an order in the shop and choose PayPal.</p>`
      : wideTable(
          'Payments at PayPal, newest first',
          ['Amount', 'State', 'Net', 'Order', 'Payment'],
          orders.map(row),
        ),
  )
}

function row({ id, status, purchase_units: [unit], create_time }: Order): Html {
  const refunded = refundedOf(unit)
  const taken = (unit.payments?.captures ?? []).reduce((sum, { amount }) => sum + centsOf(amount), 0)
  return html`<tr>
  <td class="amount">$${unit.amount.value}</td>
  <td><span class="state ${status === 'COMPLETED' ? 'succeeded' : 'canceled'}">${status.toLowerCase().replaceAll('_', ' ')}</span>
    ${refunded > 0 ? html`<br>refunded $${(refunded / 100).toFixed(2)}` : ''}</td>
  <td class="amount">$${((taken - refunded) / 100).toFixed(2)}</td>
  <td>${unit.invoice_id ?? '–'}</td>
  <td>${timeText(create_time)}<div class="id">${id}</div></td>
</tr>`
}
