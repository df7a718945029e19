/** Customers and browsers for tests: forms like those of the shop's pages, and calls like those of API clients. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { SessionRole } from '../../../schema/identity/staff/permissions.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { expectDescribed } from '../../compat/calls/testing/openapi-conformance.harness.ts'
import { lastStaffText } from '../../identity/staff/current-staff.ts'
import { openStaffSession } from '../../identity/staff/testing/staff.harness.ts'
import { loadCustomers } from '../../platform/testing/customers.fixture.ts'

export const SITE = 'https://shop.example'
export const RILEY = { email: 'riley@example.com', password: 'tread-and-true-26' }

/** Mails stay in the outbox, where tests read them; nothing is queued. */
const BINDINGS = { ...env, OUTBOX: { sendBatch: async () => {} } }

export async function openShop(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadCustomers(env.DB)
}

let networks = 0

export function newNetwork(): string {
  networks += 1
  return `10.${(networks >> 8) & 255}.${networks & 255}.7`
}

/** A browser, which stores cookies and sends its forms from pages of the shop. */
export class Browser {
  cookies = new Map<string, string>()
  /** A network of its own, so that rate limits of other browsers do not apply. */
  network = newNetwork()
  readonly bindings: object

  constructor(bindings: object = {}) {
    this.bindings = { ...BINDINGS, ...bindings }
  }

  /** Sends a request from a page of the shop. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ 'Sec-Fetch-Site': 'same-origin' })
    new Headers(init.headers).forEach((value, name) => {
      headers.set(name, value)
    })
    return this.send(path, init, headers)
  }

  /** Sends a request with only these headers and the cookies. */
  async send(path: string, init: RequestInit, ownHeaders: HeadersInit): Promise<Response> {
    const headers = new Headers({ 'User-Agent': 'Test/1.0 (X11)', 'CF-Connecting-IP': this.network })
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    new Headers(ownHeaders).forEach((value, name) => {
      headers.set(name, value)
    })
    const response = await app.request(
      `${SITE}${path}`,
      { ...init, headers },
      this.bindings,
      createExecutionContext(),
    )
    await expectDescribed(init.method ?? 'GET', path.replace(/[?#].*$/, ''), response)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  form(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.fetch('/account/form/', { method: 'POST', body: new URLSearchParams(fields), headers })
  }

  /** Gives this browser a session of the staff member with this role; returns their id. */
  async signInAsStaff(
    role: SessionRole = 'owner',
    times: { now?: number; verifiedAt?: number } = {},
  ): Promise<number> {
    const { staffId, secret } = await openStaffSession(env.DB, role, times)
    this.cookies.set('__Host-staff', secret)
    this.cookies.set('__Host-staff-last', lastStaffText(env.SESSION_SECRET, staffId))
    return staffId
  }

  signIn({ email, password } = RILEY): Promise<Response> {
    return this.form({ action: 'sign-in', emailAddress: email, password })
  }
}

/** Calls the API. The status of the response must equal the code of its envelope. */
export async function call<Result>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply<Result>> {
  const init: RequestInit = {
    method,
    headers: { 'User-Agent': 'Client/1.0', 'CF-Connecting-IP': newNetwork(), ...headers },
  }
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await app.request(`${SITE}/api/${path}`, init, BINDINGS, createExecutionContext())
  await expectDescribed(method, `/api/${path}`.replace(/[?#].*$/, ''), response)
  const reply = await response.json<Reply<Result>>()
  if (response.status !== reply.code)
    throw new Error(`${path}: status ${response.status}, code ${reply.code}`)
  return reply
}

/** Signs in a client of the API and returns its tokens. */
export async function signInThroughApi({
  email,
  password,
} = RILEY): Promise<{ token: string; refreshToken: string }> {
  const { result, meta } = await call<string>('POST', 'user/login', { username: email, password })
  return { token: result, refreshToken: String(meta?.refreshToken) }
}
