import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  Browser,
  call,
  openShop,
  RILEY,
  SITE,
  signInThroughApi,
} from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { handleCron } from '../../cron.ts'
import { issueAccessToken } from './access-token.ts'

beforeAll(openShop)

const SECRET = 'sessions of the tests, long enough'
const key = (label = 'access-token', secret = SECRET) => createHmac('sha256', secret).update(label).digest()
const me = async (token: string, headers: Record<string, string> = {}) =>
  (await call('GET', `user/me?token=${encodeURIComponent(token)}`, undefined, headers)).code

function config() {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('the tests are configured')
  return parsed.config
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Signs a token like the shop's own, with changed claims, key or header. */
function token(sid: string, change: Record<string, unknown> = {}, signing = key(), header: object = {}) {
  const { sub = '1', iss = SITE, aud = 'wire', exp = '5m', ...more } = change
  return new SignJWT({ sid, ...more })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
    .setSubject(String(sub))
    .setIssuer(String(iss))
    .setAudience(String(aud))
    .setExpirationTime(exp as string | number)
    .sign(signing)
}

describe('[F1] [D1] an access token', () => {
  test('of a valid session grants access for 15 minutes', async () => {
    const { token: real } = await signInThroughApi()
    const { sid, exp, iat, sub, ...rest } = claimsOf(real)
    expect([exp - iat, sub]).toEqual([900, '1'])
    // The token contains no data of the customer.
    expect(Object.keys(rest).sort()).toEqual(['aud', 'iss'])
    expect(await me(await token(sid))).toBe(200)
    const old = await issueAccessToken(config(), { customerId: 1, sessionId: sid }, Date.now() - 901_000)
    expect(await me(old)).toBe(401)
  })

  test('that was changed, forged, unsigned or issued for another purpose grants no access', async () => {
    const { token: real, refreshToken } = await signInThroughApi()
    const { sid } = claimsOf(real)
    const [head = '', body = '', signature = ''] = real.split('.')
    const claims = claimsOf(real)
    const forged = [
      `${head}.${part({ ...claims, sub: '2' })}.${signature}`,
      `${part({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
      `${part({ alg: 'None', typ: 'at+jwt' })}.${body}.${signature}`,
      `${part({ alg: 'HS512', typ: 'at+jwt' })}.${body}.${signature}`,
      `${head}.${body}.`,
      `${head}.${body}`,
      await token(sid, {}, key('access-token', 'another secret')),
      await token(sid, {}, Buffer.from(SECRET)),
      await token(sid, {}, key('group-token')),
      await token(sid, { iss: 'https://evil.example' }),
      await token(sid, { aud: 'page' }),
      await token(sid, { exp: 1 }),
      await token(sid, { sub: '2' }),
      await token(sid, { sub: '1e0x' }),
      await token(sid, { nbf: Math.floor(Date.now() / 1000) + 600 }),
      await token(sid, {}, key(), { typ: 'JWT' }),
      await token('0'.repeat(64)),
      await token(`${sid}' OR 1=1 --`),
      refreshToken,
      'null null',
      'x'.repeat(5000),
    ]
    for (const one of forged) expect([one.slice(0, 80), await me(one)]).toEqual([one.slice(0, 80), 401])
    expect(await me(real)).toBe(200)
  })

  test('of a customer group grants no access', async () => {
    const { token: real } = await signInThroughApi()
    const { result } = await call<{ groupToken: string }>('GET', `user/me?token=${real}`)
    expect(await me(result.groupToken)).toBe(401)
  })

  test('of an ended session grants no access, and neither does its refresh token', async () => {
    const { token: real, refreshToken } = await signInThroughApi()
    await env.DB.prepare('DELETE FROM customer_session WHERE id = ?').bind(claimsOf(real).sid).run()
    expect(await me(real)).toBe(401)
    expect((await call('POST', 'user/refresh', { refreshToken })).code).toBe(401)
  })

  test('of a session that was not used for thirty days grants no access', async () => {
    const { token: real, refreshToken } = await signInThroughApi()
    await env.DB.prepare('UPDATE customer_session SET expires_at = ?1 WHERE id = ?2')
      .bind(Date.now() - 1, claimsOf(real).sid)
      .run()
    expect(await me(real)).toBe(401)
    expect((await call('POST', 'user/refresh', { refreshToken })).code).toBe(401)
  })

  test('grants no access after a password change, even with a refresh at the same moment', async () => {
    const customer = { email: 'race@example.com', firstname: 'Ada', lastname: 'Lane' }
    const password = 'rubber-meets-road'
    await call('POST', 'user/create', { customer, password })
    const { token: real, refreshToken } = await signInThroughApi({ email: customer.email, password })
    await Promise.all([
      call('POST', `user/change-password?token=${real}`, {
        currentPassword: password,
        newPassword: 'another-road',
      }),
      ...Array.from({ length: 5 }, () => call('POST', 'user/refresh', { refreshToken })),
    ])
    expect((await call('POST', 'user/refresh', { refreshToken })).code).toBe(401)
    expect(await me(real)).toBe(401)
  })
})

describe('[F1] a session cookie', () => {
  test('is no token, and a refresh token is no cookie', async () => {
    const browser = new Browser()
    await browser.signIn()
    const secret = browser.cookies.get('__Host-session') ?? ''
    expect(await me(secret)).toBe(401)
    expect((await call('POST', 'user/refresh', { refreshToken: secret })).code).toBe(401)
    const { refreshToken } = await signInThroughApi()
    const other = new Browser()
    other.cookies.set('__Host-session', refreshToken)
    expect((await other.fetch('/api/user/me')).status).toBe(401)
  })

  test('cannot be replaced by the key of the session’s row', async () => {
    const browser = new Browser()
    await browser.signIn()
    const { results } = await env.DB.prepare('SELECT id FROM customer_session').all<{ id: string }>()
    const stolen = new Browser()
    for (const { id } of results) {
      stolen.cookies.set('__Host-session', id)
      expect((await stolen.fetch('/api/user/me')).status).toBe(401)
    }
  })

  test('allows changes from pages of the shop only, also beside an invalid token', async () => {
    const browser = new Browser()
    await browser.signIn()
    const change = (headers: Record<string, string>, path = '/api/user/me') =>
      browser.fetch(path, { method: 'POST', body: '{"firstname":"Mallory"}', headers })
    for (const headers of [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: SITE },
    ] as Record<string, string>[]) {
      expect((await change(headers)).status).toBe(401)
    }
    expect((await change({}, '/api/user/me?token=broken')).status).toBe(401)
    expect((await change({})).status).toBe(200)
    const { result } = await (await browser.fetch('/api/user/me')).json<{ result: { firstname: string } }>()
    expect(result.firstname).toBe('Mallory')
    await browser.fetch('/api/user/me', { method: 'POST', body: '{"firstname":"Riley"}' })
  })

  test('makes replies that are not cached and not readable by other origins', async () => {
    const browser = new Browser()
    await browser.signIn()
    const response = await browser.fetch('/api/user/me', { headers: { Origin: 'https://evil.example' } })
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('of a deleted customer grants no access', async () => {
    const customer = { email: 'gone@example.com', firstname: 'Ada', lastname: 'Lane' }
    const password = 'rubber-meets-road'
    const { result } = await call<{ id: number }>('POST', 'user/create', { customer, password })
    const browser = new Browser()
    await browser.signIn({ email: customer.email, password })
    await env.DB.prepare('DELETE FROM customer WHERE id = ?').bind(result.id).run()
    expect((await browser.fetch('/api/user/me')).status).toBe(401)
  })

  test('is valid until its session ends; expired sessions and links are deleted every minute', async () => {
    const browser = new Browser()
    await browser.signIn()
    await env.DB.prepare('UPDATE customer_session SET expires_at = 1 WHERE customer_id <> 1').run()
    await env.DB.prepare("INSERT INTO password_reset VALUES ('old', 1, 0, 1)").run()
    await handleCron({ scheduledTime: Date.now() }, env)
    const left = await env.DB.prepare(
      'SELECT (SELECT count(*) FROM customer_session WHERE customer_id <> 1) + (SELECT count(*) FROM password_reset) AS n',
    ).first()
    expect(left).toEqual({ n: 0 })
    expect((await browser.fetch('/api/user/me')).status).toBe(200)
  })

  test('cannot be used to become staff', async () => {
    const { token } = await signInThroughApi(RILEY)
    await call('POST', `user/me?token=${token}`, { is_staff: true, isStaff: true, role: 'owner' })
    expect(await env.DB.prepare('SELECT count(*) AS n FROM staff').first()).toEqual({ n: 0 })
    expect((await call('GET', `ext/staff/reviews?token=${token}`)).code).toBe(401)
  })
})
