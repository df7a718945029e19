import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { type Browser, openShop } from '../../account/testing/account.harness.ts'
import { hiddenFields, staffBrowser, submit, textOf } from './testing/unit-pages.harness.ts'

const FORM = '/staff/units/form'
const UNDO = '/staff/audit/form/'
let manager: Browser

beforeEach(async () => {
  await reset()
  await openShop()
  await env.DB.prepare("INSERT INTO bin (code) VALUES ('A-12-3'), ('B-14')").run()
  manager = await staffBrowser('manager')
})

const open = async (path: string, browser = manager) => {
  const response = await browser.fetch(path)
  const html = await response.text()
  return { status: response.status, html, text: textOf(html), target: response.headers.get('Location') }
}
const unit = (browser = manager) => open('/staff/units/TL-1001', browser)
/** Fills in a form of the unit's page and sends it. */
const change = async (fields: Record<string, string>, browser = manager, page = unit(browser)) =>
  submit(browser, FORM, { ...hiddenFields((await page).html, { action: fields.action ?? '' }), ...fields })
const rowOf = (column: string) =>
  env.DB.prepare(
    `SELECT ${column} FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s USING (stock_sku) WHERE p.sku = 'TL-1001'`,
  ).first(column)

test('[H14h] the page of a unit shows its report, price, state, bin and the way to its page in the shop', async () => {
  const { status, text, html } = await unit()
  expect(status).toBe(200)
  for (const part of [
    '225/45R17 Halden Velo Sport',
    'On sale $62.00 without a bin',
    'No photo yet',
    'Tread 7/32 in',
    'DOT 2421',
    'Grade A',
    'Sidewalls No cuts, no bulges',
    'First inspection R. Ortiz, Aug 20, 2026',
    'Nobody has changed this unit yet.',
  ])
    expect(text).toContain(part)
  expect(html).toContain('href="/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001"')
  expect(html).toContain('href="/staff/labels/?units=TL-1001"')
  const cells = [...html.matchAll(/<td class="staff-number">([\d.]+)<\/td>/g)].map(([, depth]) => depth)
  expect(cells).toEqual(['7', '7.5', '7.5', '7'])
})

test('[H14h] a unit is found in any spelling of its number, and its parts lead to it', async () => {
  expect((await open('/staff/units/tl1001')).target).toBe('/staff/units/TL-1001')
  expect((await open('/staff/units/TL-1002-2')).target).toBe('/staff/units/TL-1002')
  expect((await open('/staff/units/TL-9')).status).toBe(404)
})

test('[H14h] a price is changed, undone, and both are in the history', async () => {
  const changed = await change({ action: 'price', price: '$58.50', why: '' })
  expect(changed.text).toContain('Saved.')
  expect(changed.text).toContain('Price $62.00 → $58.50 Mara Quinn')
  expect(await rowOf('final_price')).toBe(5850)
  const undone = await submit(manager, UNDO, hiddenFields(changed.html, { return: '/staff/units/TL-1001' }))
  expect(undone.text).toContain('Undone.')
  expect(undone.text).toContain('undone Price $58.50 → $62.00')
  expect(await rowOf('final_price')).toBe(6200)
})

test('[H14h] a form that is sent twice is one change', async () => {
  const page = await unit()
  const fields = { ...hiddenFields(page.html, { action: 'price' }), price: '60', why: '' }
  await submit(manager, FORM, fields)
  expect((await submit(manager, FORM, fields)).text).toContain('Saved.')
  expect(await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first('n')).toBe(1)
})

test('[H14h] a refused price is shown again with its reason', async () => {
  const refused = await change({ action: 'price', price: '20', why: '' })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Say why.')
  expect(refused.html).toMatch(/id="price-why"[^>]*aria-invalid="true"/)
  expect(refused.html).toContain('value="20"')
  const wrong = await change({ action: 'price', price: 'cheap', why: '' })
  expect(wrong.text).toContain('Enter a price in dollars, such as 49.50.')
  expect(wrong.html).toContain('value="cheap"')
  expect(await rowOf('price')).toBe(6200)
  expect((await change({ action: 'price', price: '20', why: 'Old stock' })).text).toContain('Old stock')
})

test('[H14h] a unit is moved by a typed code or the scanned label of a bin; an unknown bin is refused', async () => {
  expect((await change({ action: 'bin', bin: 'a-12-3' })).text).toContain('in A-12-3')
  expect((await change({ action: 'bin', bin: 'HTTPS://SHOP.EXAMPLE/B/B-14' })).text).toContain('in B-14')
  expect((await change({ action: 'bin', bin: 'Z-9' })).text).toContain('No bin has this code.')
  expect(await rowOf('bin')).toBe('B-14')
  expect((await change({ action: 'bin', bin: '' })).text).toContain('without a bin')
})

test('[H14h] a unit is taken off sale, put back, scrapped with a reason and put back', async () => {
  const state = async (to: string, more = {}) => {
    const { html } = await unit()
    return submit(manager, FORM, { ...hiddenFields(html, { action: 'state', state: to }), ...more })
  }
  expect((await state('parked')).text).toContain('Off sale $62.00')
  expect(await rowOf('qty')).toBe(0)
  expect((await state('live')).text).toContain('On sale $62.00')
  expect(await rowOf('qty')).toBe(1)
  const scrapped = await state('scrap', { why: 'Bead torn' })
  expect(scrapped.text).toContain('State On sale → Scrapped')
  expect(scrapped.text).toContain('Bead torn')
  await submit(manager, UNDO, hiddenFields(scrapped.html, { return: '/staff/units/TL-1001' }))
  expect(await rowOf('state')).toBe('live')
})

test('[H14h] two people who change the same price are asked which one holds', async () => {
  const owner = await staffBrowser('owner')
  const [mine] = await Promise.all([unit(), change({ action: 'price', price: '64', why: '' }, owner)])
  const conflict = await change({ action: 'price', price: '59', why: '' }, manager, Promise.resolve(mine))
  expect(conflict.status).toBe(409)
  expect(conflict.text).toContain('Sam Ortega set it to $64.00')
  expect(conflict.text).toContain('Use $59.00')
  expect(await rowOf('price')).toBe(6400)
  const resolved = await submit(manager, FORM, hiddenFields(conflict.html, { action: 'price', price: '59' }))
  expect(resolved.text).toContain('Saved.')
  expect(await rowOf('price')).toBe(5900)
})

test('[H14h] a role sees the forms that it may send, and no other ones work', async () => {
  const [yard, books] = [await staffBrowser('yard'), await staffBrowser('books')]
  const page = await unit(yard)
  expect(page.text).toContain('Bin')
  expect(page.html).not.toContain('name="price"')
  expect(page.html).not.toContain('value="scrap"')
  expect(page.text).not.toContain('Receive tires')
  const price = {
    action: 'price',
    sku: 'TL-1001',
    version: '1',
    key: crypto.randomUUID(),
    price: '1',
    why: '',
  }
  expect((await submit(yard, FORM, price)).text).toContain('Your role doesn’t include this.')
  expect((await unit(books)).html).not.toContain('action="/staff/units/form"')
  expect(await rowOf('price')).toBe(6200)
  const { Browser: AnyBrowser } = await import('../../account/testing/account.harness.ts')
  for (const path of ['/staff/units/', '/staff/units/TL-1001'])
    expect((await new AnyBrowser().fetch(path)).status).toBe(404)
  expect((await submit(new AnyBrowser(), FORM, price)).status).toBe(404)
})

const received = () =>
  env.DB.prepare(
    `SELECT s.qty, u.off_sale, u.cost, u.last_cost FROM product p JOIN unit u ON u.product_id = p.id JOIN stock s USING (stock_sku)
     WHERE p.sku = 'TL-2001'`,
  ).first()
const receipt = async (fields: Record<string, string>, browser = manager) => {
  const page = await open('/staff/units/TL-2001', browser)
  return submit(browser, FORM, { ...hiddenFields(page.html, { action: 'receipt' }), ...fields })
}

test('[H14h] new tires come in with their cost: the average follows, the shop sees the stock, and it is undone', async () => {
  await env.DB.exec("UPDATE stock SET qty = 10 WHERE stock_sku = 'TL-2001'")
  const announced = () =>
    env.DB.prepare("SELECT count(*) AS n FROM stock_pulse WHERE stock_sku = 'TL-2001'").first<number>('n')
  const before = (await announced()) ?? 0
  const first = await receipt({ tires: '5', costEach: '$80', why: 'Invoice 77' })
  expect(first.text).toContain('The tires are added.')
  expect(await announced()).toBe(before + 1)
  expect(first.text).toContain('“Invoice 77”')
  expect(first.text).toContain('Cost $80.00 on average, $80.00 at the last receipt')
  const second = await receipt({ tires: '5', costEach: '100.02', why: '' })
  expect(await received()).toEqual({ qty: 20, off_sale: 0, cost: 8501, last_cost: 10_002 })
  expect(second.text).toContain('Tires +5 Cost $80.00 → $85.01 Cost at the last receipt $80.00 → $100.02')
  expect(second.text).toContain('20 tires here at $85.01 on average.')
  const undone = await submit(manager, UNDO, hiddenFields(second.html, { return: '/staff/units/TL-2001' }))
  expect(undone.text).toContain('Undone.')
  expect(await received()).toEqual({ qty: 15, off_sale: 0, cost: 8000, last_cost: 8000 })
})

test('[H14h] an earlier receipt is undone after the later ones, and none once its tires are sold', async () => {
  const undo = async (nth: number) => {
    const { html } = await open('/staff/units/TL-2001')
    const ids = [...html.matchAll(/name="undo" value="(\d+)"/g)].map(([, id = '']) => Number(id))
    const id = String([...new Set(ids)].sort((a, b) => a - b)[nth])
    return submit(manager, UNDO, { ...hiddenFields(html, { undo: id }) })
  }
  await receipt({ tires: '10', costEach: '80', why: '' })
  await receipt({ tires: '10', costEach: '100', why: '' })
  const cost = await received()
  expect((await undo(0)).text).toContain('Someone changed it since, so nothing was undone.')
  expect(await received()).toEqual(cost)
  await env.DB.exec("UPDATE stock SET qty = 9 WHERE stock_sku = 'TL-2001'")
  expect((await undo(1)).text).toContain('There are fewer tires than that.')
  await env.DB.exec("UPDATE stock SET qty = 15 WHERE stock_sku = 'TL-2001'")
  expect((await undo(1)).text).toContain('Undone.')
  expect(await received()).toMatchObject({ qty: 5, cost: 8000 })
})

test('[H14h] a receipt is not undone after one of the same cost, until that one is undone', async () => {
  await env.DB.exec("UPDATE stock SET qty = 0 WHERE stock_sku = 'TL-2001'")
  await env.DB.exec(
    "UPDATE unit SET cost = 5000 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-2001')",
  )
  for (const tires of ['10', '5']) await receipt({ tires, costEach: '60', why: '' })
  const { results } = await env.DB.prepare(
    "SELECT id FROM audit_log WHERE record_id = 'TL-2001' ORDER BY id DESC LIMIT 2",
  ).all<{ id: number }>()
  const undo = async (id: number | undefined) => {
    const { html } = await open('/staff/units/TL-2001')
    return (await submit(manager, UNDO, hiddenFields(html, { undo: String(id) }))).text
  }
  const [second, first] = results
  expect(await undo(first?.id)).toContain('Someone changed it since, so nothing was undone.')
  expect(await received()).toMatchObject({ qty: 15, cost: 6000 })
  expect(await undo(second?.id)).toContain('Undone.')
  expect(await undo(first?.id)).toContain('Undone.')
  expect(await received()).toMatchObject({ qty: 0, cost: 5000 })
})

test('[H14h] a receipt that is sent twice, or meets a sale, adds its tires once with the right average', async () => {
  await receipt({ tires: '10', costEach: '50', why: '' })
  const { html } = await open('/staff/units/TL-2001')
  const fields = { ...hiddenFields(html, { action: 'receipt' }), tires: '50', costEach: '100', why: '' }
  const sale = env.DB.prepare("UPDATE stock SET qty = qty - 30 WHERE stock_sku = 'TL-2001' AND qty >= 30")
  await Promise.all([submit(manager, FORM, fields), sale.run(), submit(manager, FORM, fields)])
  const { qty, cost } = (await received()) as { qty: number; cost: number }
  expect(qty).toBe(70)
  // The sale came before or after the receipt.
  expect([Math.round((20 * 5000 + 50 * 10_000) / 70), 7500]).toContain(cost)
})

test('[H14h] a receipt of a used tire, of no tires or with an unreadable cost is refused, and costs are for who may see them', async () => {
  const used = {
    action: 'receipt',
    sku: 'TL-1001',
    version: '1',
    key: crypto.randomUUID(),
    tires: '1',
    costEach: '',
    why: '',
  }
  expect((await unit()).text).not.toContain('Receive tires')
  expect((await submit(manager, FORM, used)).text).toContain('Only new tires and retreads')
  for (const tires of ['0', '-3', '1.5', 'four', '']) {
    const refused = await receipt({ tires, costEach: '80', why: '' })
    expect(refused.status, tires).toBe(422)
    expect(refused.html).toMatch(/id="tires"[^>]*aria-invalid="true"/)
  }
  const refused = await receipt({ tires: '4', costEach: 'cheap', why: 'Invoice 78' })
  expect(refused.html).toMatch(/id="costEach"[^>]*aria-invalid="true"/)
  for (const typed of ['value="4"', 'value="cheap"', 'value="Invoice 78"'])
    expect(refused.html).toContain(typed)
  await receipt({ tires: '4', costEach: '', why: '' })
  expect(await received()).toEqual({ qty: 44, off_sale: 0, cost: null, last_cost: null })
  await receipt({ tires: '4', costEach: '81', why: '' })
  const yard = await open('/staff/units/TL-2001', await staffBrowser('yard'))
  expect(yard.text).toContain('Tires +4')
  expect(yard.text).not.toContain('$81')
  expect(yard.text).not.toContain('Receive tires')
})
