import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { openShop } from '../../account/testing/account.harness.ts'
import { applyChange } from '../changes/apply-change.ts'
import { actor } from '../changes/testing/yard.harness.ts'
import { undoChange } from '../changes/undo-change.ts'
import { staffBrowser, textOf } from '../units/testing/unit-pages.harness.ts'

const thisMonth = () => new Date().toLocaleDateString('sv', { timeZone: 'America/Chicago' }).slice(0, 7)

async function scrap(sku: string, why: string | null, at: number) {
  const result = await applyChange(
    env.DB,
    actor(11),
    { record: 'unit', id: sku, patch: { state: 'scrap' }, version: null, key: `scrap-${sku}`, why },
    at,
  )
  return result.ok ? (result.auditId ?? 0) : 0
}

beforeAll(async () => {
  await openShop()
  const now = Date.now()
  await scrap('TL-1001', 'Bead torn', now)
  await scrap('TL-1006', 'bead torn', now)
  await scrap('TL-1003', null, now)
  await scrap('TL-3001', '=Old', now)
  const undone = await scrap('TL-4001', 'Old', now)
  await undoChange(env.DB, actor(11), { auditId: undone, key: 'undo-scrap' }, now)
  await scrap('TL-1007', 'Old', now - 90 * 86_400_000)
  const store = {
    path: 'yard',
    name: 'Main yard',
    street: '1 Yard Rd',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
  }
  await env.DB.batch([
    ...Object.entries(store).map(([name, value]) =>
      env.DB.prepare('INSERT OR REPLACE INTO config (path, value) VALUES (?, ?)').bind(
        `stores/1/${name}`,
        value,
      ),
    ),
    env.DB.prepare(
      "INSERT INTO staff (id, name, email, role, created_at) VALUES (78, 'Pat', 'pat@shop.example', 'yard', 0)",
    ),
    env.DB.prepare(
      `INSERT INTO intake (key, staff_id, sku, draft, revision, created_at, updated_at, scrapped_at, knock_out)
        VALUES ('scrap-intake', 78, 'TL-9005', '{"marking":"225/70R19.5 128/126N","brand":"Brakken"}', 1, 0, 0, ?, 'tread-below-legal')`,
    ).bind(now),
  ])
})

const open = async (path: string) => {
  const response = await (await staffBrowser('yard')).fetch(path)
  return {
    status: response.status,
    type: response.headers.get('Content-Type'),
    text: textOf(await response.text()),
  }
}

test('[H14h] scrap of a month is counted by reason, with tires that never went on sale, and without what was undone', async () => {
  const { text } = await open('/staff/scrap')
  for (const row of [
    'Bead torn 2 0 2',
    'No reason given 4 0 4',
    '=Old 0 8 8',
    'Tread below 2/32 in 0 1 1',
    'Total 6 9 15',
  ])
    expect(text).toContain(row)
  const [year = 0, month = 0] = new Date(Date.now() - 90 * 86_400_000)
    .toLocaleDateString('sv', { timeZone: 'America/Chicago' })
    .split('-')
    .map(Number)
  expect((await open(`/staff/scrap?month=${year}-${String(month).padStart(2, '0')}`)).text).toContain(
    'Old 2 0 2',
  )
  expect((await open('/staff/scrap?month=1999-01')).text).toContain('Total 6 9 15')
})

test('[H14h] a month without scrap has no sheet', async () => {
  const old = new Date(Date.now() - 400 * 86_400_000).toISOString().slice(0, 7)
  const { text } = await open(`/staff/scrap?month=${old}`)
  expect(text).toContain('No tire was scrapped in this month.')
  expect(text).not.toContain('Sheet for the hauler')
})

test('[H14h] the sheet for the hauler is a page of its own, and the file has each tire without a formula', async () => {
  const sheet = await open(`/staff/scrap?month=${thisMonth()}&as=print`)
  for (const part of [
    'Scrap tires',
    '15 tires',
    'From: Main yard, 1 Yard Rd, Chicago, IL 60601',
    'Tires picked up',
    'Signature',
  ])
    expect(sheet.text).toContain(part)
  expect(sheet.text).not.toContain('Take in')
  const file = await open(`/staff/scrap?month=${thisMonth()}&as=csv`)
  expect(file.type).toContain('text/csv')
  expect(file.text).toContain("TL-3001,225/70R19.5,Brakken,Haul 19,,8,'=Old,")
  expect(file.text).toContain('TL-9005,225/70R19.5,Brakken,,,1,Tread below 2/32 in,Pat')
  expect(file.text).not.toContain('TL-4001')
})
