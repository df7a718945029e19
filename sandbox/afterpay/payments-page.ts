import { html } from 'hono/html'
import { type Html, page, timeText, wideTable } from '../pages/page.ts'
import { centsOf } from './checkout.ts'
import { netAmount, type Payment } from './payment.ts'

/** Every payment at Afterpay, newest first, and what the shop has of it. */
export function afterpayPage(payments: readonly Payment[]): Html {
  return page(
    'Afterpay',
    '/afterpay',
    payments.length === 0
      ? html`<p>No payments yet. Place an order in the shop and choose Afterpay.</p>`
      : wideTable(
          'Payments at Afterpay, newest first',
          ['Amount', 'State', 'Net', 'Order', 'Payment'],
          payments.map(row),
        ),
  )
}

function row(payment: Payment): Html {
  const { originalAmount, status, paymentState, refunds, merchantReference, created, id } = payment
  const refunded = refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  return html`<tr>
  <td class="amount">$${originalAmount.amount}</td>
  <td><span class="state ${paymentState === 'CAPTURED' ? 'succeeded' : 'canceled'}">${status.toLowerCase()}, ${paymentState.toLowerCase().replace('_', ' ')}</span>
    ${refunded > 0 ? html`<br>refunded $${(refunded / 100).toFixed(2)}` : ''}</td>
  <td class="amount">$${(netAmount(payment) / 100).toFixed(2)}</td>
  <td>${merchantReference ?? '–'}</td>
  <td>${timeText(created)}<div class="id">${id}</div></td>
</tr>`
}
