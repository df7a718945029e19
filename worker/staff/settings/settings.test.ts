import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { arrivalDate, formatDay, shopDay } from '../../../schema/platform/shop-calendar.ts'
import { CLOSED_DAYS_MESSAGES } from '../../../schema/staff/settings/closed-days.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'

let manager: Browser
beforeEach(async () => {
  await reset()
  await openShop()
  manager = new Browser()
  await manager.signInAsStaff('manager')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('stores/1/path', '/store/'), ('stores/1/name', 'Main store'), ('stores/1/hours', 'Mon to Fri 8 a.m. to 6 p.m.'), ('contact/email/recipient_email', 'help@shop.example')",
  )
})

const page = async (path = '/staff/settings/') => (await manager.fetch(path)).text()
let keys = 0
function save(group: string, fields: Record<string, string>, who = manager): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ group, key: `settings-${keys}`, ...fields })
  return who.fetch('/staff/settings/form/', { method: 'POST', body, redirect: 'manual' })
}
const stored = (path: string) =>
  env.DB.prepare('SELECT value FROM config WHERE path = ?').bind(path).first('value')

test('[H14l] a setting is changed, makes cached pages stale, and going back restores it to the byte', async () => {
  const before = await stored('stores/1/hours')
  const version = await stored('catalog/version')
  const hours = 'Mon to Fri 7 a.m. to 5 p.m., Sun closed'
  expect((await save('store-1', { 'stores/1/hours': hours, 'version stores/1/hours': '1' })).status).toBe(303)
  expect(await stored('stores/1/hours')).toBe(hours)
  expect(await stored('catalog/version')).not.toBe(version)
  const undo = /name="undo" value="(\d+)"/.exec(await page('/staff/audit/'))?.[1] ?? ''
  await manager.fetch('/staff/audit/form/', {
    method: 'POST',
    body: new URLSearchParams({ undo, key: 'undo-hours', return: '/staff/audit/' }),
  })
  expect(await stored('stores/1/hours')).toBe(before)
})

test('[H14l] of a group, what is right is saved, and what is wrong is shown as it was typed', async () => {
  const answer = await save('mails', {
    'orders/email/recipient_email': 'orders@shop.example',
    'contact/email/recipient_email': 'nobody',
  })
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain('Some settings need another look. The others are saved.')
  expect(html).toContain('value="nobody"')
  expect(html).toContain('Enter email addresses with commas between them')
  expect(await stored('orders/email/recipient_email')).toBe('orders@shop.example')
  expect(await stored('contact/email/recipient_email')).toBe('help@shop.example')
})

test('[H14l] settings that are empty and stay so are not stored, and are not in the audit log', async () => {
  const path = 'stock/email/recipient_email'
  const rows = async () =>
    (await env.DB.prepare("SELECT record_id FROM audit_log WHERE record = 'setting'").all()).results.length
  await env.DB.prepare('DELETE FROM config WHERE path = ?').bind(path).run()
  const before = await rows()
  await save('mails', { [path]: '', 'orders/email/recipient_email': 'all@shop.example' })
  expect([await rows(), await stored(path)]).toEqual([before + 1, null])
})

test('[H14l] coupons and states that the shop does not know are refused', async () => {
  await env.DB.exec(
    "INSERT INTO coupon (code, kind, value, is_active, min_subtotal, first_order_only, description) VALUES ('HELLO5', 'percent', 5, 1, 0, 0, '')",
  )
  const wrong = await save('selling', {
    'newsletter/coupon': 'NOSUCH',
    'general/region/allowed_state': 'IL, XX',
  })
  expect(wrong.status).toBe(422)
  expect(await stored('newsletter/coupon')).not.toBe('NOSUCH')
  await save('selling', { 'newsletter/coupon': 'hello5', 'general/region/allowed_state': 'il tx' })
  expect([await stored('newsletter/coupon'), await stored('general/region/allowed_state')]).toEqual([
    'HELLO5',
    'IL,TX',
  ])
  await save('selling', { 'newsletter/coupon': '' })
  expect(await stored('newsletter/coupon')).toBe('')
})

test('[H14l] photos and price suggestions of the intake are switched off each by itself', async () => {
  const fields = {
    ...{ photos: '', suggestion: 'on', maxAge: '9', leastPrice: '19.50', leastMargin: '10', setTread: '2' },
    ...{ setWeeks: '52', usedShare: '0.5', secondInspection: 'before-sale' },
  }
  await save('intake', fields)
  expect(await readIntakeSettings(env.DB)).toMatchObject({
    ...{ photos: false, suggestion: true, maxAge: 9, leastPrice: 1950, secondInspection: 'before-sale' },
  })
  const wrong = await save('intake', { ...fields, maxAge: '200' })
  const html = await wrong.text()
  for (const text of ['Check the numbers of this part.', 'Nothing of this part is saved'])
    expect(html).toContain(text)
  expect(await readIntakeSettings(env.DB)).toMatchObject({ maxAge: 9 })
})

test('[H14l] no form writes another path, and roles without the permission change nothing', async () => {
  const version = await stored('catalog/version')
  await save('selling', { 'catalog/version': 'mine', 'stores/1/path': '/mine/' })
  expect([await stored('catalog/version'), await stored('stores/1/path')]).toEqual([version, '/store/'])
  expect((await save('catalog', {})).status).toBe(404)
  const counter = new Browser()
  await counter.signInAsStaff('counter')
  expect((await save('selling', { 'newsletter/coupon': '' }, counter)).status).toBe(403)
  const call = await manager.fetch('/api/ext/staff/changes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      record: 'setting',
      id: 'catalog/version',
      patch: { value: 'x' },
      version: null,
      key: 'call-12345',
    }),
  })
  expect(call.status).toBe(422)
})

test('[H14l] closed days are previewed, then change promised days on the shop within seconds, and opening again restores them', async () => {
  const now = Date.now()
  const dayAfter = (days: number) => shopDay(now + days * DAY_MS)
  const period = { from: dayAfter(0), to: dayAfter(20) }
  const closed = Array.from({ length: 21 }, (_, days) => Date.parse(dayAfter(days)))
  const [open, late] = [formatDay(arrivalDate(now)), formatDay(arrivalDate(now, closed))]
  const shopper = new Browser()
  const offer = (await shopper.fetch('/U/TL2001')).headers.get('Location') ?? ''
  const promised = async () => (await shopper.fetch(offer)).text()
  await vi.waitFor(async () => expect(await promised()).toContain(open), { timeout: 6_000, interval: 250 })

  const path = '/staff/settings/closed-days'
  const preview = await page(`${path}?${new URLSearchParams(period)}`)
  expect(preview).toContain(`arrives <b>${late}</b>`)
  expect(await promised()).not.toContain(late)
  const version = /name="version" value="(\d+)"/.exec(preview)?.[1] ?? ''
  const send = (fields: Record<string, string>, who = manager) => {
    keys += 1
    const body = new URLSearchParams({ action: 'add', version, key: `closed-${keys}`, ...fields })
    return who.fetch(path, { method: 'POST', body, redirect: 'manual' })
  }
  const wrong = await send({ from: '2020-01-01', to: '' })
  expect([wrong.status, await wrong.text()]).toEqual([
    422,
    expect.stringContaining(CLOSED_DAYS_MESSAGES.from),
  ])
  expect((await send(period)).status).toBe(303)
  await vi.waitFor(async () => expect(await promised()).toContain(late), { timeout: 6_000, interval: 250 })
  // Who still has the page of before changes nothing.
  await send({ from: dayAfter(30), to: '' })
  expect(await stored('shop/closed_days')).not.toContain(dayAfter(30))

  const [, newer = ''] = /name="version" value="(\d+)"/.exec(await page(path)) ?? []
  expect((await send({ ...period, action: 'remove', version: newer })).status).toBe(303)
  expect(await page(path)).toContain('No closed days ahead.')
  await vi.waitFor(async () => expect(await promised()).toContain(open), { timeout: 6_000, interval: 250 })
})
