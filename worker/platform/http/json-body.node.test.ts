import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { BODY_MAX, limitBody } from './json-body.ts'

const app = new Hono()
  .use(limitBody())
  .post('/unread', (c) => c.json({ code: 404, result: 'no such cart' }, 404))
  .post('/read', async (c) => c.text(await c.req.text()))

function post(path: string, body: string): Request {
  const headers = { 'Content-Length': String(body.length) }
  return new Request(`https://shop.example${path}`, { method: 'POST', headers, body })
}

test('a body that the handler did not read is read to its end', async () => {
  const request = post('/unread', '{"cartItem":{}}')
  expect((await app.fetch(request)).status).toBe(404)
  expect(request.bodyUsed).toBe(true)
})

test('a body that the handler read is not read again', async () => {
  const answer = await app.fetch(post('/read', '{}'))
  expect([answer.status, await answer.text()]).toEqual([200, '{}'])
})

test('[D1] a body over the limit is refused in the envelope', async () => {
  const answer = await app.fetch(post('/read', 'x'.repeat(BODY_MAX + 1)))
  expect(answer.status).toBe(413)
  expect(await answer.json()).toEqual({ code: 413, result: 'The request is too large.' })
})
