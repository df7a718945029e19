/** What staff do with an order in the middle of a shopper's journey, and the links of the mails about it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { shopUrl } from './shop.ts'
import { signInAsStaff } from './staff-passkey.ts'

/** Signs a staff member in with the cookies of `page`, and returns a function that sends one of the order's forms. */
export async function openCounter(
  page: Page,
  number: string,
): Promise<(fields: Record<string, string>) => Promise<void>> {
  const desk = await page.context().newPage()
  await signInAsStaff(desk, 'owner')
  await desk.close()
  const headers = { 'Sec-Fetch-Site': 'same-origin', Origin: shopUrl }
  return async (fields) => {
    const form = { order: number, ...fields }
    const answer = await page.request.post(`${shopUrl}/staff/form/`, { form, headers, maxRedirects: 0 })
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
