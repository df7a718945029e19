import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { STAFF_ACCOUNT_MESSAGES as M } from '../../../schema/staff/account-forms.api.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

beforeAll(openShop)
let casey: Browser
let id = 0
beforeEach(async () => {
  await env.DB.exec('DELETE FROM staff')
  casey = new Browser()
  id = await casey.signInAsStaff('counter')
  await addPasskey('passkey-a')
})

const addPasskey = (key: string) =>
  env.DB.prepare("INSERT INTO staff_passkey VALUES (?, ?, x'00', 0, '[]', 'Phone', 1, 1)").bind(key, id).run()
const post = (who: Browser, fields: Record<string, string>, form = 'me') =>
  who.fetch(`/staff/${form}/form/`, { method: 'POST', body: new URLSearchParams(fields) })
const page = async (who: Browser) => (await who.fetch('/staff/me/')).text()

test('[H14a] passkeys are renamed and removed, but never the last one, also by two requests at once', async () => {
  await addPasskey('passkey-b')
  await post(casey, { action: 'rename-passkey', passkey: 'passkey-a', label: 'Work phone' })
  expect(await page(casey)).toContain('<b>Work phone</b>')
  await Promise.all(
    ['passkey-a', 'passkey-b'].map((passkey) => post(casey, { action: 'remove-passkey', passkey })),
  )
  expect(await env.DB.prepare('SELECT count(*) AS n FROM staff_passkey').first()).toEqual({ n: 1 })
  const [left] = (await env.DB.prepare('SELECT id FROM staff_passkey').all<{ id: string }>()).results
  await post(casey, { action: 'remove-passkey', passkey: left?.id ?? '' })
  expect(await page(casey)).toContain(M.lastPasskey)
})

test('[H14a] nobody changes the passkeys and sessions of another person', async () => {
  await addPasskey('passkey-b')
  const sessionOfCasey = await env.DB.prepare('SELECT id FROM staff_session').first<string>('id')
  const other = new Browser()
  await other.signInAsStaff('owner')
  await post(other, { action: 'rename-passkey', passkey: 'passkey-a', label: 'Stolen' })
  await post(other, { action: 'remove-passkey', passkey: 'passkey-a' })
  await post(other, { action: 'end-session', session: sessionOfCasey ?? '' })
  expect(await page(casey)).not.toContain('Stolen')
  expect(await env.DB.prepare('SELECT count(*) AS n FROM staff_passkey').first()).toEqual({ n: 2 })
  expect((await casey.fetch('/staff/')).status).toBe(200)
})

test('[H14a] ten recovery codes are shown once, stored as hashes, and each opens one new passkey', async () => {
  const html = await (await post(casey, { action: 'codes' })).text()
  const codes = [...html.matchAll(/<li>([\w-]{19})<\/li>/g)].map(([, code = '']) => code)
  expect(new Set(codes).size).toBe(10)
  expect(await page(casey)).toContain('10 of 10 left')
  const rows = JSON.stringify((await env.DB.prepare('SELECT * FROM staff_recovery_code').all()).results)
  for (const code of codes)
    expect([rows.includes(code), (await page(casey)).includes(code)]).toEqual([false, false])
  const lost = new Browser()
  const fields = { action: 'recover', email: 'Counter@shop.example', code: codes[3]?.toUpperCase() ?? '' }
  const first = await post(lost, fields, 'sign-in')
  expect(first.headers.get('Location')).toMatch(/^\/staff\/join\/#[\w-]{43}$/)
  const invitation = first.headers.get('Location')?.split('#')[1]
  const body = JSON.stringify({ invitation })
  const begun = await lost.fetch('/api/ext/staff/passkeys/begin', { method: 'POST', body })
  expect(begun.status).toBe(200)
  const again = await post(lost, fields, 'sign-in')
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('Each code works once')])
  expect(await page(casey)).toContain('9 of 10 left')
  // Another person’s code does not open this account.
  const foreign = { action: 'recover', email: 'owner@shop.example', code: codes[4] ?? '' }
  expect((await post(lost, foreign, 'sign-in')).status).toBe(422)
})

test('[H14a] a device is signed out alone, and all others at once', async () => {
  const [tablet, laptop] = [new Browser(), new Browser()]
  await tablet.signInAsStaff('counter')
  await laptop.signInAsStaff('counter')
  const html = await page(casey)
  expect(html).toContain('Chicago, IL')
  const [, session = ''] = /name="session" value="([0-9a-f]{64})"/.exec(html) ?? []
  await post(casey, { action: 'end-session', session })
  const status = async () => [(await tablet.fetch('/staff/')).status, (await laptop.fetch('/staff/')).status]
  expect((await status()).sort()).toEqual([200, 303])
  await post(casey, { action: 'end-others' })
  expect(await status()).toEqual([303, 303])
  expect((await casey.fetch('/staff/')).status).toBe(200)
})

test('[H14a] codes, a PIN and a removed passkey need a passkey of the last ten minutes', async () => {
  const stolen = new Browser()
  await stolen.signInAsStaff('counter', { verifiedAt: Date.now() - 11 * 60_000 })
  for (const fields of [
    { action: 'codes' },
    { action: 'pin', pin: '123456' },
    { action: 'remove-passkey', passkey: 'passkey-a' },
  ])
    expect((await post(stolen, fields)).status).toBe(403)
  const begun = await stolen.fetch('/api/ext/staff/passkeys/begin', { method: 'POST', body: '{}' })
  expect(begun.status).toBe(403)
})

test('[H14a] colors follow the person’s choice', async () => {
  expect(await page(casey)).toContain('<html lang="en" data-page="staff">')
  await post(casey, { action: 'display', theme: 'dark' })
  expect(await page(casey)).toContain('data-theme="dark"')
})

test('[H14b] own passkeys, codes, PIN and devices are in the audit log, without codes and PIN', async () => {
  const since = await env.DB.prepare('SELECT coalesce(max(id), 0) AS id FROM audit_log').first<number>('id')
  await addPasskey('passkey-b')
  await post(casey, { action: 'rename-passkey', passkey: 'passkey-a', label: 'Work phone' })
  await post(casey, { action: 'remove-passkey', passkey: 'passkey-a' })
  await post(casey, { action: 'remove-passkey', passkey: 'passkey-b' })
  const html = await (await post(casey, { action: 'codes' })).text()
  const codes = [...html.matchAll(/<li>([\w-]{19})<\/li>/g)].map(([, code = '']) => code)
  const used = { action: 'recover', email: 'counter@shop.example', code: codes[0] ?? '' }
  await post(new Browser(), used, 'sign-in')
  await post(new Browser(), used, 'sign-in')
  await post(casey, { action: 'pin', pin: '271828' })
  await post(casey, { action: 'end-others' })
  const { results: rows } = await env.DB.prepare('SELECT * FROM audit_log WHERE id > ? ORDER BY id')
    .bind(since)
    .all<Record<string, string>>()
  expect(rows.map(({ kind, record, record_id }) => [kind, record, record_id])).toEqual(
    ['rename-passkey', 'remove-passkey', 'codes', 'code-used', 'pin', 'end-sessions'].map((kind) => [
      ...[kind, 'person', String(id)],
    ]),
  )
  expect(rows[1]).toMatchObject({ before: '{"passkey":"Work phone"}', after: '{"passkey":null}' })
  const log = JSON.stringify(rows)
  for (const secret of [...codes, '271828', 'passkey-a']) expect(log).not.toContain(secret)
})
