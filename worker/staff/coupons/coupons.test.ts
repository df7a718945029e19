import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

let manager: Browser
beforeEach(async () => {
  await reset()
  await openShop()
  manager = new Browser()
  await manager.signInAsStaff('manager')
})

const page = async (path = '/staff/coupons/') => (await manager.fetch(path)).text()
let keys = 0
function send(fields: Record<string, string>, who = manager): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ key: `coupon-${keys}`, ...fields })
  return who.fetch('/staff/coupons/form/', { method: 'POST', body, redirect: 'manual' })
}
const save = (fields: Record<string, string>, who = manager) =>
  send({ action: 'save', version: '0', kind: 'percent', percent: '10', ...fields }, who)
const row = (code: string) => env.DB.prepare('SELECT * FROM coupon WHERE code = ?').bind(code).first()

/** What a shopper reads when the coupon is entered in a cart. */
async function useIt(code: string): Promise<string> {
  const shopper = new Browser()
  const post = (fields: Record<string, string>) =>
    shopper.fetch('/cart/form/', { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  await post({ action: 'add', sku: 'TL-1001', qty: '1', return: '/cart/' })
  await post({ action: 'coupon', coupon: code })
  return (await shopper.fetch('/cart/')).text()
}

test('[H14l] a new coupon can be used at once, and a stopped one no longer', async () => {
  expect(
    (await save({ code: 'fall-15', percent: '15 %', endsOn: '2099-12-31', usageLimit: '100' })).status,
  ).toBe(303)
  expect(await page()).toMatch(/FALL-15.*15% off, until .*Used 0 of 100/s)
  expect(await useIt('fall-15')).toContain('FALL-15')
  expect(await row('FALL-15')).toMatchObject({ value: 15, usage_limit: 100, version: 1 })
  await send({ action: 'stop', code: 'FALL-15', version: '1' })
  expect(await row('FALL-15')).toMatchObject({ is_active: 0, version: 2 })
  expect(await page()).toContain('Stopped')
  expect(await useIt('fall-15')).not.toContain('FALL-15')
})

test('[H14l] a coupon that has ended says so, and offers neither to stop nor to start it', async () => {
  await save({ code: 'SUMMER', endsOn: '2020-08-31' })
  await save({ code: 'FALL' })
  await send({ action: 'stop', code: 'SUMMER', version: '1' })
  const html = await page()
  expect(html).toContain('Ended')
  const buttonOf = (code: string) => new RegExp(`(Stop|Start)<span[^>]*>[^/]*${code}<`)
  expect(html).toMatch(buttonOf('FALL'))
  expect(html).not.toMatch(buttonOf('SUMMER'))
})

test('[H14l] a refused form has all that was typed, with the error at its field', async () => {
  const wrong = await save({ code: 'FALL', percent: '150', minSubtotal: '200', description: 'for the radio' })
  const html = await wrong.text()
  expect(wrong.status).toBe(422)
  for (const text of ['Enter a whole number from 1 to 100.', 'value="150"', 'value="200"', 'for the radio'])
    expect(html).toContain(text)
  expect(await row('FALL')).toBeNull()
  await save({ code: 'FALL' })
  const again = await save({ code: 'fall', percent: '50' })
  expect(await again.text()).toContain('There’s a coupon with this code.')
  expect(await row('FALL')).toMatchObject({ value: 10 })
})

test('[H14l] a new coupon never replaces one that nobody changed here, and a form that is sent twice is one coupon', async () => {
  await env.DB.exec(
    "INSERT INTO coupon (code, kind, value, is_active, min_subtotal, first_order_only, description) VALUES ('OLD', 'fixed', 2000, 1, 20000, 1, '')",
  )
  const before = await row('OLD')
  const refused = await save({ code: 'old', percent: '50' })
  expect([refused.status, await row('OLD')]).toEqual([422, before])
  const twice = { code: 'NEW', key: 'one-form' }
  expect([(await save(twice)).status, (await save(twice)).status]).toEqual([303, 303])
  expect((await save({ code: 'COMMA', kind: 'fixed', amount: '5,00' })).status).toBe(422)
})

test('[H14l] a change is in the audit log with both values and is undone there', async () => {
  await save({ code: 'FALL' })
  await save({ code: 'FALL', version: '1', kind: 'fixed', percent: '', amount: '12.50' })
  expect(await row('FALL')).toMatchObject({ kind: 'fixed', value: 1250, version: 2 })
  const log = await page('/staff/audit/?record=coupon&id=FALL')
  expect(log).toContain('$12.50')
  const undo = /name="undo" value="(\d+)"/.exec(log)?.[1] ?? ''
  await manager.fetch('/staff/audit/form/', {
    method: 'POST',
    body: new URLSearchParams({ undo, key: 'undo-of-fall', return: '/staff/audit/' }),
    redirect: 'manual',
  })
  expect(await row('FALL')).toMatchObject({ kind: 'percent', value: 10 })
})

test('[H14l] two people who change one coupon: the second reads what the first changed', async () => {
  await save({ code: 'FALL' })
  await save({ code: 'FALL', version: '1', percent: '20' })
  const owner = new Browser()
  await owner.signInAsStaff('owner')
  const late = await save({ code: 'FALL', version: '1', percent: '30' }, owner)
  expect(await late.text()).toContain('Someone changed this while you had the page open.')
  expect(await row('FALL')).toMatchObject({ value: 20 })
})

test('[H14l] a limit below the uses so far is refused, and a demonstration coupon becomes the shop’s own', async () => {
  await env.DB.exec(
    "INSERT INTO coupon (code, kind, value, is_active, min_subtotal, first_order_only, times_used, description, demo) VALUES ('OLD', 'percent', 5, 1, 0, 0, 7, '', 1)",
  )
  const refused = await save({ code: 'OLD', version: '1', usageLimit: '6' })
  expect(await refused.text()).toContain('at least its uses so far')
  await save({ code: 'OLD', version: '1', usageLimit: '7' })
  expect(await row('OLD')).toMatchObject({ usage_limit: 7, times_used: 7, demo: 0, value: 10 })
})
