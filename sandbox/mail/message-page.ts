import { html, raw } from 'hono/html'
import { type Html, page, timeText } from '../pages/page.ts'
import type { Message } from './message.ts'

/** The three views of a message. */
export type View = 'html' | 'text' | 'headers'

const TABS: readonly { view: View; label: string }[] = [
  { view: 'html', label: 'HTML' },
  { view: 'text', label: 'Plain text' },
  { view: 'headers', label: 'Headers' },
]

/** Returns the page of one message; each view has its own address. */
export function messagePage(message: Message, view: View): Html {
  return page(
    message.subject || '(no subject)',
    '/mailbox',
    html`<p>To ${message.to.join(', ')}<br>From ${message.from}<br>${timeText(message.created_at)}</p>
<nav class="tabs" aria-label="Sides of the message">
  ${TABS.map(
    (tab) =>
      html`<a href="/mailbox/${message.id}?view=${tab.view}" ${tab.view === view ? raw('aria-current="page"') : ''}>${tab.label}</a>`,
  )}
</nav>
${viewOf(message, view)}`,
  )
}

function viewOf(message: Message, view: View): Html {
  if (view === 'headers') return headersOf(message)
  if (view === 'text') {
    return message.text === null
      ? html`<p>This message has no plain text.</p>`
      : html`<pre tabindex="0">${message.text}</pre>`
  }
  return message.html === null
    ? html`<p>This message has no HTML.</p>`
    : html`<iframe class="message" title="The message as HTML" src="/mailbox/${message.id}/body" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
}

function headersOf(message: Message): Html {
  const headers: [string, string][] = [
    ['From', message.from],
    ['To', message.to.join(', ')],
    ...(message.cc.length ? [['Cc', message.cc.join(', ')] as [string, string]] : []),
    ...(message.bcc.length ? [['Bcc', message.bcc.join(', ')] as [string, string]] : []),
    ...(message.reply_to.length ? [['Reply-To', message.reply_to.join(', ')] as [string, string]] : []),
    ['Subject', message.subject],
    ['Date', message.created_at],
    ...Object.entries(message.headers),
    ...message.tags.map((tag): [string, string] => [`Tag ${tag.name}`, tag.value]),
  ]
  return html`<dl class="headers">${headers.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Returns the mail's own HTML, whose links open in a new tab. */
export function messageBody(body: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(body) ? body.replace(/<head[^>]*>/i, (head) => head + base) : base + body
}
