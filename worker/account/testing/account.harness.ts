/** Customers and their browsers for tests: forms as our pages send them, calls as clients of the wire do. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { expectDescribed } from '../../compat/calls/testing/openapi-conformance.harness.ts'
import { loadCustomers } from '../../platform/testing/customers.fixture.ts'

export const SITE = 'https://shop.example'
export const RILEY = { email: 'riley@example.com', password: 'tread-and-true-26' }

/** Mails stay in the outbox, where tests look for them; nothing is queued. */
const BINDINGS = { ...env, OUTBOX: { send: async () => {}, sendBatch: async () => {} } }

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

/** A browser: it keeps cookies and says that its forms come from our pages. */
export class Browser {
  cookies = new Map<string, string>()
  /** Each from a network of its own, so that no limit of another is felt. */
  network = newNetwork()
  readonly bindings: object

  constructor(bindings: object = {}) {
    this.bindings = { ...BINDINGS, ...bindings }
  }

  /** From a page of ours. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const said = new Headers({ 'Sec-Fetch-Site': 'same-origin' })
    new Headers(init.headers).forEach((value, name) => {
      said.set(name, value)
    })
    return this.send(path, init, said)
  }

  /** With just these headers, and the cookies. */
  async send(path: string, init: RequestInit, said: HeadersInit): Promise<Response> {
    const headers = new Headers({ 'User-Agent': 'Test/1.0 (X11)', 'CF-Connecting-IP': this.network })
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    new Headers(said).forEach((value, name) => {
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

  signIn({ email, password } = RILEY): Promise<Response> {
    return this.form({ action: 'sign-in', emailAddress: email, password })
  }
}

/** One call of the wire; the status of the answer must be the code of its envelope. */
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

/** Tokens of a client of the wire that has signed in. */
export async function wireSignIn({
  email,
  password,
} = RILEY): Promise<{ token: string; refreshToken: string }> {
  const { result, meta } = await call<string>('POST', 'user/login', { username: email, password })
  return { token: result, refreshToken: String(meta?.refreshToken) }
}
