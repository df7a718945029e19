import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { STAFF_SIGN_IN_MESSAGES } from '../../../schema/staff/passkey.api.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { Authenticator } from '../../identity/staff/testing/authenticator.harness.ts'
import { hashToken, newSecretToken } from '../../platform/security/secret-token.ts'

const HOURS_48 = 48 * 3_600_000
let casey = 0

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM staff')
  casey =
    (await env.DB.prepare(
      "INSERT INTO staff (name, email, role, created_at) VALUES ('Casey', 'casey@shop.example', 'yard', 0) RETURNING id",
    ).first<number>('id')) ?? 0
})

async function invite(): Promise<string> {
  const token = newSecretToken()
  await env.DB.prepare('INSERT OR REPLACE INTO staff_invitation VALUES (?, ?, ?, ?)')
    .bind(hashToken(token), casey, Date.now(), Date.now() + HOURS_48)
    .run()
  return token
}

async function ask(who: Browser, path: string, body: object = {}) {
  const response = await who.fetch(`/api/ext/staff/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const { code, result } = await response.json<{ code: number; result: never }>()
  return { code, result }
}

async function join(who: Browser, phone: Authenticator, invitation: string) {
  const begun = await ask(who, 'passkeys/begin', { invitation })
  if (begun.code !== 200) return begun
  return ask(who, 'passkeys/finish', {
    invitation,
    label: 'Phone',
    response: await phone.create(begun.result),
  })
}

test('[H14] a link lets its owner add a passkey once, which signs in from then on', async () => {
  const [phone, first, later] = [new Authenticator(SITE), new Browser(), new Browser()]
  const link = await invite()
  expect(await join(first, phone, link)).toEqual({ code: 200, result: true })
  expect(first.cookies.has('__Host-staff')).toBe(true)
  expect(await join(new Browser(), new Authenticator(SITE), link)).toEqual({
    code: 404,
    result: STAFF_SIGN_IN_MESSAGES.link,
  })
  const { result } = await ask(later, 'sign-in/begin')
  const response = await phone.get(result)
  expect(await ask(later, 'sign-in/finish', { response })).toEqual({ code: 200, result: true })
  expect(await ask(later, 'sign-in/finish', { response })).toMatchObject({ code: 401 })
  // Signed in, a second passkey needs no link.
  const tablet = new Authenticator(SITE)
  const begun = await ask(later, 'passkeys/begin')
  const added = { label: 'Tablet', response: await tablet.create(begun.result) }
  expect(await ask(later, 'passkeys/finish', added)).toEqual({ code: 200, result: true })
  expect(await ask(later, 'sign-out')).toEqual({ code: 200, result: true })
  expect(await ask(later, 'passkeys/begin')).toMatchObject({ code: 404 })
})

test('[H14] another site, a stranger’s passkey and wrong bodies are refused', async () => {
  const [stranger, shopper] = [new Authenticator(SITE), new Browser()]
  await stranger.create({ challenge: 'x'.repeat(43) } as never)
  const { result } = await ask(shopper, 'sign-in/begin')
  expect(await ask(shopper, 'sign-in/finish', { response: await stranger.get(result) })).toEqual({
    code: 401,
    result: STAFF_SIGN_IN_MESSAGES.passkey,
  })
  for (const body of [{}, { response: 'x' }, { response: { id: '<b>' } }])
    expect(await ask(shopper, 'sign-in/finish', body)).toMatchObject({ code: 400 })
  const foreign = await shopper.send(
    '/api/ext/staff/sign-in/begin',
    { method: 'POST', body: '{}' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  )
  expect(foreign.status).toBe(403)
})
