import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  type CustomRole,
  PERMISSION_LABELS,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { STAFF_ACCOUNT_MESSAGES } from '../../../schema/staff/account-forms.api.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { ROLE_MESSAGES, ROLE_PATHS, readRole, roleHref } from '../../../schema/staff/people/role-form.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { setRole } from '../../identity/staff/staff-people.sql.ts'
import { findRole } from '../../identity/staff/staff-role.sql.ts'

let owner: Browser
let made = 0

beforeAll(async () => {
  await openShop()
  owner = new Browser()
  await owner.signInAsStaff('owner')
})

const newId = () => {
  made += 1
  return `own-${String(made).padStart(12, '0')}`
}

const LIMITS = { refundAct: '', refundDay: '', creditAct: '', creditDay: '', discount: '', bulk: '' }

/** Sends the form of a role; returns its status. */
async function save(
  who: Browser,
  id: string,
  permissions: readonly StaffPermission[],
  { version = '0', name = `Role ${id}`, ...limits }: Record<string, string> = {},
): Promise<number> {
  made += 1
  const fields = { action: 'save', id, version, name, key: `role-form-${made}`, ...LIMITS, ...limits }
  const body = new URLSearchParams(fields)
  for (const permission of permissions) body.append('permission', permission)
  return (await who.fetch(ROLE_PATHS.form, { method: 'POST', body })).status
}

async function remove(who: Browser, id: string, version: string): Promise<string> {
  made += 1
  const body = new URLSearchParams({ action: 'delete', id, version, key: `role-form-${made}` })
  const answer = await who.fetch(ROLE_PATHS.form, { method: 'POST', body })
  return (await who.fetch(answer.headers.get('Location') ?? '')).text()
}

async function people(who: Browser, fields: Record<string, string>): Promise<string> {
  const answer = await who.fetch('/staff/people/form/', { method: 'POST', body: new URLSearchParams(fields) })
  return answer.status === 303 ? (await who.fetch('/staff/people/')).text() : answer.text()
}

const roleOf = (id: number) =>
  env.DB.prepare('SELECT role FROM staff WHERE id = ?').bind(id).first<string>('role')
const ROLE: Omit<CustomRole, 'id' | 'name' | 'permissions'> = {
  version: 1,
  bulk: 0,
  discount: 0,
  refund: { act: 10_000, day: 10_000 },
  credit: { act: 0, day: 0 },
}

test('[H14a] a custom role is made, given and changed; each counts at the next request', async () => {
  const id = newId()
  expect(
    await save(owner, id, ['chat', 'orders.see', 'refund'], { name: 'Night shift', refundAct: '50' }),
  ).toBe(303)
  expect(await (await owner.fetch('/staff/people/')).text()).toContain('Night shift')
  expect(await (await owner.fetch(roleHref(id))).text()).toMatch(/name="refundAct"[^>]*value="50.00"/)
  const casey = new Browser()
  const caseyId = await casey.signInAsStaff('yard')
  const status = async (path: string) => (await casey.fetch(path)).status
  expect(await status('/staff/chats/')).toBe(403)
  expect(await people(owner, { action: 'role', person: String(caseyId), role: id })).toContain(
    STAFF_ACCOUNT_MESSAGES.role,
  )
  expect([
    await status('/staff/chats/'),
    await status('/staff/orders/'),
    await status('/staff/units/'),
  ]).toEqual([...[200, 200, 403]])
  expect(await (await casey.fetch('/staff/')).text()).toContain('Night shift')
  expect(await save(owner, id, ['orders.see'], { version: '1', name: 'Night shift' })).toBe(303)
  expect([await status('/staff/chats/'), await status('/staff/orders/')]).toEqual([403, 200])
  const log = await (await owner.fetch('/staff/audit/')).text()
  expect(log).toContain('Night shift')
  const [, undo = ''] = /name="undo" value="(\d+)"/.exec(log) ?? []
  const body = new URLSearchParams({ undo, key: 'undo-of-role' })
  await owner.fetch('/staff/audit/form/', { method: 'POST', body })
  expect(await status('/staff/chats/')).toBe(200)
  expect(await remove(owner, id, '3')).toContain(CHANGE_MESSAGES['role-in-use'])
  await people(owner, { action: 'role', person: String(caseyId), role: 'yard' })
  expect(await remove(owner, id, '3')).toContain(ROLE_MESSAGES.deleted)
  expect(await people(owner, { action: 'role', person: String(caseyId), role: id })).toContain(
    STAFF_ACCOUNT_MESSAGES.roleChanged,
  )
  expect(await roleOf(caseyId)).toBe('yard')
})

test('[H14a] what was typed wrong is said at its field, two roles have no name in common, and a repeated form makes one', async () => {
  const id = newId()
  for (const wrong of [{ name: ' ' }, { refundAct: 'much' }, { discount: '101' }, { bulk: '-1' }])
    expect(await save(owner, id, ['chat'], wrong)).toBe(422)
  const less = { name: 'Less', permission: ['chat' as const], ...LIMITS, refundDay: '-5' }
  expect(readRole(less).errors).toEqual({ refundDay: ROLE_MESSAGES.amount })
  expect(readRole({ ...less, permission: [], refundDay: '' }).errors).toEqual({
    permission: ROLE_MESSAGES.none,
  })
  expect(await save(owner, id, ['chat'], { name: 'Sunday' })).toBe(303)
  expect(await save(owner, newId(), ['chat'], { name: 'sunday' })).toBe(422)
  for (const name of [
    'Ｓunday',
    'Sun\u200bday',
    '\u041ewner',
    'Owner\u00ad',
    'Ｏwner',
    'owner',
    'MANAGER',
    'Yard  phone',
    'pin',
    'Pin-Counter',
  ])
    expect(await save(owner, newId(), ['chat'], { name }), name).toBe(422)
  expect(await save(owner, newId(), ['chat'], { name: 'Équipe' })).toBe(303)
  expect(await save(owner, newId(), ['chat'], { name: 'éQUIPE' })).toBe(422)
  const page = await (await owner.fetch('/staff/people/')).text()
  expect(page.split('>Sunday</a>')).toHaveLength(2)
})

test('[H14a] an older form of a role shows what others saved beside what was typed, and can then be saved', async () => {
  const id = newId()
  await save(owner, id, ['chat'], { name: 'Early' })
  const second = new Browser()
  const permissions = ['people', 'chat', 'units.see'] as const
  await second.signInAsStaff({ ...ROLE, id: newId(), name: 'Second', permissions: [...permissions] })
  await save(second, id, ['chat', 'units.see'], { version: '1', name: 'Early and late' })
  const sent = { action: 'save', id, name: 'Earliest', permission: 'chat', ...LIMITS }
  const post = (fields: Record<string, string>) =>
    owner.fetch(ROLE_PATHS.form, { method: 'POST', body: new URLSearchParams({ ...sent, ...fields }) })
  const late = await post({ version: '1', key: 'late-role-1' })
  const html = await late.text()
  expect(late.status).toBe(422)
  for (const words of [ROLE_MESSAGES.changed, 'Early and late', `<dd>${PERMISSION_LABELS['units.see']}, `])
    expect(html).toContain(words)
  expect(html).toMatch(/name="name"[^>]*value="Earliest"/)
  const [, version = ''] = /name="version" value="(\d+)"/.exec(html) ?? []
  expect((await post({ version, key: 'late-role-2' })).status).toBe(303)
  await remove(second, id, String(Number(version) + 1))
  const gone = await (await post({ version, key: 'late-role-3', name: 'Again' })).text()
  expect(gone).toContain(ROLE_MESSAGES.gone)
  const [, other = ''] = /name="id" value="(own-[0-9a-f]+)"/.exec(gone) ?? []
  expect(other).not.toBe(id)
  expect((await post({ id: other, version: '0', key: 'late-role-4', name: 'Again' })).status).toBe(303)
})

test('[H14a] nobody gives what they do not hold: not by a role, an edit, an invitation, a person, an undo or a key', async () => {
  const own: CustomRole = {
    ...ROLE,
    id: newId(),
    name: 'Shift lead',
    permissions: [
      'people',
      'phones',
      'keys',
      'chat',
      'refund',
      'audit.own',
      'audit.see',
      'units.see',
      'discount',
    ],
    discount: 5,
  }
  const lead = new Browser()
  const leadId = await lead.signInAsStaff(own)
  const large = newId()
  expect(await save(owner, large, ['chat', 'orders.see'], { name: 'Large' })).toBe(303)
  const mine = newId()
  expect(await save(lead, mine, ['chat', 'refund'], { refundAct: '100', refundDay: '100' })).toBe(303)
  expect(await save(lead, newId(), ['chat', 'orders.see'])).toBe(422)
  expect(await save(lead, newId(), ['refund'], { refundAct: '100.01', refundDay: '100' })).toBe(422)
  expect(await save(lead, newId(), ['discount'], { discount: '6' })).toBe(422)
  // A role that can do more than they can is not theirs to change, also not to make it smaller.
  expect(await save(lead, large, ['chat'], { version: '1', name: 'Large' })).toBe(422)
  expect(
    await save(lead, own.id, [...own.permissions, 'settings'], { version: '1', name: 'Shift lead' }),
  ).toBe(422)
  expect(await remove(lead, large, '1')).toContain(CHANGE_MESSAGES.grant)
  const yard = new Browser()
  const yardId = String(await yard.signInAsStaff('yard'))
  const { grant, outranked } = STAFF_ACCOUNT_MESSAGES
  for (const [message, fields] of [
    [grant, { action: 'invite', name: 'Eve', email: 'eve@shop.example', role: large }],
    [grant, { action: 'invite', name: 'Eve', email: 'eve@shop.example', role: 'owner' }],
    [grant, { action: 'role', person: String(leadId), role: large }],
    [outranked, { action: 'role', person: yardId, role: mine }],
    [outranked, { action: 'end', person: yardId }],
    [outranked, { action: 'end-sessions', person: yardId }],
    [outranked, { action: 'invite-again', person: yardId }],
  ] as const)
    expect(await people(lead, fields), fields.action).toContain(message)
  expect([await roleOf(leadId), await roleOf(Number(yardId))]).toEqual([own.id, 'yard'])
  expect((await yard.fetch('/staff/')).status).toBe(200)
  // The owner made the role smaller; the one who lost that cannot bring it back.
  expect(await save(owner, large, ['chat'], { version: '1', name: 'Large' })).toBe(303)
  const undo = await env.DB.prepare(
    "SELECT max(id) AS id FROM audit_log WHERE record = 'role' AND record_id = ?",
  )
    .bind(large)
    .first<string>('id')
  const body = new URLSearchParams({ undo: String(undo), key: 'undo-by-lead' })
  await lead.fetch('/staff/audit/form/', { method: 'POST', body })
  const call = { method: 'POST', body: JSON.stringify({ id: Number(undo), key: 'undo-by-call' }) }
  expect((await owner.fetch('/api/ext/staff/changes/undo', call)).status).toBe(422)
  const permissions = await env.DB.prepare('SELECT permissions FROM staff_role WHERE id = ?')
    .bind(large)
    .first()
  expect(permissions).toEqual({ permissions: '["chat"]' })
  const key = new URLSearchParams({
    action: 'make-key',
    name: 'Mine',
    permission: 'orders.see',
    key: 'key-by-lead',
  })
  expect((await lead.fetch('/staff/settings/api/form', { method: 'POST', body: key })).status).toBe(422)
  // Without a passkey of the last ten minutes nothing is changed.
  const idle = new Browser()
  await idle.signInAsStaff('owner', { verifiedAt: Date.now() - 3_600_000 })
  expect(await save(idle, newId(), ['chat'])).toBe(403)
})

test('[H14a] a permission comes with the one that it needs, and the form says so', async () => {
  const id = newId()
  const form = await (await owner.fetch(roleHref('new'))).text()
  expect(form).toContain('Manage people (includes: enroll shared phones)')
  expect(await save(owner, id, ['people', 'audit.see', 'import', 'taxes', 'safety'])).toBe(303)
  const role = await findRole(env.DB, id)
  if (!role) throw new Error('no role')
  const alex = new Browser()
  await alex.signInAsStaff(role)
  for (const page of ['people', 'audit', 'import', 'taxes', 'recalls'])
    expect([page, (await alex.fetch(`/staff/${page}/`)).status]).toEqual([page, 200])
  expect(await people(alex, { action: 'end', person: '999' })).toContain(STAFF_ACCOUNT_MESSAGES.outranked)
})

test('[H14a] a role that was made larger while somebody gives it is not given', async () => {
  const id = newId()
  await save(owner, id, ['chat'], { name: 'Growing' })
  const seen = await findRole(env.DB, id)
  await save(owner, id, ['chat', 'settings'], { version: '1', name: 'Growing' })
  const yardId = await new Browser().signInAsStaff('yard')
  if (!seen) throw new Error('no role')
  const log = () => sql`select 1`
  expect(await setRole(env.DB, { id: yardId, from: 'yard', to: seen, log })).toBe(false)
  expect(await roleOf(yardId)).toBe('yard')
})

test('[H14a] on a shared phone a custom role does the work of the yard that it has, and nothing else', async () => {
  const own: CustomRole = {
    ...ROLE,
    id: newId(),
    name: 'Mover',
    permissions: ['units.see', 'units.move', 'settings'],
  }
  const mover = new Browser()
  const id = await mover.signInAsStaff(own)
  const status = async (path: string) => (await mover.fetch(path)).status
  expect([await status('/staff/units/'), await status('/staff/settings/')]).toEqual([200, 200])
  await env.DB.batch([
    env.DB.prepare("INSERT OR IGNORE INTO staff_phone VALUES ('phone-of-roles', 'Yard phone', ?, 0)").bind(
      id,
    ),
    env.DB.prepare("UPDATE staff_session SET phone_id = 'phone-of-roles' WHERE staff_id = ?").bind(id),
  ])
  expect([await status('/staff/units/'), await status('/staff/settings/')]).toEqual([200, 403])
  // Without any work of the yard a PIN opens nothing.
  await env.DB.prepare(`UPDATE staff_role SET permissions = '["settings"]' WHERE id = ?`).bind(own.id).run()
  expect(await status('/staff/units/')).toBe(303)
})

test('[H14a] the address above a role leads to the list of roles', async () => {
  const short = await owner.fetch('/staff/people/roles/')
  expect([short.status, short.headers.get('Location')]).toEqual([301, ROLE_PATHS.roles])
  const list = await owner.fetch(ROLE_PATHS.roles)
  const [page, part = ''] = list.headers.get('Location')?.split('#') ?? []
  expect([list.status, page]).toEqual([302, '/staff/people/'])
  expect(await (await owner.fetch('/staff/people/')).text()).toContain(`id="${part}"`)
})
