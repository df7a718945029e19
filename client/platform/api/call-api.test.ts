import { expect, test, vi } from 'vitest'
import { postCartForm } from '../../cart/cart-calls.ts'
import { callApi } from './call-api.ts'

function stubReply(body: unknown, init: ResponseInit & { type?: string } = {}): void {
  const headers = { 'Content-Type': init.type ?? 'application/json' }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { ...init, headers }))
}

test('an envelope with code 200 returns its result', async () => {
  stubReply({ code: 200, result: { count: 2 } })
  expect(await callApi('/api/ext/cart')).toEqual({ ok: true, value: { count: 2 } })
})

test('[G8] a failure has the message of the server, from each field that may contain it', async () => {
  for (const result of [
    'No such entity',
    { message: 'No such entity' },
    { errorMessage: 'No such entity' },
  ]) {
    stubReply({ code: 404, result }, { status: 404 })
    expect(await callApi('/x')).toMatchObject({ ok: false, code: 404, message: 'No such entity' })
  }
})

test('[G8] a reply that is not JSON has a message of its own', async () => {
  stubReply('<html>', { type: 'text/html' })
  expect(await callApi('/x')).toMatchObject({ ok: false, message: 'Error with response - bad content-type!' })
})

test('[G8] a reply without a body has a message of its own', async () => {
  stubReply(null)
  expect(await callApi('/x')).toMatchObject({ ok: false, message: 'Unhandled error, wrong response format!' })
})

test('[E6] a lost connection is a failure with its own code', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await callApi('/x', {})).toMatchObject({
    ok: false,
    code: 0,
    message: 'There is no Internet connection',
  })
})

test('the form endpoint of the cart gets a form', async () => {
  const sent: RequestInit[] = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent.push(init)
    return Response.json({ code: 200, result: {} })
  })
  await postCartForm({ action: 'set', item_id: '3', qty: '2' })
  expect(String(sent[0]?.body)).toBe('action=set&item_id=3&qty=2')
  expect(sent[0]?.method).toBe('POST')
})
