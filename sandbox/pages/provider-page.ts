import { html } from 'hono/html'
import { dollars } from '../dollars.ts'
import { type Html, page, timeText, wideTable } from './page.ts'

/** A payment in the list of a provider; amounts in cents. */
export interface ListedPayment {
  id: string
  amount: number
  state: string
  refunded: number
  /** The amount that the shop has received and not refunded. */
  net: number
  order: string | null
  created: string
}

/** Lists every payment at a provider, newest first, with the amount that the shop has. */
export function providerPage(provider: string, payments: readonly ListedPayment[]): Html {
  return page(
    provider,
    `/${provider.toLowerCase()}`,
    payments.length === 0
      ? html`<p>No payments yet. Place an order in the shop and choose ${provider}.</p>`
      : wideTable(
          `Payments at ${provider}, newest first`,
          ['Amount', 'State', 'Net', 'Order', 'Payment'],
          payments.map(row),
        ),
  )
}

function row({ id, amount, state, refunded, net, order, created }: ListedPayment): Html {
  return html`<tr>
  <td class="amount">${dollars(amount)}</td>
  <td><span class="state ${net > 0 ? 'succeeded' : 'canceled'}">${state.toLowerCase().replaceAll('_', ' ')}</span>
    ${refunded > 0 ? html`<br>refunded ${dollars(refunded)}` : ''}</td>
  <td class="amount">${dollars(net)}</td>
  <td>${order ?? '–'}</td>
  <td>${timeText(created)}<div class="id">${id}</div></td>
</tr>`
}
