/** Price plans: made by forms, run by cron, stopped and undone (H14). */
import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import type { BulkStores } from '../bulk/run-bulk.ts'
import { addUnits } from '../bulk/testing/bulk-units.harness.ts'
import { runPricePlans } from './run-plans.ts'

const stores: BulkStores = {
  DB: env.DB,
  REBUILD: { send: async () => {} } as unknown as BulkStores['REBUILD'],
}
let [owner, manager] = [new Browser(), new Browser()]

beforeEach(async () => {
  await reset()
  await openShop()
  await addUnits(20)
  // BULK-1 to BULK-4 are here for 70 days, BULK-5 for 100; the others are new.
  const listed = (days: number, skus: string) =>
    env.DB.prepare(`UPDATE product SET created_at = ? WHERE sku IN (${skus})`).bind(
      Date.now() - days * DAY_MS,
    )
  await env.DB.prepare('UPDATE product SET created_at = ?').bind(Date.now()).run()
  await env.DB.batch([listed(70, "'BULK-1','BULK-2','BULK-3','BULK-4'"), listed(100, "'BULK-5'")])
  ;[owner, manager] = [new Browser(), new Browser()]
  await owner.signInAsStaff('owner')
  await manager.signInAsStaff('manager')
})

let keys = 0
function post(fields: Record<string, string>, browser = manager) {
  keys += 1
  const body = new URLSearchParams({ key: `plan-key-${keys}`, ...fields })
  return browser.fetch('/staff/plans/form', { method: 'POST', body })
}
const text = async (response: Response) => (await response.text()).replace(/<!--.*?-->/g, '')
const page = async (path: string, browser = manager) => text(await browser.fetch(path))
const PLAN = {
  action: 'create',
  name: 'Winter sale',
  filter: 'q=bulk',
  begins: shopDay(Date.now()),
  days1: '60',
  percent1: '10',
  days2: '90',
  percent2: '20',
}
/** Makes a plan and returns its address. */
async function create(fields: Record<string, string> = {}, browser = manager): Promise<string> {
  const response = await post({ ...PLAN, ...fields }, browser)
  expect(response.status).toBe(303)
  return response.headers.get('Location') ?? ''
}
const act = (action: string, path: string, browser = manager) =>
  post({ action, plan: path.split('/').at(-1) ?? '' }, browser)
const specials = async () => {
  const { results } = await env.DB.prepare(
    "SELECT sku, special_price, final_price FROM product WHERE special_price IS NOT NULL AND sku LIKE 'BULK-%' ORDER BY id",
  ).all<{ sku: string; special_price: number; final_price: number }>()
  return results.map(({ sku, special_price, final_price }) => `${sku} ${special_price} ${final_price}`)
}

test('[H14x] a plan makes its prices in the next hour, once, with rows in the audit log, and undoes them as one', async () => {
  const plan = await create()
  const preview = await page(plan)
  expect(preview).toContain('<dt>Would change</dt><dd>5</dd>')
  expect(preview).toMatch(/BULK-5<\/a>.*\$100\.00.*\$79\.00/)
  expect(await specials()).toEqual([])
  await runPricePlans(stores, Date.now())
  const made = [
    'BULK-1 8900 8900',
    'BULK-2 8900 8900',
    'BULK-3 8900 8900',
    'BULK-4 8900 8900',
    'BULK-5 7900 7900',
  ]
  expect(await specials()).toEqual(made)
  await runPricePlans(stores, Date.now())
  const { results } = await env.DB.prepare(
    "SELECT source, staff_id, why FROM audit_log WHERE record = 'unit'",
  ).all()
  expect(results).toEqual(Array(5).fill({ source: 'plan', staff_id: null, why: 'Winter sale' }))

  await act('undo', plan)
  expect(await specials()).toEqual([])
  expect(await page(plan)).toContain('Stopped')
  await runPricePlans(stores, Date.now())
  expect(await specials()).toEqual([])
})

test('[H14x] a preview is as of any day', async () => {
  const plan = await create({ days2: '', percent2: '' })
  const day = (days: number) => shopDay(Date.now() + days * DAY_MS)
  expect(await page(`${plan}?on=${day(1)}`)).toContain('<dt>Would change</dt><dd>5</dd>')
  expect(await page(`${plan}?on=${day(61)}`)).toContain('<dt>Would change</dt><dd>20</dd>')
  expect(await specials()).toEqual([])
})

test('[H14x] prices that people chose stay, and none goes below cost', async () => {
  const set = (sku: string, sql: string) =>
    env.DB.prepare(`UPDATE unit SET ${sql} WHERE product_id = (SELECT id FROM product WHERE sku = ?)`)
      .bind(sku)
      .run()
  await env.DB.exec("UPDATE product SET special_price = 5000 WHERE sku = 'BULK-1'")
  await set('BULK-2', 'cost = 9500')
  await set('BULK-3', 'cost = 10000')
  await create()
  await runPricePlans(stores, Date.now())
  expect(await specials()).toEqual([
    'BULK-1 5000 5000',
    'BULK-2 9500 9500',
    'BULK-4 8900 8900',
    'BULK-5 7900 7900',
  ])
})

test('[H14x] a plan for more than a fifth of the stock, or more than 25% off, waits for the owner', async () => {
  for (const fields of [{ days1: '0' }, { percent2: '30' }]) {
    const plan = await create(fields)
    expect(await page(plan)).toContain('Waits for the owner')
    await act('approve', plan)
    await runPricePlans(stores, Date.now())
    expect(await specials()).toEqual([])
    await act('approve', plan, owner)
    expect(await page(plan)).toContain('Active')
    await act('stop', plan)
  }
})

test('[H14x] a plan that outgrew its limit waits before it changes anything', async () => {
  const plan = await create({ days2: '', percent2: '' })
  await runPricePlans(stores, Date.now() + 61 * DAY_MS)
  expect(await specials()).toEqual([])
  expect(await page(plan)).toContain('Waits for the owner')
})

test('[H14x] a stopped plan that a manager starts again still needs the owner', async () => {
  const plan = await create({ percent2: '30' })
  await act('stop', plan)
  await act('start', plan)
  await runPricePlans(stores, Date.now())
  expect(await specials()).toEqual([])
  expect(await page(plan)).toContain('Waits for the owner')
})

test.each([
  ['no name', { name: ' ' }, 'Give the plan a name'],
  ['days that fall', { days2: '30' }, 'Type whole days'],
  ['a share of 100', { percent1: '100' }, 'Type whole days'],
  ['no step', { days1: '', percent1: '', days2: '', percent2: '' }, 'Type whole days'],
  ['a first day that is none', { begins: '2026-02-31' }, 'Choose the first day'],
  ['an end before its begin', { ends: '2020-01-01' }, 'before the first one'],
])('[H14x] a plan with %s is refused at its field', async (_, fields, message) => {
  const refused = await post({ ...PLAN, ...fields })
  expect(refused.status).toBe(422)
  expect(await text(refused)).toContain(message)
})

test('[H14x] a plan of some months makes prices in them alone, and again in the next year', async () => {
  const month = Number(shopDay(Date.now()).slice(5, 7))
  const other = String(((month + 5) % 12) + 1)
  const away = await create({ season_from: other, season_to: other })
  expect(await page(away)).toContain(' each year')
  await runPricePlans(stores, Date.now())
  expect(await specials()).toEqual([])
  const plan = await create({ season_from: String(month), season_to: String(month) }, owner)
  await act('stop', away)
  await runPricePlans(stores, Date.now())
  expect(await specials()).toHaveLength(5)
  expect(await page('/staff/plans/')).toContain(' each year')
  const made = 'SELECT count(*) AS n FROM bulk_job WHERE plan_id = ?'
  const id = plan.split('/').at(-1)
  const nextYear = Date.now() + 365 * DAY_MS
  await runPricePlans(stores, nextYear)
  expect(await env.DB.prepare(made).bind(Number(id)).first('n')).toBe(2)
  const lone = await post({ ...PLAN, season_from: '3' })
  expect(lone.status).toBe(422)
  expect(await text(lone)).toContain('Choose the first and the last month')
})
