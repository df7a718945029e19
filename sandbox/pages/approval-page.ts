import type { Context, Handler } from 'hono'
import { html } from 'hono/html'
import type { Env } from '../env.ts'
import type { Ledger } from '../ledger.ts'
import { type Html, page } from './page.ts'

/** A checkout as its approval page shows it. */
export interface OpenCheckout {
  /** `$129.99`. */
  amount: string
  order: string
  decided: boolean
}

interface Approval<Choice extends string> {
  provider: string
  /** The terms of the payment, as the end of a sentence. */
  terms: string
  choices: readonly { choice: Choice; label: string; effect: string }[]
  /** Reads the name of the checkout from the page's address. */
  read(c: Context): string
  /** Returns the checkout; `null` when the name is unknown or expired. */
  find(ledger: Ledger, name: string): OpenCheckout | null
  /** Stores the choice; returns the address back to the shop, or `null` when nothing can be decided. */
  decide(ledger: Ledger, name: string, choice: Choice): string | null
}

/** Handles a provider's own page, on which the shopper decides. */
export function approvalHandler<Choice extends string>(
  approval: Approval<Choice>,
): Handler<{ Bindings: Env }> {
  const { provider, choices } = approval
  return (c) => {
    const { ledger } = c.env
    const name = approval.read(c)
    const choice = choices.find((known) => known.choice === c.req.query('choice'))?.choice
    const returnUrl = choice ? approval.decide(ledger, name, choice) : null
    if (returnUrl) return c.redirect(returnUrl, 302)
    const open = approval.find(ledger, name)
    const query = new URL(c.req.url).searchParams
    const main = open ? choicesOf(approval, open, query) : EXPIRED
    return c.html(page(`Pay with ${provider}`, '', main), open ? 200 : 410)
  }
}

// Links, because a form's redirect to the shop would violate this page's `form-action`.
function choicesOf<Choice extends string>(
  { provider, terms, choices }: Approval<Choice>,
  { amount, order, decided }: OpenCheckout,
  query: URLSearchParams,
): Html {
  const link = (choice: string) => {
    const chosen = new URLSearchParams(query)
    chosen.set('choice', choice)
    return `?${chosen}`
  }
  return decided
    ? html`<p class="lead">You’ve already answered this. Go back to the shop.</p>`
    : html`<p class="lead">Here ${provider} would ask whether you want to pay <strong>${amount}</strong> for
  <strong>${order}</strong> ${terms}. This is the sandbox: choose what happens.</p>
<ul class="doors">
  ${choices.map(({ choice, label, effect }) => html`<li><a href="${link(choice)}">${label}</a> – ${effect}</li>`)}
</ul>`
}

const EXPIRED = html`<p class="lead">This payment has expired. Nothing was charged. Go back to the shop and order again.</p>`
