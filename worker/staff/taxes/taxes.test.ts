import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Cart } from '../../../schema/cart/cart.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'

const owner = new Browser()
const counter = new Browser()
const books = new Browser()
let keys = 0

beforeAll(async () => {
  await openShop()
  await owner.signInAsStaff('owner')
  await counter.signInAsStaff('counter')
  await books.signInAsStaff('books')
  await env.DB.exec('DELETE FROM tax_rate')
  await env.DB.exec('DELETE FROM fee_rule')
  await env.DB.exec(
    "INSERT OR REPLACE INTO config (path, value) VALUES ('general/region/allowed_state', 'IL,AZ')",
  )
  await env.DB.exec(
    "INSERT INTO tax_rate (id, rule_id, code, tax_country_id, tax_region_id, zip_from, zip_to, rate, demo, source) SELECT 1000 + region_id, (SELECT min(id) FROM tax_rule), 'US-' || code, 'US', region_id, NULL, NULL, 6.25, 1, 'Demonstration' FROM region WHERE code IN ('IL', 'AZ', 'NC')",
  )
  await env.DB.exec(
    "INSERT INTO fee_rule (id, code, region_id, conditions, kind, cents, title, source, evidence, note, demo) SELECT 2001, 'state-fee', region_id, '[\"New\",\"Used\"]', 'flat', 250, 'Illinois tire fee', 'Demonstration', 'official', '', 1 FROM region WHERE code = 'IL'",
  )
})
afterEach(() => {
  vi.useRealTimers()
})

const page = async (path: string, who = owner) => (await who.fetch(path)).text()
function send(fields: Record<string, string> | URLSearchParams, who = owner): Promise<Response> {
  keys += 1
  const body = new URLSearchParams(fields)
  body.set('key', `tax-change-${keys}`)
  return who.fetch('/staff/taxes/form', { method: 'POST', body, redirect: 'manual' })
}
const illinois = async () =>
  (await env.DB.prepare("SELECT region_id FROM region WHERE code = 'IL'").first<number>('region_id')) ?? 0
const row = (id: string) =>
  env.DB.prepare('SELECT * FROM tax_rate WHERE id = ?')
    .bind(Number(id.slice(5)))
    .first()

/** What a cart pays in Illinois, by the code that computes all totals. */
async function inIllinois(): Promise<{ percents: number[]; fees: number[] }> {
  const shipTo = { regionId: await illinois(), postcode: '60612' } as Cart['shipTo']
  const context = await findTotalsContext(env.DB, { lines: [], shipTo, shippingMethod: null })
  return {
    percents: [...context.taxPercentByClass.values()],
    fees: context.feeRules.map(({ value }) => value),
  }
}

test('[H14l] demonstration taxes warn on Today and at the counter until the owner has confirmed them', async () => {
  const warning = 'Order totals may be wrong.'
  // North Carolina is not in the delivery area.
  expect(await page('/staff/')).toContain('3 taxes and fees of the delivery area')
  for (const path of ['/staff/', '/staff/sell/']) expect(await page(path, counter)).toContain(warning)
  expect(await page('/staff/', counter)).not.toContain('href="/staff/taxes/"')
  const versions = [...(await page('/staff/taxes/')).matchAll(/name="seen" value="([^"]+)"/g)].map(
    ([, seen = '']) => seen,
  )
  expect(versions).toHaveLength(4)
  const wrong = await send({ action: 'confirm', source: 'A law', fromDay: '2026-01-01' })
  expect([wrong.status, (await wrong.text()).includes('Choose what you confirm.')]).toEqual([422, true])
  const body = new URLSearchParams({ action: 'confirm', source: '35 ILCS 105', fromDay: '2026-01-01' })
  for (const seen of versions) body.append('seen', seen)
  expect((await send(body)).status).toBe(303)
  expect(await page('/staff/')).not.toContain(warning)
  expect(await page('/staff/sell/', counter)).not.toContain(warning)
  expect(await page('/staff/taxes/', books)).toContain('35 ILCS 105')
  // The same press again confirms nothing twice, and says so.
  expect(await page('/staff/taxes/')).not.toContain('Demonstration value')
})

test('[H14l] a changed tax is in the next total, one of a later day from that day, and undo restores the row', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const id = `rate/${1000 + (await illinois())}`
  const version = async () => String((await row(id))?.version)
  const without = async () => ({ ...(await row(id)), version: 0 })
  await send({
    action: 'save',
    id,
    version: await version(),
    amount: '7%',
    fromDay: '2026-01-01',
    source: 'A law',
    isConfirmed: 'on',
  })
  expect((await inIllinois()).percents).toEqual([7])
  const before = await without()
  const later = shopDay(Date.now() + 40 * DAY_MS)
  await send({
    action: 'save',
    id,
    version: await version(),
    amount: '8.5',
    fromDay: later,
    source: 'A new law',
    isConfirmed: 'on',
  })
  expect((await inIllinois()).percents).toEqual([7])
  expect(await page(`/staff/taxes/${id}`)).toContain(`7%, from ${later} 8.5%`)
  vi.setSystemTime(Date.now() + 41 * DAY_MS)
  expect((await inIllinois()).percents).toEqual([8.5])
  vi.useRealTimers()
  const undo = /name="undo" value="(\d+)"/.exec(await page('/staff/audit/'))?.[1] ?? ''
  const body = new URLSearchParams({ undo, key: 'undo-of-tax', return: '/staff/audit/' })
  await owner.fetch('/staff/audit/form/', { method: 'POST', body })
  expect(await without()).toEqual(before)
})

test('[H14l] a fee is changed in dollars for each tire, and what is wrong is shown as it was typed', async () => {
  const version = String(
    await env.DB.prepare('SELECT version FROM fee_rule WHERE id = 2001').first('version'),
  )
  const fields = {
    action: 'save',
    id: 'fee/2001',
    version,
    fromDay: '2026-01-01',
    source: 'A law',
    isConfirmed: 'on',
  }
  const wrong = await send({ ...fields, amount: 'two dollars' })
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toMatch(/value="two dollars".*Enter dollars for each tire/s)
  const noDay = await send({ ...fields, fromDay: '2026-02-30', amount: '3' })
  expect(await noDay.text()).toContain('Choose the first day from the calendar.')
  await send({ ...fields, amount: '$3.00' })
  expect((await inIllinois()).fees).toEqual([300])
})

test('[H14l] only the owner changes taxes: books see them, others see a warning alone', async () => {
  const id = `rate/${1000 + (await illinois())}`
  const before = await row(id)
  const form = {
    action: 'save',
    id,
    version: '1',
    amount: '0',
    fromDay: '2026-01-01',
    source: 'Mine',
    isConfirmed: 'on',
  }
  const manager = new Browser()
  await manager.signInAsStaff('manager')
  for (const who of [books, counter, manager]) expect((await send(form, who)).status).toBe(403)
  expect((await counter.fetch('/staff/taxes/')).status).toBe(403)
  expect(await page(`/staff/taxes/${id}`, books)).not.toContain('Change or confirm')
  expect(await row(id)).toEqual(before)
})

test('[H14l] a fee of a state that has none is shown with what it costs, then added once, and is in the next total', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const fee = {
    ...{
      state: 'AZ',
      code: 'state-fee',
      title: 'Arizona tire fee',
      conditions: 'new',
      amount: '2%',
      cap: '2',
    },
    ...{ rimFrom: '', rimBelow: '24.5', fromDay: '2026-01-01', source: 'ARS 44-1302' },
  }
  const path = (fields: Record<string, string>) => `/staff/taxes/new?${new URLSearchParams(fields)}`
  const shown = await page(path(fee))
  expect(shown).toContain('Arizona has no fee yet.')
  // 2% of $120 is above the cap.
  expect(shown).toMatch(/Four new tires, \$120 each, 16 in<\/dt><dd[^>]*>\$8\.00/)
  expect(shown).toMatch(/Four used tires[^<]*<\/dt><dd[^>]*>No fee/)
  const wrong = { ...fee, state: 'ZZ', amount: 'two', title: '', rimFrom: '30' }
  for (const answer of [await owner.fetch(path(wrong)), await send({ action: 'add', ...wrong })]) {
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('Enter dollars for each tire, such as 2.50')
  }
  expect((await send({ action: 'add', ...fee }, counter)).status).toBe(403)

  const arizona = { regionId: 0, postcode: '85001' }
  arizona.regionId =
    (await env.DB.prepare("SELECT region_id FROM region WHERE code = 'AZ'").first<number>('region_id')) ?? 0
  const charged = async () => {
    const shipTo = arizona as Cart['shipTo']
    const { feeRules } = await findTotalsContext(env.DB, { lines: [], shipTo, shippingMethod: null })
    return feeRules.map(({ title, value, cap, rimBelow }) => [title, value, cap, rimBelow])
  }
  const later = shopDay(Date.now() + 40 * DAY_MS)
  await send({ action: 'add', ...fee })
  keys -= 1
  await send({ action: 'add', ...fee })
  await send({ action: 'add', ...fee, code: 'recycle-fee', title: 'Arizona recycling fee', fromDay: later })
  expect(await charged()).toEqual([
    ['Arizona tire fee', 2, 200, 24.5],
    ['Arizona recycling fee', 0, 200, 24.5],
  ])
  expect(await page('/staff/taxes/')).toContain('Arizona recycling fee')
  expect(await page(path(fee))).toContain('Arizona has already: Arizona tire fee, Arizona recycling fee.')
  const [last = ''] = /fee\/1000\d/.exec(await page('/staff/taxes/')) ?? []
  expect(await page(`/staff/taxes/${last}`)).toContain('Confirmed by the owner')
  vi.setSystemTime(Date.now() + 41 * DAY_MS)
  expect((await charged()).map(([, value]) => value)).toEqual([2, 2])
})
