import { html } from 'hono/html'
import { dollars } from '../dollars.ts'
import { type Html, page, timeText, wideTable } from '../pages/page.ts'
import type { Delivery } from '../webhook-delivery.ts'
import type { Payment } from './payment.ts'

/** Returns the page with all payments, newest first, and the webhooks below them. */
export function paymentsPage(payments: readonly Payment[], deliveries: readonly Delivery[]): Html {
  return page(
    'Payments',
    '/stripe',
    html`${
      payments.length === 0
        ? html`<p>No payments yet. Place an order in the shop with one of the <a href="/">test cards</a>.</p>`
        : wideTable(
            'Payments, newest first',
            ['Amount', 'Status', 'Card', 'Order', 'Customer', 'Payment'],
            payments.map(paymentRow),
          )
    }
<h2>Webhooks</h2>
${
  deliveries.length === 0
    ? html`<p>We haven’t sent the shop any events.</p>`
    : wideTable(
        'Webhooks, newest first',
        ['Event', 'State', 'Attempts', 'Last result', 'Id'],
        deliveries.map(deliveryRow),
      )
}`,
  )
}

function paymentRow(payment: Payment): Html {
  return html`<tr>
  <td class="amount">${dollars(payment.amount)}</td>
  <td><span class="state ${payment.status}">${payment.status.replaceAll('_', ' ')}</span>
    ${payment.refunded > 0 ? html`<br>refunded ${dollars(payment.refunded)}` : ''}
    ${payment.problem ? html`<br>${payment.problem.replaceAll('_', ' ')}` : ''}</td>
  <td class="card">${payment.card ?? '–'}</td>
  <td>${metadataList(payment.metadata)}${payment.description ? html`<div>${payment.description}</div>` : ''}</td>
  <td>${payment.email ?? '–'}</td>
  <td>${timeText(payment.created)}<div class="id">${payment.id}</div></td>
</tr>`
}

function metadataList(metadata: Record<string, string>): Html {
  const pairs = Object.entries(metadata)
  if (pairs.length === 0) return html``
  return html`<dl>${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function deliveryRow(delivery: Delivery): Html {
  return html`<tr>
  <td>${delivery.type}</td>
  <td>${delivery.state.replace('_', ' ')}</td>
  <td class="amount">${delivery.attempts}</td>
  <td>${delivery.result || '–'}</td>
  <td class="id">${delivery.event}</td>
</tr>`
}
