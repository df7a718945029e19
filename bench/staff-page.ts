/** Requests pages of the back office as its owner, and times them. */
import { Agent, get } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { openStaffSession } from '../worker/identity/staff/testing/staff.harness.ts'
import { retryFetch } from './retry.ts'

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 })

/** Opens a session of the owner and returns the headers of its requests. */
export async function ownerHeaders(db: D1Database): Promise<Record<string, string>> {
  const { secret } = await openStaffSession(db, 'owner')
  return { Cookie: `__Host-staff=${secret}`, 'X-Forwarded-Proto': 'https' }
}

/** Sends a form of the back office and returns the address that follows; a refused form is an error. */
export function sendForm(
  url: string,
  headers: Record<string, string>,
  fields: readonly (readonly [string, string])[],
): Promise<string> {
  const body = new URLSearchParams([
    ['key', crypto.randomUUID()],
    ...fields.map(([name, value]) => [name, value]),
  ])
  const init = { method: 'POST', body, headers: { ...headers, 'Sec-Fetch-Site': 'same-origin' } } as const
  // A repeated key is the same form.
  return retryFetch(url, { ...init, redirect: 'manual' }, async (reply) => {
    const text = await reply.text()
    if (reply.status !== 303) throw new Error(`${url} answers ${reply.status}: ${text.slice(0, 300)}`)
    return reply.headers.get('Location') ?? ''
  })
}

/** Opens an empty page of a phone on which the owner is signed in. */
export async function openOwnerPhone(browser: Browser, url: string, db: D1Database): Promise<Page> {
  const { secret } = await openStaffSession(db, 'owner')
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true })
  const { hostname: domain } = new URL(url)
  const cookie = { domain, path: '/', secure: true, httpOnly: true }
  await context.addCookies([{ name: '__Host-staff', value: secret, ...cookie }])
  return context.newPage()
}

/** Returns the milliseconds of a page, or the redirect to the page of one unit, on a connection that stays open. */
export function timePage(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    get(url, { agent: AGENT, headers }, (reply) => {
      if (![200, 302].includes(reply.statusCode ?? 0)) reject(new Error(`${url} answers ${reply.statusCode}`))
      reply.resume()
      reply.on('end', () => resolve(performance.now() - began))
      reply.on('error', reject)
    }).on('error', reject)
  })
}
