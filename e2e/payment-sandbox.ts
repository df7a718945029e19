/** Reads charges from the sandbox and scripts its faults. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const KEY = 'sk_test_treadline_sandbox'

export interface Payment {
  id: string
  status: string
  amount_received: number
  receipt_email: string | null
  metadata: { order_number?: string }
}

/** Replaces a part of Stripe's script on this page. */
export async function editStripe(page: Page, sandboxUrl: string, from: string, to: string): Promise<void> {
  await page.route(`${sandboxUrl}/v3/`, async (route) => {
    const script = await (await route.fetch()).text()
    expect(script).toContain(from)
    await route.fulfill({ contentType: 'text/javascript', body: script.replace(from, to) })
  })
}

/** Returns all payment intents for an e-mail address, newest first. */
export async function paymentsOf(sandboxUrl: string, email: string): Promise<Payment[]> {
  const response = await fetch(`${sandboxUrl}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: Payment[] }
  return data.filter((payment) => payment.receipt_email === email)
}

/** Returns the payments that were charged. */
export async function chargesOf(sandboxUrl: string, email: string): Promise<Payment[]> {
  return (await paymentsOf(sandboxUrl, email)).filter(({ status }) => status === 'succeeded')
}

/** Scripts a fault (sandbox/README.md). */
export async function addFault(sandboxUrl: string, fault: Record<string, string | number>): Promise<void> {
  const response = await post(`${sandboxUrl}/control/faults`, fault)
  expect(response.status, await response.text()).toBe(201)
}

export async function faultsLeft(sandboxUrl: string): Promise<number> {
  const response = await fetch(`${sandboxUrl}/control/faults`)
  return ((await response.json()) as { faults: unknown[] }).faults.length
}

export async function clearFaults(sandboxUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' })
}

/** Stops the provider's webhooks. */
export async function sendNoEvents(sandboxUrl: string): Promise<void> {
  expect((await post(`${sandboxUrl}/control/webhook`, { url: '' })).status).toBe(200)
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Creates a confirmation token of a valid card without a page. */
export async function newCardToken(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}
