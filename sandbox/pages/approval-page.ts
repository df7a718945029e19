import type { Context, Handler } from 'hono'
import { html } from 'hono/html'
import type { Env } from '../env.ts'
import type { Ledger } from '../ledger.ts'
import { type Html, page } from './page.ts'

/** A checkout that waits for its shopper. */
export interface OpenCheckout {
  /** `$129.99`. */
  amount: string
  order: string
  decided: boolean
}

interface Approval<Choice extends string> {
  provider: string
  /** What would be agreed to here, as the end of a sentence. */
  what: string
  choices: readonly { choice: Choice; word: string; means: string }[]
  /** Returns the checkout's name in the address of this page. */
  read(c: Context): string
  /** Returns what the page asks about; `null` when the name is unknown or has run out. */
  find(ledger: Ledger, name: string): OpenCheckout | null
  /** Writes down what was decided; the address that leads back to the shop, `null` when there is nothing to decide. */
  decide(ledger: Ledger, name: string, choice: Choice): string | null
}

/** Handles a provider's own page, where the shopper decides. */
export function approvalHandler<Choice extends string>(
  approval: Approval<Choice>,
): Handler<{ Bindings: Env }> {
  const { provider, choices } = approval
  return (c) => {
    const { ledger } = c.env
    const name = approval.read(c)
    const choice = choices.find((known) => known.choice === c.req.query('choice'))?.choice
    const back = choice ? approval.decide(ledger, name, choice) : null
    if (back) return c.redirect(back, 302)
    const open = approval.find(ledger, name)
    const query = new URL(c.req.url).searchParams
    const main = open ? questionOf(approval, open, query) : EXPIRED
    return c.html(page(`Pay with ${provider}`, '', main), open ? 200 : 410)
  }
}

// Links, because a form's redirect to the shop would fall under this page's `form-action`.
function questionOf<Choice extends string>(
  { provider, what, choices }: Approval<Choice>,
  { amount, order, decided }: OpenCheckout,
  query: URLSearchParams,
): Html {
  const link = (choice: string) => {
    const chosen = new URLSearchParams(query)
    chosen.set('choice', choice)
    return `?${chosen}`
  }
  return decided
    ? html`<p class="lead">This was decided already. Go back to the shop.</p>`
    : html`<p class="lead">Here ${provider} would ask whether you want to pay <strong>${amount}</strong> for
  <strong>${order}</strong> ${what}. This is the sandbox: choose what happens.</p>
<ul class="doors">
  ${choices.map(({ choice, word, means }) => html`<li><a href="${link(choice)}">${word}</a> – ${means}</li>`)}
</ul>`
}

const EXPIRED = html`<p class="lead">This payment has expired. Go back to the shop and order again; nothing was charged.</p>`
