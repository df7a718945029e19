import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import { STAFF_ACCOUNT_MESSAGES as M } from '../../../schema/staff/account-forms.api.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { Authenticator } from '../../identity/staff/testing/authenticator.harness.ts'
import { makeApiKey } from '../api/testing/api-key.harness.ts'
import { hasDailySummary } from '../today/daily-summary.sql.ts'

const CHANGES = '/api/ext/staff/changes'
let owner: Browser
let ownerId = 0

beforeAll(openShop)
beforeEach(async () => {
  await env.DB.exec('DELETE FROM staff_phone')
  await env.DB.exec('DELETE FROM api_key')
  await env.DB.exec('DELETE FROM staff')
  await env.DB.exec('DELETE FROM outbox')
  owner = new Browser()
  ownerId = await owner.signInAsStaff('owner')
  await addPasskey(ownerId)
})

const addPasskey = (staffId: number) =>
  env.DB.prepare("INSERT INTO staff_passkey VALUES (?, ?, x'00', 0, '[]', 'Phone', 1, 1)")
    .bind(`passkey-of-${staffId}`, staffId)
    .run()

const post = (who: Browser, form: string, fields: Record<string, string>) =>
  who.fetch(`/staff/${form}/form/`, { method: 'POST', body: new URLSearchParams(fields) })
const people = (who: Browser, fields: Record<string, string>) => post(who, 'people', fields)
const CASEY = { action: 'invite', name: 'Casey Reed', email: 'Casey@Shop.example', role: 'counter' }
const tokenIn = (html: string) => /\/staff\/join\/#([\w-]{43})/.exec(html)?.[1] ?? ''

/** Returns the message that the page shows after a form. */
async function message(who: Browser, path = '/staff/people/'): Promise<string> {
  const html = await (await who.fetch(path)).text()
  return /<div class="note[^"]*"[^>]*>(.*?)<\/div>/.exec(html)?.[1]?.replace(/<[^>]+>/g, '') ?? ''
}

async function join(who: Browser, phone: Authenticator, invitation: string): Promise<number> {
  const ask = async (call: string, body: object) => {
    const sent = { method: 'POST', body: JSON.stringify({ invitation, ...body }) }
    return (await who.fetch(`/api/ext/staff/passkeys/${call}`, sent)).json<{ code: number; result: never }>()
  }
  const begun = await ask('begin', {})
  if (begun.code !== 200) return begun.code
  return (await ask('finish', { label: 'Phone', response: await phone.create(begun.result) })).code
}

async function invited(fields: Record<string, string> = CASEY): Promise<{ id: number; token: string }> {
  const html = await (await people(owner, fields)).text()
  const id = await env.DB.prepare('SELECT id FROM staff WHERE email = ?')
    .bind(fields.email?.toLowerCase())
    .first<number>('id')
  return { id: id ?? 0, token: tokenIn(html) }
}

test('[H14a] a link is shown once and mailed, works once, and is in no database', async () => {
  const { token } = await invited()
  expect(token).toHaveLength(43)
  expect(await (await owner.fetch('/staff/people/')).text()).not.toContain(token)
  const rows = await env.DB.batch([
    env.DB.prepare('SELECT * FROM staff_invitation'),
    env.DB.prepare('SELECT kind, payload FROM outbox'),
  ])
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows[1]?.results).toMatchObject([{ kind: 'staff-invitation' }])
  const casey = new Browser()
  expect(await join(casey, new Authenticator(SITE), token)).toBe(200)
  expect((await casey.fetch('/staff/chats/')).status).toBe(200)
  expect(await join(new Browser(), new Authenticator(SITE), token)).toBe(404)
  expect(await (await people(owner, CASEY)).text()).toContain(M.taken)
})

test('[H14a] a refused invitation says at the field what is wrong, and a new link gets the focus', async () => {
  const refused = await (await people(owner, { ...CASEY, email: 'casey@shop' })).text()
  expect(refused).toMatch(/id="email"[^>]*aria-invalid="true"/)
  expect(refused).toContain(FIELD_MESSAGES.emailAddress)
  expect(await (await people(owner, CASEY)).text()).toMatch(/aria-labelledby="link-title" data-result=""/)
})

test('[H14a] what people and tokens do is in no line of the log', async () => {
  const lines: unknown[][] = []
  for (const name of ['log', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((...line) => void lines.push(line))
  const { token } = await invited()
  await join(new Browser(), new Authenticator(SITE), token)
  await owner.fetch('/staff/join/')
  vi.restoreAllMocks()
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`${token}|casey`, 'i'))
})

test('[H14a] ended access ends every session at once, and old passkeys do not come back with a new invitation', async () => {
  const { id, token } = await invited()
  const [casey, phone] = [new Browser(), new Authenticator(SITE)]
  await join(casey, phone, token)
  await people(owner, { action: 'end', person: String(id) })
  expect(await message(owner)).toBe(M.ended)
  expect((await casey.fetch('/staff/')).status).toBe(303)
  expect(
    await env.DB.prepare('SELECT count(*) AS n FROM staff_session WHERE staff_id = ?').bind(id).first(),
  ).toEqual({ n: 0 })
  await invited()
  const begun = await casey.fetch('/api/ext/staff/sign-in/begin', { method: 'POST', body: '{}' })
  const { result } = await begun.json<{ result: never }>()
  const body = JSON.stringify({ response: await phone.get(result) })
  expect((await casey.fetch('/api/ext/staff/sign-in/finish', { method: 'POST', body })).status).toBe(401)
})

test('[H14a] ended access ends API keys and the daily summary, also for a new invitation', async () => {
  const { id } = await invited()
  const { key } = await makeApiKey(env.DB, { permissions: ['units.see'] })
  await env.DB.batch([
    env.DB.prepare('UPDATE api_key SET staff_id = ?').bind(id),
    env.DB.prepare('UPDATE staff SET morning_mail = 1 WHERE id = ?').bind(id),
  ])
  const status = async () => {
    const asked = { record: 'unit', id: 'TL-1001', patch: {}, version: null, key: 'asked-by-program' }
    const sent = { method: 'POST', body: JSON.stringify(asked) }
    return (await new Browser().send(CHANGES, sent, { Authorization: `Bearer ${key}` })).status
  }
  expect(await status()).not.toBe(401)
  await people(owner, { action: 'end', person: String(id) })
  expect(await status()).toBe(401)
  await invited()
  expect([await status(), await hasDailySummary(env.DB, id)]).toEqual([401, false])
})

test('[H14a] the last owner who can sign in keeps role and access, also when two acts meet', async () => {
  const { id } = await invited({ ...CASEY, role: 'owner' })
  for (const fields of [{ action: 'end' }, { action: 'role', role: 'yard' }]) {
    await people(owner, { person: String(ownerId), ...fields })
    expect(await message(owner)).toBe(M.lastOwner)
  }
  // The second owner has joined now: one of the two can leave, and not both.
  await addPasskey(id)
  const second = new Browser()
  await second.signInAsStaff('owner')
  await Promise.all([
    people(owner, { action: 'end', person: String(ownerId) }),
    people(second, { action: 'end', person: String(id) }),
  ])
  const left = await env.DB.prepare(
    "SELECT count(*) AS n FROM staff WHERE role = 'owner' AND ended_at IS NULL",
  ).first()
  expect(left).toEqual({ n: 1 })
})

test('[H14a] people and roles need a passkey of the last ten minutes; what was typed is sent again after it', async () => {
  const tired = new Browser()
  await tired.signInAsStaff('owner', { verifiedAt: Date.now() - 11 * 60_000 })
  const page = await people(tired, CASEY)
  expect(page.status).toBe(403)
  const html = await page.text()
  for (const text of [
    'data-passkey="verify"',
    'action="/staff/people/form/"',
    'value="Casey Reed"',
    'value="counter"',
  ])
    expect(html).toContain(text)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM staff').first()).toEqual({ n: 1 })
})

test.each(['manager', 'counter', 'yard', 'books', 'pin'] as const)(
  '[H14a] %s cannot get more permissions by any form or call',
  async (role) => {
    const who = new Browser()
    const own = await who.signInAsStaff(role)
    const before = JSON.stringify(
      (await env.DB.prepare('SELECT id, role, ended_at FROM staff').all()).results,
    )
    const answers = [
      await people(who, { ...CASEY, role: 'owner' }),
      await people(who, { action: 'role', person: String(own), role: 'owner' }),
      await people(who, { action: 'invite-again', person: String(ownerId) }),
      await people(who, { action: 'end', person: String(ownerId) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    expect(JSON.stringify((await env.DB.prepare('SELECT id, role, ended_at FROM staff').all()).results)).toBe(
      before,
    )
    const begun = await who.fetch('/api/ext/staff/passkeys/begin', { method: 'POST', body: '{}' })
    // A PIN is not enough for a passkey, which would have all permissions of its owner.
    expect(begun.status).toBe(role === 'pin' ? 404 : 200)
  },
)

test('[H14a] on an enrolled phone people sign in by PIN to the yard’s work, and nowhere else', async () => {
  const yusuf = new Browser()
  const id = await yusuf.signInAsStaff('counter')
  await post(yusuf, 'me', { action: 'pin', pin: '271828' })
  const pin = { action: 'pin', person: String(id), pin: '271828' }
  expect((await post(new Browser(), 'sign-in', pin)).status).toBe(422)
  const phone = new Browser()
  await phone.signInAsStaff('owner')
  await people(phone, { action: 'enroll', label: 'Yard phone' })
  await post(phone, 'me', { action: 'sign-out' })
  expect(await (await phone.fetch('/staff/sign-in/')).text()).toContain('Casey Reed')
  expect((await post(phone, 'sign-in', pin)).status).toBe(303)
  expect((await phone.fetch('/staff/')).status).toBe(200)
  expect((await phone.fetch('/staff/chats/')).status).toBe(403)
  // Half an hour without use ends it.
  await env.DB.prepare('UPDATE staff_session SET seen_at = ? WHERE phone_id IS NOT NULL')
    .bind(Date.now() - 31 * 60_000)
    .run()
  expect((await phone.fetch('/staff/')).status).toBe(303)
  // Five wrong PINs lock it, and the right one does not help any more.
  for (let wrong = 0; wrong < 5; wrong++)
    expect((await post(phone, 'sign-in', { ...pin, pin: '000000' })).status).toBe(422)
  expect((await post(phone, 'sign-in', pin)).status).toBe(422)
  // A removed phone forgets everybody.
  await env.DB.prepare('UPDATE staff SET pin_failures = 0').run()
  expect((await post(phone, 'sign-in', pin)).status).toBe(303)
  const phoneId = await env.DB.prepare('SELECT id FROM staff_phone').first<string>('id')
  await people(owner, { action: 'remove-phone', phone: phoneId ?? '' })
  expect((await phone.fetch('/staff/')).status).toBe(303)
})

test('[H14a] on a shared phone nobody has more than their own role, and a change of it acts at the next request', async () => {
  const [yard, counter] = [new Browser(), new Browser()]
  await counter.signInAsStaff('pin-counter')
  const staffId = await yard.signInAsStaff('pin')
  const status = async (who: Browser) => (await who.fetch('/staff/intake/queue/')).status
  expect([await status(yard), await status(counter)]).toEqual([200, 403])
  await env.DB.prepare("UPDATE staff SET role = 'books' WHERE id = ?").bind(staffId).run()
  expect(await status(yard)).toBe(303)
})

const lastRow = async () =>
  (await env.DB.prepare('SELECT max(id) AS id FROM audit_log').first<number>('id')) ?? 0
const rowsSince = async (id: number) =>
  (
    await env.DB.prepare(
      'SELECT kind, record_id AS id, staff_id AS by, record, "after" FROM audit_log WHERE audit_log.id > ? ORDER BY audit_log.id',
    )
      .bind(id)
      .all()
  ).results

test('[H14b] invitations, roles, ended access and phones are in the audit log by name, without a link or a secret', async () => {
  const since = await lastRow()
  const { id, token } = await invited()
  const casey = new Browser()
  await join(casey, new Authenticator(SITE), token)
  const person = String(id)
  await people(owner, { action: 'role', person, role: 'manager' })
  await people(owner, { action: 'role', person, role: 'manager' })
  await people(owner, { action: 'end-sessions', person })
  await people(owner, { action: 'enroll', label: 'Yard phone' })
  const phone = (await env.DB.prepare('SELECT id FROM staff_phone').first<string>('id')) ?? ''
  await people(owner, { action: 'remove-phone', phone })
  await people(owner, { action: 'invite-again', person })
  await people(owner, { action: 'end', person })
  await people(owner, { action: 'end', person })
  const by = (kind: string, who: number, after: object = {}, of = person) => ({
    kind,
    by: who,
    id: of,
    record: 'person',
    after: JSON.stringify(after),
  })
  const own = String(ownerId)
  expect(await rowsSince(since)).toEqual([
    by('invite', ownerId, { role: 'counter' }),
    by('passkey', id, { passkey: 'Phone' }),
    by('role', ownerId, { role: 'manager' }),
    by('end-sessions', ownerId),
    by('phone', ownerId, { phone: 'Yard phone' }, own),
    by('remove-phone', ownerId, { phone: null }, own),
    by('invite-again', ownerId),
    by('end', ownerId),
  ])
  const html = await (await owner.fetch('/staff/audit/')).text()
  expect(html).toMatch(
    /<a href="\/staff\/people\/">Casey Reed<\/a><\/strong> got another role.*?<del>Counter<\/del>.*?<ins>Manager<\/ins>/s,
  )
  expect(html).not.toContain('name="undo"')
  const log = JSON.stringify((await env.DB.prepare('SELECT * FROM audit_log').all()).results)
  for (const secret of [token, phone, 'casey@shop.example']) expect(log).not.toContain(secret)
})

test('[H14b] what was refused is not in the audit log', async () => {
  const since = await lastRow()
  await people(owner, { action: 'end', person: String(ownerId) })
  await people(owner, { action: 'role', person: String(ownerId), role: 'yard' })
  await people(owner, { action: 'end-sessions', person: '999' })
  expect(await rowsSince(since)).toEqual([])
})
