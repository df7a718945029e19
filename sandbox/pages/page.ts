import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A piece of escaped HTML. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const NAVIGATION = [
  { href: '/', word: 'Sandbox' },
  { href: '/stripe', word: 'Payments' },
  { href: '/paypal', word: 'PayPal' },
  { href: '/afterpay', word: 'Afterpay' },
  { href: '/affirm', word: 'Affirm' },
  { href: '/mailbox', word: 'Mailbox' },
]

/** A page of the sandbox: head, navigation, one main region. */
export function page(title: string, here: string, main: Html, script?: string): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – Treadline sandbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/assets/page.css">
    ${script ? html`<script src="${script}" defer></script>` : ''}
  </head>
  <body>
    <header>
      <nav aria-label="Sandbox">
        ${NAVIGATION.map(
          ({ href, word }) =>
            html`<a href="${href}" ${href === here ? raw('aria-current="page"') : ''}>${word}</a>`,
        )}
      </nav>
    </header>
    <main>
      <h1>${title}</h1>
      ${main}
    </main>
  </body>
</html>`
}

/** `2026-09-18 12:00:00 UTC` from ISO 8601 text or seconds. */
export function timeText(time: string | number): Html {
  const date = new Date(typeof time === 'number' ? time * 1000 : time)
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** A table that scrolls sideways in its own box on a narrow screen. */
export function wideTable(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
  <table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>
</div>`
}
