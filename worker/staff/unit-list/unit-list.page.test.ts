import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { SAVED_VIEW_MESSAGES, VIEWS_MAX } from '../../../schema/staff/unit-list/saved-view.ts'
import { type Browser, openShop } from '../../account/testing/account.harness.ts'
import { loadManyUnits, UNITS } from '../units/testing/many-units.harness.ts'
import { hiddenFields, staffBrowser, submit, textOf } from '../units/testing/unit-pages.harness.ts'

let yard: Browser
beforeAll(async () => {
  await openShop()
  await loadManyUnits()
  yard = await staffBrowser('yard')
})

const open = async (path: string, browser = yard) => {
  const response = await browser.fetch(path)
  const html = await response.text()
  return { status: response.status, html, text: textOf(html), target: response.headers.get('Location') }
}
const skusOf = (html: string) =>
  [...html.matchAll(/<th scope="row" class="units-sku">.*?<a [^>]*>([^<]+)<\/a>/g)].map(([, sku]) => sku)

test('[H14h] the list shows a hundred units, and the next page goes on behind them', async () => {
  const first = await open('/staff/units/?sort=sku')
  expect(first.text).toContain(`${UNITS.length + 11} units`)
  expect(skusOf(first.html)).toHaveLength(100)
  const next =
    /<a class="button" href="([^"]+)" rel="next">/.exec(first.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await open(next)
  expect(skusOf(second.html)).toHaveLength(100)
  expect(skusOf(second.html)[0]?.localeCompare(skusOf(first.html)[99] ?? '')).toBe(1)
  expect(second.text).toContain('First page')
})

test('[H14h] a form without script leads to the short address of its filter, whose chips remove it', async () => {
  const { target } = await open(
    '/staff/units/?sort=newest&state=live&size=&brand=orrin&depth-min=6&depth-max=&bin=',
  )
  expect(target).toBe('/staff/units/?state=live&brand=orrin&depth=6-')
  const { html, text } = await open(target ?? '')
  for (const chip of ['On sale', 'orrin', 'Tread 6 or more /32 in']) expect(text).toContain(`${chip} Remove`)
  expect(html).toContain('href="/staff/units/?brand=orrin&amp;depth=6-"')
  expect(html).toMatch(/name="state" checked="" value="live"|name="state" value="live" checked=""/)
})

test('[H14h] the search finds a unit by its number, a size as people type it, and says when nothing fits', async () => {
  expect((await open('/staff/units/?q=tl5007')).target).toBe('/staff/units/TL-5007')
  expect((await open('/staff/units/?q=5007')).target).toBe('/staff/units/TL-5007')
  const ofSize = await open('/staff/units/?q=2457516')
  expect(ofSize.text).toContain(`${UNITS.filter(({ size }) => size === 'lt245-75r16').length} units`)
  const none = await open('/staff/units/?q=TL-77')
  expect(none.text).toContain('No units found')
})

test('[H14h] a view is saved under a name, shared, and deleted by its owner alone', async () => {
  const filtered = await open('/staff/units/?state=parked&sort=bin')
  const saved = await submit(yard, '/staff/units/views/form', {
    ...hiddenFields(filtered.html, { action: 'save' }),
    name: 'To free',
    shared: '1',
  })
  expect(saved.text).toContain('To free')
  expect(saved.html).toContain('href="/staff/units/?state=parked&amp;sort=bin" aria-current="page"')
  const manager = await staffBrowser('manager')
  const shared = await open('/staff/units/?state=parked&sort=bin', manager)
  expect(shared.text).toContain('To free')
  expect(shared.html).not.toContain('value="delete"')
  const fields = hiddenFields(saved.html, { action: 'delete' })
  expect((await submit(manager, '/staff/units/views/form', fields)).text).toContain('This view isn’t yours')
  expect((await submit(yard, '/staff/units/views/form', fields)).text).not.toContain('To free')
  expect(await env.DB.prepare('SELECT count(*) AS n FROM saved_view').first('n')).toBe(0)
})

test('[H14h] a view of one’s own is seen by nobody else', async () => {
  const filtered = await open('/staff/units/?grade=C')
  await submit(yard, '/staff/units/views/form', {
    ...hiddenFields(filtered.html, { action: 'save' }),
    name: 'Mine alone',
  })
  expect((await open('/staff/units/')).text).toContain('Mine alone')
  expect((await open('/staff/units/', await staffBrowser('books'))).text).not.toContain('Mine alone')
})

test('[H14h] who has all their views replaces one, and is refused another', async () => {
  const counter = await staffBrowser('counter')
  const { staffId } = (await env.DB.prepare("SELECT id AS staffId FROM staff WHERE role = 'counter'").first<{
    staffId: number
  }>()) ?? { staffId: 0 }
  await env.DB.batch(
    Array.from({ length: VIEWS_MAX }, (_, at) =>
      env.DB.prepare(
        "INSERT INTO saved_view (staff_id, name, query, is_shared, created_at) VALUES (?, ?, '', 0, 1)",
      ).bind(staffId, `View ${at}`),
    ),
  )
  const { html } = await open('/staff/units/?grade=B', counter)
  const save = async (name: string) =>
    (await submit(counter, '/staff/units/views/form', { ...hiddenFields(html, { action: 'save' }), name }))
      .text
  expect(await save('View 7')).toContain(SAVED_VIEW_MESSAGES.saved)
  expect(await save('One more')).toContain(SAVED_VIEW_MESSAGES.full)
  expect(
    await env.DB.prepare("SELECT query FROM saved_view WHERE staff_id = ? AND name = 'View 7'")
      .bind(staffId)
      .first('query'),
  ).toContain('grade=B')
  const count = () =>
    env.DB.prepare('SELECT count(*) AS n FROM saved_view WHERE staff_id = ?').bind(staffId).first('n')
  await env.DB.prepare("DELETE FROM saved_view WHERE staff_id = ? AND name = 'View 8'").bind(staffId).run()
  const answers = await Promise.all(['First', 'Second', 'Third'].map(save))
  expect(answers.filter((text) => text.includes(SAVED_VIEW_MESSAGES.full))).toHaveLength(2)
  expect(await count()).toBe(VIEWS_MAX)
})

/** The hidden fields of the form with this button. */
function hiddenFieldsOf(html: string, button: string): Record<string, string> {
  const form =
    [...html.matchAll(/<form[\s\S]*?<\/form>/g)].find(([one]) => one.includes(`>${button}<`))?.[0] ?? ''
  const inputs = form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
}

/** The heads of the table, and the cells of the row of a unit. */
const tableOf = (html: string, sku: string) => ({
  heads: [...html.matchAll(/<th scope="col"[^>]*>(?:<span[^>]*>)?([^<]+)/g)].map(([, head]) => head),
  cells: [
    ...(new RegExp(`<th scope="row"[^>]*>(?:(?!</tr>).)*>${sku}</a>((?:(?!</tr>).)*)</tr>`)
      .exec(html)?.[1]
      ?.matchAll(/<td[^>]*>((?:(?!<\/td>).)*)<\/td>/g) ?? []),
  ].map(([, cell = '']) => textOf(cell).trim()),
})

test('[H14h] a person chooses columns by a plain form, a saved view has them, and filters leave them', async () => {
  const usual = await open('/staff/units/?lot=1&sort=sku')
  expect(tableOf(usual.html, 'TL-5001').heads.slice(-6)).toEqual([
    'Tread',
    'DOT',
    'Grade',
    'Bin',
    'State',
    'Price',
  ])
  expect(hiddenFieldsOf(usual.html, 'Show columns')).toEqual({ lot: '1', sort: 'sku' })
  const { target } = await open(
    '/staff/units/?lot=1&sort=sku&columns=price&columns=rating&columns=lot&columns=by',
  )
  expect(target).toBe('/staff/units/?lot=1&sort=sku&columns=rating,lot,by,price')
  const chosen = await open(target ?? '')
  const [, tire] = UNITS.filter(({ lot }) => lot === 1)
  const { heads, cells } = tableOf(chosen.html, tire?.sku ?? '')
  expect(heads.slice(-4)).toEqual(['Load and speed', 'Lot', 'Taken in by', 'Price'])
  expect(cells.slice(1, 3)).toEqual(['94W', '1'])
  expect(chosen.html).toContain('<input type="hidden" name="columns" value="rating,lot,by,price"/>')
  expect(chosen.html).toContain('href="/staff/units/?lot=1&amp;sort=sku"')
  const saved = await submit(yard, '/staff/units/views/form', {
    ...hiddenFields(chosen.html, { action: 'save' }),
    name: 'Lots and people',
  })
  expect(tableOf(saved.html, tire?.sku ?? '').heads).toEqual(heads)
})

test('[H14h] columns with costs are for people who may see them, also in a shared view', async () => {
  await env.DB.exec(
    "UPDATE unit SET cost = 1234 WHERE product_id = (SELECT id FROM product WHERE sku = 'TL-5002')",
  )
  const path = '/staff/units/?lot=1,2&sort=sku&columns=tires,cost,margin'
  const books = await open(path, await staffBrowser('books'))
  const { heads, cells } = tableOf(books.html, 'TL-5002')
  expect(heads.slice(-3)).toEqual(['Tires', 'Cost', 'Margin'])
  expect(cells.slice(-2)).toEqual(['$12.34', `$${((UNITS[1]?.price ?? 0) / 100 - 12.34).toFixed(2)}`])
  const own = await open(path)
  expect(tableOf(own.html, 'TL-5002').heads.at(-1)).toBe('Tires')
  expect(own.html).not.toContain('12.34')
  expect(own.html).not.toContain('value="cost"')
  expect(tableOf((await open('/staff/units/?columns=cost&sort=sku')).html, 'TL-5002').heads).toContain(
    'Tread',
  )
})
