/**
 * PayPal's page for an order with a shipping callback: the payer chooses an address, PayPal asks the shop for the total
 * there, and shows it or the reason of a refusal. As at PayPal, the first address is chosen when the page opens.
 */
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { secondsNow } from '../clock.ts'
import { dollars } from '../dollars.ts'
import type { Env } from '../env.ts'
import { page } from '../pages/page.ts'
import { centsOf } from './amount.ts'
import { findOrder, saveOrder } from './operations.ts'
import { type Payer, type StoredOrder, updateShipping } from './order.ts'

const CALLBACK_TIMEOUT = 10_000

const DANA = { name: { given_name: 'Dana', surname: 'Whitfield' }, email_address: 'dana@whitfield.example' }
const PHONE = { phone_number: { national_number: '3125550186' } }
const US = { country_code: 'US' }

/** The address book of the payer: one address of each kind that a shop must handle. */
const ADDRESS_BOOK: Readonly<Record<string, { label: string; payer: Payer }>> = {
  chicago: {
    label: '1458 N Wood St, Chicago, IL 60622',
    payer: {
      ...{ ...DANA, ...PHONE },
      address: {
        ...{ address_line_1: '1458 N Wood St', admin_area_2: 'Chicago' },
        ...{ admin_area_1: 'IL', postal_code: '60622', ...US },
      },
    },
  },
  austin: {
    label: '1100 Congress Ave, Austin, TX 78701',
    payer: {
      ...{ ...DANA, ...PHONE },
      address: {
        ...{ address_line_1: '1100 Congress Ave', admin_area_2: 'Austin' },
        ...{ admin_area_1: 'TX', postal_code: '78701', ...US },
      },
    },
  },
  honolulu: {
    label: '415 S Beretania St, Honolulu, HI 96813',
    payer: {
      ...{ ...DANA, ...PHONE },
      address: {
        ...{ address_line_1: '415 S Beretania St', admin_area_2: 'Honolulu' },
        ...{ admin_area_1: 'HI', postal_code: '96813', ...US },
      },
    },
  },
  mismatch: {
    label: '1458 N Wood St, Chicago, TX 60622, with the wrong state',
    payer: {
      ...{ ...DANA, ...PHONE },
      address: {
        ...{ address_line_1: '1458 N Wood St', admin_area_2: 'Chicago' },
        ...{ admin_area_1: 'TX', postal_code: '60622', ...US },
      },
    },
  },
  'no-phone': {
    label: '1458 N Wood St, Chicago, IL 60622, without a phone number',
    payer: {
      ...DANA,
      address: {
        ...{ address_line_1: '1458 N Wood St', admin_area_2: 'Chicago' },
        ...{ admin_area_1: 'IL', postal_code: '60622', ...US },
      },
    },
  },
}

const ISSUES: Readonly<Record<string, string>> = {
  ADDRESS_ERROR: 'Your order can’t be shipped to this address.',
  COUNTRY_ERROR: 'Your order can’t be shipped to this country.',
  STATE_ERROR: 'Your order can’t be shipped to this state.',
  ZIP_ERROR: 'Your order can’t be shipped to this ZIP code.',
  METHOD_UNAVAILABLE: 'The shipping method isn’t available.',
  STORE_UNAVAILABLE: 'Part of your order isn’t available at this store.',
}

type Choices = readonly { choice: string; label: string; effect: string }[]

/** Answers with the page; `null` when the order has no callback or the payer has decided. */
export async function expressPage(c: Context<{ Bindings: Env }>, choices: Choices): Promise<Response | null> {
  const { ledger } = c.env
  const token = c.req.query('token') ?? ''
  const stored = findOrder(ledger.records, token, secondsNow())
  const url = stored?.context.order_update_callback_config?.callback_url
  if (c.req.query('choice') !== undefined || !stored || !url) return null
  if (stored.order.status !== 'PAYER_ACTION_REQUIRED') return null
  const key = c.req.query('address') ?? 'chicago'
  const { payer } = ADDRESS_BOOK[key] ?? ADDRESS_BOOK.chicago ?? {}
  if (!payer) return null
  const asked = await askShop(url, stored, payer)
  if ('stored' in asked) saveOrder(ledger.records, asked.stored)
  const link = (more: string) => `?token=${token}&${more}`
  const addresses = Object.entries(ADDRESS_BOOK).map(([name, { label }]) => {
    const current = name === key ? raw('aria-current="true"') : ''
    return html`<li><a href="${link(`address=${name}`)}" ${current}>${label}</a></li>`
  })
  const decision =
    'stored' in asked
      ? html`<p class="lead" role="status">Total <strong>${dollarsOf(asked.stored)}</strong>. ${asked.option}</p>
<ul class="doors">
  ${choices.map(({ choice, label, effect }) => html`<li><a href="${link(`choice=${choice}`)}">${label}</a> – ${effect}</li>`)}
</ul>`
      : html`<p class="lead" role="status">${asked.problem}</p>
<ul class="doors"><li><a href="${link('choice=cancel')}">Cancel</a> – back to the shop, without paying</li></ul>`
  const main = html`<p class="lead">Here PayPal would show the shopper’s addresses. This is the sandbox: choose one.</p>
<ul class="doors">${addresses}</ul>
${decision}`
  return c.html(page('Pay with PayPal', '', main))
}

function dollarsOf({ order }: StoredOrder): string {
  return dollars(centsOf(order.purchase_units[0].amount))
}

/** Asks the shop for the total at the payer's address, as PayPal does on its page. */
async function askShop(
  url: string,
  stored: StoredOrder,
  { address, ...account }: Payer,
): Promise<{ stored: StoredOrder; option: string } | { problem: string }> {
  const { order } = stored
  const { address_line_1: _, ...shipping_address } = address
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: order.id, shipping_address, purchase_units: order.purchase_units }),
      redirect: 'manual',
      signal: AbortSignal.timeout(CALLBACK_TIMEOUT),
    })
    const answer = (await response.json()) as { details?: { issue?: string }[] }
    const updated = response.ok ? updateShipping(stored, answer, { address, ...account }) : null
    const issue = answer.details?.[0]?.issue ?? ''
    return updated ?? { problem: ISSUES[issue] ?? 'The shop didn’t answer with a total.' }
  } catch {
    return { problem: 'The shop didn’t answer with a total.' }
  }
}
