import { html } from 'hono/html'
import { type Html, page } from './page.ts'

/** A provider's own page, where the shopper decides. Links, because a form's redirect to the shop would fall under this page's `form-action`. */
export function approvalPage(asked: {
  provider: string
  /** `$129.99`. */
  amount: string
  order: string
  /** What would be agreed to here, as the end of a sentence. */
  what: string
  /** Query of this page. */
  query: URLSearchParams
  choices: readonly { choice: string; word: string; means: string }[]
  decided: boolean
}): Html {
  const { provider, amount, order, what, query, choices } = asked
  const link = (choice: string) => {
    const chosen = new URLSearchParams(query)
    chosen.set('choice', choice)
    return `?${chosen}`
  }
  return page(
    `Pay with ${provider}`,
    '',
    asked.decided
      ? html`<p class="lead">This was decided already. Go back to the shop.</p>`
      : html`<p class="lead">Here ${provider} would ask whether you want to pay <strong>${amount}</strong> for
  <strong>${order}</strong> ${what}. This is the sandbox: choose what happens.</p>
<ul class="doors">
  ${choices.map(({ choice, word, means }) => html`<li><a href="${link(choice)}">${word}</a> – ${means}</li>`)}
</ul>`,
  )
}

/** Where a token names nothing, or has run out. */
export function expiredPage(provider: string): Html {
  return page(
    `Pay with ${provider}`,
    '',
    html`<p class="lead">This payment has expired. Go back to the shop and order again; nothing was charged.</p>`,
  )
}
