/** Payers of a link, for tests: they open it, pay by card or at a provider, and come back. The providers are the sandbox's. */
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { SANDBOX_KEYS } from '../../../../sandbox/testing/sandbox.harness.ts'
import { Browser } from '../../../account/testing/account.harness.ts'
import { StripeSandbox } from '../../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { PAY_LATER } from '../../../orders/payments/testing/pay-later.harness.ts'
import { type CounterStaff, draftOf } from './counter.harness.ts'

const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = SANDBOX_KEYS
const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID } = SANDBOX_KEYS
/** The variables of a shop with all providers. */
export const EVERY_PROVIDER = {
  ...{ STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...PAY_LATER },
  ...{ PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID },
  PAYPAL_API_URL: 'https://paypal.example',
}

export const newPhone = () => new Browser(EVERY_PROVIDER)

/** Replaces the network by the sandbox; the shop's objects read the same variables. */
export function openProviders(): StripeSandbox {
  Object.assign(env, EVERY_PROVIDER)
  const sandbox = new StripeSandbox()
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => sandbox.fetch(input, init))
  return sandbox
}

export const PAYER = {
  ...{ emailAddress: 'ada@example.com', firstName: 'Ada', lastName: 'Miller', phoneNumber: '312 555 0142' },
  ...{ streetAddress: '100 Main St', city: 'Dallas', state: 'TX', zipCode: '75201' },
}

/** Makes the pay link of a sale; returns its path and the page with its code. */
export async function linkOf(staff: CounterStaff, draft: string): Promise<{ href: string; page: string }> {
  await staff.change(draft, { action: 'link' })
  const page = await (await staff.fetch(`/staff/sell/${draft}/link`)).text()
  const [, href = ''] = /https:\/\/shop\.example(\/pay\/[^<"&%\s]+)/.exec(page) ?? []
  return { href, page }
}

/** Returns what the page of the link charges, in cents; 0 for a page that takes no payment. */
export async function dueOf(href: string): Promise<number> {
  const page = await (await newPhone().fetch(href)).text()
  return Number(/name="due" value="(\d+)"/.exec(page)?.[1] ?? 0)
}

export interface PayAnswer {
  code: string
  message: string
  orderNumber?: string
  action?: { redirectUrl: string }
}

/** Sends the form of a link as its page's script does; `fields` replace what an ordinary payer sends. */
export async function pay(
  href: string,
  draft: string,
  fields: Record<string, string>,
  visitor = newPhone(),
): Promise<PayAnswer> {
  const known = { version: String((await draftOf(draft)).version), due: String(await dueOf(href)) }
  const answer = await visitor.fetch(href, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...PAYER, ...known, action: 'pay', ...fields }),
  })
  return (await answer.json<{ result: PayAnswer }>()).result
}

/** Follows the address back from a provider; returns where the shop sends the payer. */
export async function comeBack(address: string, visitor = newPhone()): Promise<string> {
  return (await visitor.fetch(address)).headers.get('Location') ?? ''
}
