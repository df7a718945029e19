import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { hiddenFields, staffBrowser, submit, textOf } from '../units/testing/unit-pages.harness.ts'

const FORM = '/staff/bins/form'
let yard: Browser
let manager: Browser

beforeEach(async () => {
  await reset()
  await openShop()
  await env.DB.prepare(
    "INSERT INTO bin (code, walk, capacity) VALUES ('A-12-3', 30, 40), ('B-14', 20, NULL)",
  ).run()
  yard = await staffBrowser('yard')
  manager = await staffBrowser('manager')
})

const open = async (path: string, browser = yard) => {
  const response = await browser.fetch(path)
  const html = await response.text()
  return { status: response.status, html, text: textOf(html), target: response.headers.get('Location') }
}
const binOf = (sku: string) =>
  env.DB.prepare('SELECT u.bin FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = ?')
    .bind(sku)
    .first('bin')
const stateOf = (sku: string) =>
  env.DB.prepare('SELECT u.state FROM unit u JOIN product p ON p.id = u.product_id WHERE p.sku = ?')
    .bind(sku)
    .first('state')
const move = async (bin: string, units: string) =>
  submit(yard, FORM, { ...hiddenFields((await open('/staff/move/')).html, { action: 'move' }), bin, units })

test('[H14h] a manager adds a bin and changes it; bins are listed in the order of a walk', async () => {
  const form = hiddenFields((await open('/staff/bins/', manager)).html, { action: 'bin' })
  const added = await submit(manager, FORM, { ...form, code: ' c-1 ', walk: '5', capacity: '' })
  expect(added.text).toContain('0 units. Position 5 on the way.')
  const list = await open('/staff/bins/')
  expect([...list.html.matchAll(/class="yard-link"[^>]*>([^<]+)/g)].map(([, code]) => code)).toEqual([
    ...['C-1', 'B-14', 'A-12-3'],
  ])
  expect(list.html).not.toContain('Add a bin')
  const changed = await submit(manager, FORM, {
    ...hiddenFields((await open('/staff/bins/C-1', manager)).html, { action: 'bin' }),
    ...{ walk: '6', capacity: '12' },
  })
  expect(changed.text).toContain('holds 12 tires. Position 6')
  const wrong = await submit(manager, FORM, {
    ...form,
    key: crypto.randomUUID(),
    code: 'in the corner',
    walk: '',
    capacity: '',
  })
  expect([wrong.status, wrong.text]).toEqual([
    422,
    expect.stringContaining('Use letters and digits with hyphens'),
  ])
  const refused = await submit(yard, FORM, {
    ...form,
    key: crypto.randomUUID(),
    code: 'D-1',
    walk: '',
    capacity: '',
  })
  expect(refused.text).toContain('Your role doesn’t include this.')
})

test('[H14h] a scanned bin opens its page, and the beginning of codes filters the list', async () => {
  expect((await open('/staff/bins/?start=HTTPS%3A%2F%2FSHOP.EXAMPLE%2FB%2FB-14')).target).toBe(
    '/staff/bins/B-14',
  )
  expect((await open('/staff/bins/?start=a')).text).toContain('A-12-3')
  expect((await open('/staff/bins/?start=z')).text).toContain('No bin begins with Z')
  expect((await open('/staff/bins/b-14')).target).toBe('/staff/bins/B-14')
  expect((await open('/staff/bins/Z-1')).status).toBe(404)
})

test('[H14h] scanned units are moved to a bin and back by one undo', async () => {
  const moved = await move(
    'https://shop.example/b/b-14',
    'HTTPS://SHOP.EXAMPLE/U/TL1001\ntl-1002\nTL-1003 XX-1\n',
  )
  expect(moved.status).toBe(200)
  expect(moved.text).toContain('3 moved to B-14')
  expect(moved.text).toContain('Not a unit: XX-1')
  expect(await Promise.all(['TL-1001', 'TL-1002', 'TL-1003'].map(binOf))).toEqual(['B-14', 'B-14', 'B-14'])
  expect((await open('/staff/bins/B-14')).text).toContain('3 units')
  const undone = await submit(
    yard,
    '/staff/audit/form/',
    hiddenFields(moved.html, { return: '/staff/move/' }),
  )
  expect(undone.text).toContain('3 changes undone.')
  expect(await binOf('TL-1002')).toBeNull()
})

test('[H14h] the label of the next bin goes on with that bin', async () => {
  const moved = await move('A-12-3', 'TL-1001\nHTTPS://SHOP.EXAMPLE/B/B-14\nTL-1002\nTL-1003')
  expect(moved.text).toContain('1 moved to A-12-3 2 moved to B-14')
  expect([await binOf('TL-1001'), await binOf('TL-1003')]).toEqual(['A-12-3', 'B-14'])
})

test('[H14h] a form that the scanner sent too early asks for what is missing and keeps what was scanned', async () => {
  const early = await move('B-14', '')
  expect([early.status, early.text]).toEqual([422, expect.stringContaining('Scan at least one unit.')])
  expect(early.html).toMatch(/name="bin" value="B-14"/)
  expect((await move('', 'TL-1001')).text).toContain('Scan the label of a bin first')
  const unknown = await move('Z-9', 'TL-1001')
  expect(unknown.text).toContain('No bin has this code.')
  expect(unknown.html).toContain('>TL-1001</textarea>')
  expect(await binOf('TL-1001')).toBeNull()
})

test('[H14h] a count lists what is missing, belongs elsewhere or is unknown, and accepting it corrects the yard', async () => {
  await move('A-12-3', 'TL-1001 TL-1003 TL-1004 TL-1006')
  await move('B-14', 'TL-1007')
  const start = await open('/staff/bins/A-12-3/count')
  const counted = await submit(yard, FORM, {
    ...hiddenFields(start.html, { action: 'count' }),
    units: 'TL1001\nTL-1007\nTL-2001\nNO-1',
  })
  expect(counted.text).toContain('1 unit found')
  expect(counted.text).toContain('Missing: 2 TL-1003 TL-1006')
  expect(counted.text).toContain('Belongs elsewhere: 2 TL-1007 from B-14 TL-2001 had no bin')
  expect(counted.text).toContain('In an order, so it may be picked: 1 TL-1004')
  expect(counted.text).toContain('Not a unit: NO-1')
  expect(await binOf('TL-1007')).toBe('B-14')

  const fields = hiddenFields(counted.html, { action: 'accept' })
  const accepted = await submit(yard, FORM, fields)
  expect(accepted.text).toContain('2 units moved to A-12-3. 2 units missing.')
  expect(await binOf('TL-1007')).toBe('A-12-3')
  expect(await stateOf('TL-1003')).toBe('live')
  // The same request again is the same count.
  await submit(yard, FORM, fields)
  expect(await stateOf('TL-1003')).toBe('live')
})

test('[H14h] a unit that two counts miss is lost and off sale; one that was found meanwhile is not', async () => {
  await move('A-12-3', 'TL-1001 TL-1003')
  const count = async (units: string, browser = manager) => {
    const start = await open('/staff/bins/A-12-3/count', browser)
    const counted = await submit(browser, FORM, { ...hiddenFields(start.html, { action: 'count' }), units })
    const accepted = await submit(browser, FORM, hiddenFields(counted.html, { action: 'accept' }))
    return { counted: counted.text, accepted: accepted.text }
  }
  await count('')
  const second = await count('TL-1003')
  expect(second.counted).toContain('Missing: 1 TL-1001 for the second time, so it’s lost')
  expect(second.accepted).toContain('1 unit lost and off sale.')
  // The second count found it, so it is missing for the first time again.
  expect((await count('')).accepted).toContain('1 unit missing.')
  expect([await stateOf('TL-1001'), await stateOf('TL-1003')]).toEqual(['lost', 'live'])
  expect(await env.DB.prepare("SELECT qty FROM stock WHERE stock_sku = 'TL-1001'").first('qty')).toBe(0)
  expect((await count('', yard)).accepted).toContain('A manager has to mark units as lost.')
  expect(await stateOf('TL-1003')).toBe('live')
  expect((await count('')).accepted).toContain('1 unit lost and off sale.')
})

test('[H14h] visitors and roles without the permission see none of it', async () => {
  const books = await staffBrowser('books')
  expect((await open('/staff/bins/', books)).status).toBe(200)
  for (const path of ['/staff/move/', '/staff/bins/B-14/count']) {
    expect((await open(path, books)).status).toBe(403)
    expect((await open(path, new Browser())).status).toBe(404)
  }
  const fields = { action: 'move', key: crypto.randomUUID(), bin: 'B-14', units: 'TL-1001' }
  expect((await submit(books, FORM, fields)).status).toBe(403)
  expect((await submit(new Browser(), FORM, fields)).status).toBe(404)
  expect(await binOf('TL-1001')).toBeNull()
})
