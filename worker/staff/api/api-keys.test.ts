import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { evaluateKey, KEY_PERMISSIONS, NEW_KEY } from '../../../schema/staff/api/api-key.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { makeApiKey } from './testing/api-key.harness.ts'
import { ADDRESS } from './testing/webhook.harness.ts'

const FORM = '/staff/settings/api/form'
let owner: Browser
beforeEach(async () => {
  await reset()
  await openShop()
  owner = new Browser()
  await owner.signInAsStaff('owner')
})

let keys = 0
function act(fields: [string, string][], who = owner): Promise<Response> {
  keys += 1
  const body = new URLSearchParams([...fields, ['key', `api-form-${keys}`]])
  return who.fetch(FORM, { method: 'POST', body, redirect: 'manual' })
}
const make = (permissions: readonly string[], who = owner) =>
  act(
    [
      ['action', 'make-key'],
      ['name', 'Cross-listing'],
      ...permissions.map((permission): [string, string] => ['permission', permission]),
    ],
    who,
  )
const secretIn = (page: string) => /tlk_[\w-]{43}/.exec(page)?.[0] ?? ''
const page = async (path = '/staff/settings/api/') => (await owner.fetch(path)).text()
const everything = async () => {
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{
    name: string
  }>()
  const rows = await env.DB.batch(tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`)))
  return JSON.stringify(rows.map(({ results }) => results))
}

let changes = 0
/** Sends a change as a program of another site would: without cookies and origin. */
function change(key: string, patch: object, more: object = {}, by = new Browser()): Promise<Response> {
  changes += 1
  const body = { record: 'unit', id: 'TL-1001', patch, version: null, key: `change-${changes}`, ...more }
  const headers = { Authorization: `Bearer ${key}`, Origin: 'https://other.example' }
  return by.send('/api/ext/staff/changes', { method: 'POST', body: JSON.stringify(body) }, headers)
}

test('[H14y] a key is shown once, and the database and the audit log have only its hash and its name', async () => {
  const answer = await make(['units.see', 'price'])
  const shown = await answer.text()
  const key = secretIn(shown)
  expect(key).not.toBe('')
  expect(shown).toContain('We won’t show it again')
  expect(answer.headers.get('Cache-Control')).toContain('no-store')
  expect(secretIn(await page())).toBe('')
  expect(await everything()).not.toContain(key.slice(4))
  const hash = await env.DB.prepare('SELECT hash FROM api_key').first<string>('hash')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  const log = JSON.stringify((await env.DB.prepare('SELECT * FROM audit_log').all()).results)
  expect(log).toContain('Cross-listing')
  expect(log).not.toContain(hash)
  expect(await page()).toContain('Never used')
  expect((await change(key, { price: 6500 })).status).toBe(200)
  expect(await page()).toContain('Last used')
})

test('[H14y] what a key changes is in the audit log with its name, and a person who saw an older version is asked', async () => {
  const { key, staffId } = await makeApiKey(env.DB, { permissions: ['units.see', 'price', 'price.free'] })
  expect((await change(key, { price: 6500 })).status).toBe(200)
  const row = await env.DB.prepare('SELECT source, staff_id FROM audit_log').first()
  expect(row).toEqual({ source: 'api', staff_id: staffId })
  expect(await page('/staff/audit/')).toContain('with the key “Sync”')
  const body = { record: 'unit', id: 'TL-1001', patch: { price: 6600 }, version: 1, key: 'by-its-maker' }
  const mine = await owner.fetch('/api/ext/staff/changes', { method: 'POST', body: JSON.stringify(body) })
  expect(mine.status).toBe(409)
  expect((await change(key, { price: 6700 }, { version: 1 })).status).toBe(200)
})

test('[H14y] a key has its own limits, also where its maker has none', async () => {
  const { key } = await makeApiKey(env.DB, { permissions: ['units.see', 'price'] })
  const far = await change(key, { price: 9900 }, { why: 'Rare' })
  expect(await far.json()).toMatchObject({ code: 422, result: { code: 'price-limit' } })
  const other = await change(key, { state: 'parked' })
  expect(await other.json()).toMatchObject({ code: 403, result: { code: 'permission' } })
})

test('[H14y] a key ends at once and for good, and with the access of who made it', async () => {
  const key = secretIn(await (await make(['units.see', 'price'])).text())
  expect((await change(key, { price: 6500 })).status).toBe(200)
  const id = await env.DB.prepare('SELECT id FROM api_key').first<string>('id')
  const ended = await act([
    ['action', 'end-key'],
    ['id', id ?? ''],
  ])
  expect(ended.status).toBe(303)
  const refused = await change(key, { price: 6600 })
  expect(await refused.json()).toMatchObject({ code: 401, result: 'This key is unknown or has ended.' })
  const undo = await env.DB.prepare("SELECT max(id) AS id FROM audit_log WHERE record = 'key'").first<number>(
    'id',
  )
  const body = JSON.stringify({ id: undo, key: 'undo-of-the-end' })
  const answer = await owner.fetch('/api/ext/staff/changes/undo', { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ result: { code: 'not-undoable' } })
  const { key: another, staffId } = await makeApiKey(env.DB, {
    permissions: ['units.see', 'price'],
    role: 'manager',
  })
  await env.DB.prepare('UPDATE staff SET ended_at = 1 WHERE id = ?').bind(staffId).run()
  expect((await change(another, { price: 6600 })).status).toBe(401)
})

test('[H14y] nobody gives a key more than they may do, and a call cannot make one', async () => {
  const context = { now: 0, why: null, isUndo: false }
  const patch = { name: 'Sync', permissions: [...KEY_PERMISSIONS], isActive: true }
  const byManager = { ...actor(2), may: (permission: string) => permission !== 'price.below-cost' }
  expect(evaluateKey(NEW_KEY, patch, { isNew: true }, { ...context, actor: byManager })).toEqual({
    ...{ ok: false, problem: 'permission', field: 'permissions' },
  })
  expect((await make(['people'])).status).toBe(303)
  expect((await make([])).status).toBe(422)
  const body = { record: 'key', id: '0123456789ab', patch, version: 0, key: 'made-by-a-call' }
  const call = await owner.fetch('/api/ext/staff/changes', { method: 'POST', body: JSON.stringify(body) })
  expect(call.status).toBe(400)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM api_key').first('n')).toBe(0)
})

test('[H14y] a new key needs a passkey of the last ten minutes; to end one needs none', async () => {
  const { id } = await makeApiKey(env.DB, { permissions: ['units.see'] })
  const tired = new Browser()
  await tired.signInAsStaff('owner', { verifiedAt: Date.now() - 11 * 60_000 })
  const asked = await make(['units.see', 'price'], tired)
  expect(asked.status).toBe(403)
  const form = await asked.text()
  expect(form).toContain('Confirm it’s you')
  expect(form).toContain('value="units.see"')
  expect(form).toContain('value="price"')
  const ended = await act(
    [
      ['action', 'end-key'],
      ['id', id],
    ],
    tired,
  )
  expect(ended.status).toBe(303)
  expect(await env.DB.prepare('SELECT ended_at IS NOT NULL AS ended FROM api_key').first('ended')).toBe(1)
})

test('[H14y] a bearer call ignores cookies, and too many calls with one key are refused', async () => {
  const { key } = await makeApiKey(env.DB, { permissions: ['reviews'] })
  expect((await change(key, { price: 6500 }, {}, owner)).status).toBe(403)
  expect((await change('wrong', { price: 6500 }, {}, owner)).status).toBe(401)
  const busy = new Browser({ WIDE_300_LIMIT: { limit: async () => ({ success: false }) } })
  expect((await change(key, { price: 6500 }, {}, busy)).status).toBe(429)
})

test('[H14y] nobody has more sent to a webhook than they may see themself', async () => {
  const limits = { refund: { act: 0, day: 0 }, credit: { act: 0, day: 0 }, bulk: 0, discount: 0, version: 1 }
  const keeper = new Browser()
  const role = { id: 'own-0000000000aa', name: 'Programs', ...limits }
  await keeper.signInAsStaff({ ...role, permissions: ['keys', 'units.see'] })
  const kindsOf = (kinds: readonly string[]) => kinds.map((kind): [string, string] => ['kind', kind])
  const add = (kinds: readonly string[]) =>
    act([['action', 'add-webhook'], ['address', ADDRESS], ...kindsOf(kinds)], keeper)
  for (const kind of ['order', 'return']) {
    const answer = await add(['unit', kind])
    expect([kind, answer.status]).toEqual([kind, 422])
    expect(await answer.text()).toContain(CHANGE_MESSAGES.permission)
  }
  expect((await add(['unit'])).status).toBe(200)
  const change = async (kinds: readonly string[], who: Browser) => {
    const id = (await env.DB.prepare('SELECT id FROM webhook').first<string>('id')) ?? ''
    await act([['action', 'change-webhook'], ['id', id], ...kindsOf(kinds)], who)
    return env.DB.prepare('SELECT kinds FROM webhook').first<string>('kinds')
  }
  expect(await change(['unit', 'order'], keeper)).toBe('["unit"]')
  expect(await change(['unit', 'order'], owner)).toBe('["unit","order"]')
  expect(await change(['order'], keeper)).toBe('["order"]')
})
