import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

let manager: Browser
let keys = 0
const shopper = new Browser()

beforeAll(async () => {
  await openShop()
  manager = new Browser()
  await manager.signInAsStaff('manager')
  await env.DB.exec(
    "INSERT INTO cms_page (id, identifier, title, meta_description, content, is_active, updated_at) VALUES (901, 'return-policy', 'Returns', 'How to return', 'Within 90 days.', 1, 1790000000000)",
  )
})
/** Each test has a page and a block of its own: cached pages and the change feed outlive a test. */
let name = ''
let block = ''
beforeEach(async () => {
  keys += 1
  name = `winter-${keys}`
  block = `hours-${keys}`
  await env.DB.prepare(
    "INSERT INTO cms_page (identifier, title, meta_description, content, is_active, updated_at) VALUES (?1, 'Winter', 'Winter tires', 'From **October**. {{block id=\"' || ?2 || '\"}}', 1, 1790000000000)",
  )
    .bind(name, block)
    .run()
  await env.DB.prepare(
    "INSERT INTO cms_block (identifier, title, content, is_active) VALUES (?, 'Hours', 'Open at 8.', 1)",
  )
    .bind(block)
    .run()
})
afterEach(() => {
  vi.useRealTimers()
})

const FIELDS = { title: 'Winter', metaDescription: 'Winter tires', isActive: 'on' }
function send(fields: Record<string, string>, who = manager): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ id: `page/${name}`, version: '1', key: `text-key-${keys}`, ...fields })
  return who.fetch('/staff/texts/form', { method: 'POST', body, redirect: 'manual' })
}
const save = (content: string, fields: Record<string, string> = {}) =>
  send({ action: 'save', ...FIELDS, content, ...fields })
const desk = async (path: string) => (await manager.fetch(path)).text()
const shop = async (path = `/i/${name}`) => (await shopper.fetch(path)).text()
const stored = () =>
  env.DB.prepare(
    'SELECT title, meta_description, content, is_active, updated_at FROM cms_page WHERE identifier = ?',
  )
    .bind(name)
    .first()
/** The shop's isolates read changes in the background; after ten seconds, a request waits for them. */
const later = () => vi.setSystemTime(Date.now() + 11_000)

test('[H14l] a changed text is on the shop, and going back restores page and row to the byte', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [before, page] = [await stored(), await shop()]
  expect(page).toContain('<strong>October</strong>. Open at 8.')
  expect((await save('From **September**.\r\nNow.')).status).toBe(303)
  later()
  expect(await shop()).toContain('<strong>September</strong>.\nNow.')
  await send({ action: 'back', version: '2', to: '1' })
  expect(await stored()).toEqual(before)
  later()
  const prose = (html: string) => /<article.*<\/article>/s.exec(html)?.[0]
  expect(prose(await shop())).toBe(prose(page))
  expect(prose(page)).toContain('Last updated')
})

test('[H14l] a changed block is on the pages that include it, and undo in the audit log brings it back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(await shop()).toContain('Open at 8.')
  expect(await desk(`/staff/texts/block/${block}`)).toContain('Included by')
  await send({ action: 'save', id: `block/${block}`, title: 'Hours', content: 'Open at 7.', isActive: 'on' })
  later()
  expect(await shop()).toContain('Open at 7.')
  const undo = /name="undo" value="(\d+)"/.exec(await desk('/staff/audit/'))?.[1] ?? ''
  const body = new URLSearchParams({ undo, key: 'undo-block', return: '/staff/audit/' })
  await manager.fetch('/staff/audit/form/', { method: 'POST', body })
  later()
  expect(await shop()).toContain('Open at 8.')
})

test('[H14l] a preview shows the text as the shop would and saves nothing; no script gets out of a text', async () => {
  const content = `<script>alert(1)</script> <img src=x onerror=alert(1)> [go](javascript:alert(1)) ![x](data:text/html,x) {{block id="${block}"}}`
  const before = await stored()
  const answer = await send({ action: 'preview', ...FIELDS, content })
  const html = await answer.text()
  expect(answer.status).toBe(200)
  const preview = /<section[^>]*id="preview".*?<\/section>/s.exec(html)?.[0] ?? ''
  expect(preview).toContain('Open at 8.')
  expect(preview).not.toMatch(/<script|<img[^>]*onerror|href="javascript|src="data/i)
  expect(await stored()).toEqual(before)
  await save(content)
  const page = await shop()
  expect(page).not.toMatch(/<script>alert|<img src=x|href="javascript|src="data:text/i)
})

test('[H14l] what is refused is shown as it was typed, with its reason', async () => {
  const unknown = await save('{{block id="nobody"}} now')
  expect(unknown.status).toBe(422)
  expect(await unknown.text()).toMatch(/nobody.*It includes a block that doesn’t exist\./s)
  const empty = await save('Words', { title: ' ' })
  expect(await empty.text()).toContain('Enter a title of up to 120 characters.')
  // A page of the footer and a block that texts include stay on the shop.
  const page = await send({ action: 'save', ...FIELDS, id: 'page/return-policy', content: 'x', isActive: '' })
  const hidden = await send({ action: 'save', id: `block/${block}`, title: 'Hours', content: 'Open at 8.' })
  expect([page.status, hidden.status]).toEqual([422, 422])
  const changes = env.DB.prepare('SELECT 1 FROM audit_log WHERE record_id IN (?, ?, ?)')
  expect(await changes.bind(`page/${name}`, `block/${block}`, 'page/return-policy').first()).toBeNull()
})

test('[H14l] of two people who change one text, the second sees both and decides', async () => {
  const colleague = new Browser()
  await colleague.signInAsStaff('owner')
  await send({ action: 'save', ...FIELDS, content: 'Theirs' }, colleague)
  const answer = await save('Mine')
  expect(answer.status).toBe(409)
  const html = await answer.text()
  expect(html).toMatch(/What they saved.*Theirs.*Mine/s)
  const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''
  expect((await save('Both', { version })).status).toBe(303)
  expect((await stored())?.content).toBe('Both')
})

test('[H14l] a new page is at its address and is hidden again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = await manager.fetch('/staff/texts/new?kind=page&name=Spring+tires', { redirect: 'manual' })
  expect(start.headers.get('Location')).toBe('/staff/texts/page/spring-tires')
  expect((await manager.fetch('/staff/texts/new?kind=page&name=../x')).status).toBe(422)
  const spring = { id: 'page/spring-tires', title: 'Spring', metaDescription: 'Spring tires' }
  await save('From March.', { ...spring, version: '0' })
  expect(await shop('/i/spring-tires')).toContain('From March.')
  expect((await save('Again.', { ...spring, version: '0' })).status).toBe(409)
  await save('From March.', { ...spring, isActive: '' })
  later()
  expect((await shopper.fetch('/i/spring-tires')).status).toBe(404)
  expect(await desk('/staff/texts/')).toContain('Hidden')
})

test('[H14l] roles without the permission see and change no text', async () => {
  const counter = new Browser()
  await counter.signInAsStaff('counter')
  expect((await counter.fetch(`/staff/texts/page/${name}`)).status).toBe(403)
  expect((await send({ action: 'save', ...FIELDS, content: 'x' }, counter)).status).toBe(403)
  expect((await stored())?.content).toContain('October')
})
