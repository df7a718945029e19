/** The pages of changes of many units, with their forms as a browser without script sends them (H14). */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { addUnits } from './testing/bulk-units.harness.ts'

const [owner, manager, counter] = [new Browser(), new Browser(), new Browser()]

beforeAll(async () => {
  await openShop()
  await addUnits(5_001)
  await env.DB.exec(
    "UPDATE unit SET cost = 9500 WHERE product_id = (SELECT id FROM product WHERE sku = 'BULK-2')",
  )
  await env.DB.exec("INSERT INTO bin (code, walk) VALUES ('C-1', 1)")
  await owner.signInAsStaff('owner')
  await manager.signInAsStaff('manager')
  await counter.signInAsStaff('counter')
})

let keys = 0
function post(browser: Browser, fields: Record<string, string>, path = '/staff/bulk/form') {
  keys += 1
  return browser.fetch(path, {
    method: 'POST',
    body: new URLSearchParams({ key: `pages-key-${keys}`, ...fields }),
  })
}
const text = async (response: Response) => (await response.text()).replace(/<!--.*?-->/g, '')
const page = async (browser: Browser, path: string) => text(await browser.fetch(path))
/** The figures of a page by their labels. */
const figures = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, label, value]) => [label, value]),
  )
const LOWER = { action: 'price', how: 'lower-percent', amount: '10', why: 'Winter sale' }
/** Sends the form of a change and returns the address of its preview. */
async function preview(browser: Browser, fields: Record<string, string>): Promise<string> {
  const response = await post(browser, fields)
  expect(response.status).toBe(303)
  return response.headers.get('Location') ?? ''
}
const act = (browser: Browser, path: string, action: string) =>
  post(browser, { action, job: path.split('/').at(-1) ?? '' })

test('[H14v] marked units are previewed with old and new prices, changed, and undone as one', async () => {
  const edit = await page(manager, '/staff/units/edit/?units=BULK-1&units=BULK-2&units=BULK-3')
  expect(edit).toContain('Change 3 units')
  expect(edit).toContain('value="BULK-1 BULK-2 BULK-3"')
  const job = await preview(manager, { ...LOWER, units: 'BULK-1 BULK-2 BULK-3' })
  const before = await page(manager, job)
  expect(figures(before)).toEqual({
    'Will change': '2',
    'Stay as they are': '0',
    Refused: '1',
    'All prices together': '-$20.00',
  })
  expect(before).toMatch(/BULK-1<\/a>.*\$100\.00.*\$90\.00/)
  expect(before).toContain('below what the tire cost')
  expect(await env.DB.prepare("SELECT price FROM product WHERE sku = 'BULK-1'").first('price')).toBe(10_000)

  await act(manager, job, 'start')
  const after = await page(manager, job)
  expect(figures(after)).toEqual({ Changed: '2', Skipped: '1' })
  expect(await env.DB.prepare("SELECT price FROM product WHERE sku = 'BULK-1'").first('price')).toBe(9_000)
  // A second press starts nothing.
  expect(await page(manager, (await act(manager, job, 'start')).headers.get('Location') ?? '')).toContain(
    'finished already',
  )

  const undo = (await act(manager, job, 'undo')).headers.get('Location') ?? ''
  expect(figures(await page(manager, undo))).toEqual({ Undone: '2', Skipped: '0' })
  expect(await env.DB.prepare("SELECT price FROM product WHERE sku = 'BULK-1'").first('price')).toBe(10_000)
  expect(await page(manager, job)).toContain('This was undone')
  expect(await page(manager, '/staff/bulk/')).toContain('Undone')
})

test('[H14v] all units that fit a filter are changed; a manager changes 5,000 at most, the owner any number', async () => {
  const refused = await post(manager, { ...LOWER, filter: 'q=bulk' })
  expect(refused.status).toBe(422)
  const html = await text(refused)
  expect(html).toContain('your role changes up to 5,000')
  expect(html).toContain('value="Winter sale"')
  const job = await preview(owner, { ...LOWER, filter: 'q=bulk', nine: '1' })
  expect(figures(await page(owner, job))).toMatchObject({
    'Will change': '5,001',
    'All prices together': '-$55,011.00',
  })
  expect(await page(owner, job)).toContain('1 unit would be sold below cost')
  // Nobody starts what somebody else has seen.
  await act(manager, job, 'start')
  expect(await page(owner, job)).toContain('Will change')
  await act(owner, job, 'discard')
  expect((await owner.fetch(job)).status).toBe(404)
})

test('[H14v] the whole batch is undone by the button of the audit log, in parts', async () => {
  const units = Array.from({ length: 400 }, (_, index) => `BULK-${index + 10}`).join(' ')
  const job = await preview(owner, { action: 'bin', bin: 'HTTPS://SHOP.EXAMPLE/B/C-1', units })
  await act(owner, job, 'start')
  expect(figures(await page(owner, job))).toEqual({ Changed: '400', Skipped: '0' })
  const [, batch = ''] =
    /name="batch" value="([^"]+)"/.exec(await page(owner, '/staff/audit/?q=BULK-10')) ?? []
  const answer = await post(owner, { batch, return: '/staff/audit/' }, '/staff/audit/form/')
  expect(figures(await page(owner, answer.headers.get('Location') ?? ''))).toEqual({
    Undone: '400',
    Skipped: '0',
  })
  expect(await env.DB.prepare("SELECT count(*) AS n FROM unit WHERE bin = 'C-1'").first('n')).toBe(0)
})

test.each([
  ['a price without a reason', { ...LOWER, why: ' ' }, 'Say why'],
  ['an amount that is none', { ...LOWER, amount: 'ten' }, 'Type an amount'],
  ['a price lowered by all of it', { ...LOWER, amount: '100' }, 'less than 100%'],
  ['an amount of another planet', { ...LOWER, how: 'set', amount: '999999999' }, 'Type an amount'],
  ['a bin that is none', { action: 'bin', bin: 'Z-9' }, 'No bin has this code'],
  ['a bin with an emoji', { action: 'bin', bin: '🛞' }, 'Use letters and digits'],
  ['units that are like this', { action: 'live' }, 'like this already'],
])('[H14v] %s is refused at its field, and what was typed stays', async (_, fields, message) => {
  const refused = await post(owner, { ...fields, units: 'BULK-1' } as Record<string, string>)
  expect(refused.status).toBe(422)
  expect(await text(refused)).toContain(message)
})

test('[H14v] units that are not there are refused', async () => {
  expect(await text(await post(owner, { ...LOWER, units: 'NO-SUCH' }))).toContain('No unit fits')
})

test('[H14v] the counter has neither page nor buttons for many units', async () => {
  expect((await post(counter, { ...LOWER, units: 'BULK-1' })).status).toBe(403)
  expect(await page(counter, '/staff/units/')).not.toContain('Change marked units')
  expect(await page(manager, '/staff/units/')).toContain('Change marked units')
})

test('[H14v] the audit log undoes a change of many units, and that undo, for those alone whose role changes as many', async () => {
  const prices = () =>
    env.DB.prepare("SELECT count(*) n FROM product WHERE sku LIKE 'BULK-%' AND price < 9000").first<number>(
      'n',
    )
  const job = await preview(owner, { ...LOWER, amount: '15', units: 'BULK-11 BULK-12 BULK-13' })
  await act(owner, job, 'start')
  const changed = await prices()
  expect(changed).toBeGreaterThanOrEqual(3)
  const batchOn = async (who: Browser) =>
    /name="batch" value="([^"]+)"/.exec(await page(who, '/staff/units/BULK-11'))?.[1] ?? ''
  const batch = await batchOn(manager)
  expect([batch, await batchOn(counter)]).toEqual([expect.stringMatching(/./), ''])
  const undo = (who: Browser, name: string) =>
    post(who, { batch: name, return: '/staff/units/' }, '/staff/audit/form/')
  expect((await undo(counter, batch)).status).toBe(403)
  await env.DB.prepare('UPDATE bulk_job SET units = 5001 WHERE key = ?').bind(batch).run()
  expect([await batchOn(owner), await batchOn(manager)]).toEqual([batch, ''])
  expect((await undo(manager, batch)).headers.get('Location')).toBe('/staff/units/')
  expect(await prices()).toBe(changed)
  expect((await undo(owner, batch)).headers.get('Location')).toMatch(/^\/staff\/bulk\/\d+$/)
  expect(await prices()).toBe((changed ?? 0) - 3)
  expect((await undo(counter, `undo ${batch}`)).status).toBe(403)
  expect(await prices()).toBe((changed ?? 0) - 3)
})
