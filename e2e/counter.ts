/** What staff do with an order in the middle of a shopper's journey, and the links of the mails about it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shopUrl } from './shop.ts'

const COUNTER = { email: 'counter@example.com', password: 'torque-and-true-26' }

/** Signs a staff member in with the cookies of `page`, and returns a function that sends one of the order's forms. */
export async function openCounter(
  page: Page,
  number: string,
): Promise<(fields: Record<string, string>) => Promise<void>> {
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: shopUrl }
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${shopUrl}${path}`, { form, headers, maxRedirects: 0 })
  await post('/account/form/', {
    action: 'sign-in',
    emailAddress: COUNTER.email,
    password: COUNTER.password,
  })
  return async (fields) => {
    const answer = await post('/staff/form/', { order: number, ...fields })
    expect([answer.status(), answer.headers().location]).toEqual([303, `/staff/orders/${number}`])
  }
}

/** Returns the first link of a mail that leads below this address of the shop. */
export function linkIn(mail: { text?: string }, ending: string): string {
  const links = mail.text?.match(/https?:\/\/\S+/g) ?? []
  const found = links.find((link) => new URL(link).pathname.endsWith(ending))
  if (!found) throw new Error(`no link to …${ending}`)
  return shopUrl + new URL(found).pathname
}
