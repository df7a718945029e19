import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { beginRegistration, beginSignIn, finishRegistration, finishSignIn } from './passkey.ts'
import { addPasskey, findPasskey, recordPasskeyUse, type StaffAccount } from './staff-account.sql.ts'
import { Authenticator } from './testing/authenticator.harness.ts'

const SITE = { name: 'Treadline', host: 'shop.example', origin: 'https://shop.example' }
const NOW = Date.UTC(2026, 10, 24)
let casey: StaffAccount
let phone: Authenticator

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS))
beforeEach(async () => {
  await env.DB.exec('DELETE FROM staff')
  const row = await env.DB.prepare(
    "INSERT INTO staff (name, email, role, created_at) VALUES ('Casey', 'casey@shop.example', 'yard', 0) RETURNING id, name, email, role",
  ).first<StaffAccount>()
  if (!row) throw new Error('no staff')
  casey = row
  phone = new Authenticator(SITE.origin)
})

const session = (id: string) => ({
  id,
  staffId: casey.id,
  device: 'Chrome on Android',
  place: 'Chicago, IL',
  now: NOW,
  expiresAt: NOW + MINUTE_MS,
})

const log = () => sql`select 1`

async function register(device = phone, now = NOW) {
  const options = await beginRegistration(env.DB, SITE, casey, now)
  const response = await device.create(options)
  return {
    response,
    passkey: await finishRegistration(env.DB, SITE, casey, { response, label: 'Phone', now }),
  }
}

async function registered() {
  const { passkey } = await register()
  if (!passkey) throw new Error('no passkey')
  expect(await addPasskey(env.DB, { passkey, invitation: null, session: null, now: NOW, log })).toBe(true)
  return passkey
}

test('[H14] a passkey that was added signs in, once per challenge', async () => {
  await registered()
  const response = await phone.get(await beginSignIn(env.DB, SITE, NOW))
  const signedIn = await finishSignIn(env.DB, SITE, response, NOW)
  expect(signedIn).toMatchObject({ owner: casey, counter: 1 })
  if (!signedIn) throw new Error('not signed in')
  await recordPasskeyUse(env.DB, { id: signedIn.passkey.id, counter: 1, session: session('one'), now: NOW })
  expect(await finishSignIn(env.DB, SITE, response, NOW)).toBeNull()
  expect((await findPasskey(env.DB, signedIn.passkey.id))?.passkey.counter).toBe(1)
  const { results } = await env.DB.prepare('SELECT id, staff_id AS staffId FROM staff_session').all()
  expect(results).toEqual([{ id: 'one', staffId: casey.id }])
})

test('[H14] an answer for another site, a late one, and one of a passkey that was copied are refused', async () => {
  await registered()
  const phishing = new Authenticator('https://shop.example.evil')
  await phishing.create(await beginRegistration(env.DB, SITE, casey, NOW))
  expect(
    await finishSignIn(env.DB, SITE, await phishing.get(await beginSignIn(env.DB, SITE, NOW)), NOW),
  ).toBeNull()
  const late = await phone.get(await beginSignIn(env.DB, SITE, NOW))
  expect(await finishSignIn(env.DB, SITE, late, NOW + 5 * MINUTE_MS)).toBeNull()
  await env.DB.exec('UPDATE staff_passkey SET counter = 50')
  const copied = await phone.get(await beginSignIn(env.DB, SITE, NOW))
  expect(await finishSignIn(env.DB, SITE, copied, NOW)).toBeNull()
})

test('[H14] a challenge to add a passkey is not one to sign in, and belongs to its person', async () => {
  await registered()
  const options = await beginRegistration(env.DB, SITE, casey, NOW)
  const answer = await phone.get({ ...options, rpId: SITE.host } as never)
  expect(await finishSignIn(env.DB, SITE, answer, NOW)).toBeNull()
  const other = new Authenticator(SITE.origin)
  const response = await other.create(await beginRegistration(env.DB, SITE, casey, NOW))
  const stranger = { ...casey, id: casey.id + 1 }
  expect(await finishRegistration(env.DB, SITE, stranger, { response, label: '', now: NOW })).toBeNull()
})

test('[H14] an invitation adds one passkey, also when its link is used twice at once', async () => {
  await env.DB.prepare('INSERT INTO staff_invitation VALUES (?, ?, 0, ?)')
    .bind('link', casey.id, NOW + 1)
    .run()
  const both = [await register(), await register(new Authenticator(SITE.origin))]
  const added = await Promise.all(
    both.map(({ passkey }, at) =>
      passkey
        ? addPasskey(env.DB, { passkey, invitation: 'link', session: session(`s${at}`), now: NOW, log })
        : Promise.resolve(false),
    ),
  )
  expect(added.filter(Boolean)).toHaveLength(1)
  const count = (table: string) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n')
  expect([
    await count('staff_passkey'),
    await count('staff_session'),
    await count('staff_invitation'),
  ]).toEqual([1, 1, 0])
})

test('[H14] somebody who has left cannot sign in', async () => {
  await registered()
  const response = await phone.get(await beginSignIn(env.DB, SITE, NOW))
  await env.DB.prepare('UPDATE staff SET ended_at = ?').bind(NOW).run()
  expect(await finishSignIn(env.DB, SITE, response, NOW)).toBeNull()
})
