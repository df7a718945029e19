import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** A part of a page as escaped HTML. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const NAVIGATION = [
  { href: '/', label: 'Sandbox' },
  { href: '/stripe', label: 'Payments' },
  { href: '/paypal', label: 'PayPal' },
  { href: '/afterpay', label: 'Afterpay' },
  { href: '/affirm', label: 'Affirm' },
  { href: '/mailbox', label: 'Mailbox' },
]

/** Returns a page of the sandbox: head, navigation, one main region. */
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
          ({ href, label }) =>
            html`<a href="${href}" ${href === here ? raw('aria-current="page"') : ''}>${label}</a>`,
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

/** Formats ISO 8601 text or seconds as `2026-09-18 12:00:00 UTC`. */
export function timeText(time: string | number): Html {
  const date = new Date(typeof time === 'number' ? time * 1000 : time)
  const iso = date.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}

/** Returns a table that scrolls sideways in its own box on a narrow screen. */
export function wideTable(caption: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
  <table>
    <caption>${caption}</caption>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table>
</div>`
}
