/** Requests pages of the back office as its owner, and times them. */
import { Agent, get } from 'node:http'
import { openStaffSession } from '../worker/identity/staff/testing/staff.harness.ts'

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 })

/** Opens a session of the owner and returns the headers of its requests. */
export async function ownerHeaders(db: D1Database): Promise<Record<string, string>> {
  const { secret } = await openStaffSession(db, 'owner')
  return { Cookie: `__Host-staff=${secret}`, 'X-Forwarded-Proto': 'https' }
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
