import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { CARDS_FORM_PATH } from '../schema/paths.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import worker from './index.ts'

const LIST = '/t/s/225-45r17'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`https://shop.example${path}`, { redirect: 'manual', ...init })
  const response = await worker.fetch(
    request as Parameters<typeof worker.fetch>[0],
    { ...env, SITE_URL: 'https://shop.example' },
    context,
  )
  const copy = new Response(await response.text(), response)
  await waitOnExecutionContext(context)
  return copy
}

const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  send(CARDS_FORM_PATH, {
    method: 'POST',
    headers: { Origin: 'https://shop.example', ...headers },
    body: new URLSearchParams(fields),
  })

test('[H13i] two columns are stored in this browser, and every later list has them from its first byte', async () => {
  const answer = await choose({ cards: 'columns', back: `${LIST}?condition=used` })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${LIST}?condition=used`])
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const plain = await send(LIST)
  // The second is from the cache, which has one copy for both views.
  for (const state of ['made or memory', 'memory']) {
    const page = await send(LIST, { headers: { Cookie: `a=b; ${cookie}` } })
    expect(await page.text(), state).toMatch(
      /^<!DOCTYPE html><html lang="en" data-page="listing" data-cards="columns"/,
    )
  }
  expect(await plain.text()).not.toContain('data-cards')
  expect(await (await send(LIST)).text()).not.toContain('data-cards')
})

test('[H13i] a browser that changes the view gets the whole page, not "not modified" for the other view', async () => {
  const rows = (await send(LIST)).headers.get('ETag') ?? ''
  const asked = (etag: string, cookie: string) =>
    send(LIST, { headers: { 'If-None-Match': etag, Cookie: cookie } })
  const columns = await asked(rows, 'cards=columns')
  expect([columns.status, await columns.text()]).toEqual([
    200,
    expect.stringContaining('data-cards="columns"'),
  ])
  const etag = columns.headers.get('ETag') ?? ''
  expect((await asked(etag, 'cards=columns')).status).toBe(304)
  expect((await asked(etag, 'cards=rows')).status).toBe(200)
  expect((await asked(rows, 'cards=rows')).status).toBe(304)
})

test('[H13i] the form refuses another site, an unknown view and a way out of the shop', async () => {
  expect((await choose({ cards: 'columns', back: LIST }, { Origin: 'https://evil.example' })).status).toBe(
    403,
  )
  expect((await choose({ cards: 'piles', back: LIST })).status).toBe(404)
  for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example'])
    expect((await choose({ cards: 'rows', back })).headers.get('Location')).toBe('/t')
})
