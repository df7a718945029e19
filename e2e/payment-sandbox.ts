/** The sandbox from a test's side: what was charged, and what shall go wrong. */
import { expect } from 'vitest'

const KEY = 'sk_test_treadline_sandbox'

export interface Payment {
  id: string
  status: string
  amount_received: number
  receipt_email: string | null
  metadata: { order_number?: string }
}

/** Everything that was ever asked of the card provider for this e-mail address, newest first. */
export async function paymentsOf(sandboxUrl: string, email: string): Promise<Payment[]> {
  const response = await fetch(`${sandboxUrl}/v1/payment_intents?limit=100`, {
    headers: { authorization: `Bearer ${KEY}` },
  })
  expect(response.status).toBe(200)
  const { data } = (await response.json()) as { data: Payment[] }
  return data.filter((payment) => payment.receipt_email === email)
}

/** Those that took money. */
export async function chargesOf(sandboxUrl: string, email: string): Promise<Payment[]> {
  return (await paymentsOf(sandboxUrl, email)).filter(({ status }) => status === 'succeeded')
}

/** Scripts a fault (sandbox/README.md). */
export async function breakNext(sandboxUrl: string, fault: Record<string, string | number>): Promise<void> {
  const response = await post(`${sandboxUrl}/control/faults`, fault)
  expect(response.status, await response.text()).toBe(201)
}

export async function faultsLeft(sandboxUrl: string): Promise<number> {
  const response = await fetch(`${sandboxUrl}/control/faults`)
  return ((await response.json()) as { faults: unknown[] }).faults.length
}

export async function repair(sandboxUrl: string): Promise<void> {
  await fetch(`${sandboxUrl}/control/faults`, { method: 'DELETE' })
}

/** The provider notifies the shop of nothing from now on. */
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

/** What the card fields give a page for a good card, made without a page. */
export async function newCardToken(sandboxUrl: string): Promise<string> {
  const response = await fetch(`${sandboxUrl}/v1/test_helpers/confirmation_tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
  })
  const { id } = (await response.json()) as { id: string }
  return id
}
