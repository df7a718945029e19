import { html } from 'hono/html'
import { type Html, page, timeText, wideTable } from '../pages/page.ts'
import type { MailQuery } from './mailbox.ts'
import type { Message } from './message.ts'

/** Returns the list of messages, newest first, with a search by receiver. */
export function mailboxPage(messages: readonly Message[], query: MailQuery): Html {
  const rows = messages.map(
    (message) => html`<tr>
    <td><a href="/mailbox/${message.id}">${message.subject || '(no subject)'}</a></td>
    <td>${message.to.join(', ')}</td>
    <td>${message.from}</td>
    <td>${timeText(message.created_at)}</td>
  </tr>`,
  )
  return page(
    'Mailbox',
    '/mailbox',
    html`<form class="search" role="search" action="/mailbox">
  <label for="to">Receiver</label>
  <input id="to" name="to" type="search" value="${query.to ?? ''}" autocomplete="off" placeholder="name@example.com">
  <button>Search</button>
</form>
${
  messages.length === 0
    ? html`<p>${query.to ? html`No message to “${query.to}”.` : 'No message yet.'}</p>`
    : wideTable('Messages, newest first', ['Subject', 'To', 'From', 'Time'], rows)
}`,
  )
}
