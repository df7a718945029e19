import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const manager = new Browser()
const shopper = new Browser()
let keys = 0

beforeAll(async () => {
  await openShop()
  await manager.signInAsStaff('manager')
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.restoreAllMocks()
})

function send(fields: Record<string, string>, who = manager): Promise<Response> {
  keys += 1
  const body = new URLSearchParams({ action: 'save', version: '0', key: `redirect-${keys}`, ...fields })
  return who.fetch('/staff/redirects/form', { method: 'POST', body, redirect: 'manual' })
}
const add = (path: string, location: string, more: Record<string, string> = { permanent: 'on' }) =>
  send({ path, location, ...more })
/** The shop's isolates read changes in the background; after ten seconds, a request waits for them. */
const later = () => vi.setSystemTime(Date.now() + 11_000)
async function visit(path: string): Promise<[number, string | null]> {
  later()
  const response = await shopper.fetch(path, { redirect: 'manual' })
  return [response.status, response.headers.get('Location')]
}

test('[H14l] an old path leads to its page for good, for some time, elsewhere, and then nowhere', async () => {
  expect(await visit('/old-sizes')).toEqual([404, null])
  expect((await add('/Old-Sizes/', '/sizes')).status).toBe(303)
  // The other spelling of the target was stored, which leads there without a second redirect.
  expect(await visit('/Old-Sizes?from=mail')).toEqual([301, '/sizes/?from=mail'])
  expect((await add('/old-sizes', '/sizes/', {})).status).toBe(303)
  expect(await visit('/old-sizes')).toEqual([302, '/sizes/'])
  expect((await send({ path: '/old-sizes', location: '/contacts/', version: '1' })).status).toBe(303)
  expect(await visit('/old-sizes')).toEqual([302, '/contacts/'])
  await send({ action: 'stop', path: '/old-sizes', version: '2' })
  expect(await visit('/old-sizes')).toEqual([404, null])
})

test('[H14l] undo brings a stopped redirect back as it was', async () => {
  await add('/undone', '/sizes/')
  const row = () =>
    env.DB.prepare("SELECT type, target_id, location, is_permanent FROM url_map WHERE url = 'undone'").first()
  const before = await row()
  await send({ action: 'stop', path: '/undone', version: '1' })
  expect(await visit('/undone')).toEqual([404, null])
  const html = await (await manager.fetch('/staff/audit/')).text()
  const undo = /name="undo" value="(\d+)"/.exec(html)?.[1] ?? ''
  const body = new URLSearchParams({ undo, key: 'undo-redirect', return: '/staff/audit/' })
  await manager.fetch('/staff/audit/form/', { method: 'POST', body })
  expect(await visit('/undone')).toEqual([301, '/sizes/'])
  expect(await row()).toEqual(before)
})

test.each([
  ['/contacts', '/sizes/', 'The shop has a page at this address'],
  ['/staff', '/sizes/', 'The shop has a page at this address'],
  ['/nowhere', '/no-such-page', 'The shop has no page at this address.'],
  ['/nowhere', 'https://evil.example/', 'Enter a path of the shop'],
  ['/nowhere', '//evil.example/', 'Enter a path of the shop'],
  ['/', '/sizes/', 'Enter the old path'],
])('[H14l] a redirect from %s to %s is refused: %s', async (path, location, reason) => {
  const answer = await add(path, location)
  expect(answer.status).toBe(422)
  const html = await answer.text()
  expect(html).toContain(reason)
  expect(html).toContain(`value="${location}"`)
})

test('[H14l] redirects make no chain and no loop, through any door', async () => {
  await add('/first', '/sizes/')
  later()
  const chain = await add('/second', '/first')
  expect([chain.status, (await chain.text()).includes('This address leads on to /sizes/.')]).toEqual([
    422,
    true,
  ])
  const call = (id: string, location: string) =>
    manager.fetch('/api/ext/staff/changes', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ record: 'redirect', id, patch: { location }, version: 0, key: `chain-${id}` }),
    })
  const code = async (response: Response) =>
    ((await response.json()) as { result: { code: string } }).result.code
  expect(await code(await call('second', '/First/?x=1'))).toBe('redirect-chain')
  expect(await code(await call('sizes', '/contacts/'))).toBe('redirect-target')
  expect(await code(await call('third', '/third'))).toBe('redirect-loop')
})

test('[H14l] a living page costs no look-up, and an unknown path one round trip', async () => {
  const batch = vi.spyOn(env.DB, 'batch')
  const readsOf = async (path: string) => {
    batch.mockClear()
    await shopper.fetch(path, { redirect: 'manual' })
    return batch.mock.calls.length
  }
  await readsOf('/sizes/')
  expect(await readsOf('/sizes/')).toBe(0)
  const first = await readsOf('/no-such-page-at-all')
  expect(first - (await readsOf('/no-such-page-at-all'))).toBe(1)
})

test('[H14l] the list finds redirects by both paths, and roles without the permission see and change none', async () => {
  await add('/winter-sale', '/sizes/')
  const list = async (query: string) => (await manager.fetch(`/staff/redirects/?${query}`)).text()
  expect(await list('q=winter-s')).toContain('/winter-sale')
  expect(await list('q=winter-x')).toContain('No redirect fits.')
  expect(await list('path=winter-sale')).toContain('Change the redirect')
  const counter = new Browser()
  await counter.signInAsStaff('counter')
  expect((await counter.fetch('/staff/redirects/')).status).toBe(403)
  expect((await send({ path: '/x-1', location: '/sizes/' }, counter)).status).toBe(403)
})
