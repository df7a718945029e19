import { html } from 'hono/html'
import { type Html, page, timeText, wideTable } from '../pages/page.ts'
import { netAmount, type Transaction } from './transaction.ts'

/** Every transaction at Affirm, newest first, and what the shop has of it. */
export function affirmPage(transactions: readonly Transaction[]): Html {
  return page(
    'Affirm',
    '/affirm',
    transactions.length === 0
      ? html`<p>No transactions yet. Place an order in the shop and choose Affirm.</p>`
      : wideTable(
          'Transactions at Affirm, newest first',
          ['Amount', 'State', 'Net', 'Order', 'Transaction'],
          transactions.map(row),
        ),
  )
}

function row(transaction: Transaction): Html {
  const { amount, status, amount_refunded: refunded, order_id: order, created, id } = transaction
  const stored = netAmount(transaction)
  return html`<tr>
  <td class="amount">$${(amount / 100).toFixed(2)}</td>
  <td><span class="state ${stored > 0 ? 'succeeded' : 'canceled'}">${status.replace('_', ' ')}</span>
    ${refunded > 0 ? html`<br>refunded $${(refunded / 100).toFixed(2)}` : ''}</td>
  <td class="amount">$${(stored / 100).toFixed(2)}</td>
  <td>${order ?? '–'}</td>
  <td>${timeText(created)}<div class="id">${id}</div></td>
</tr>`
}
