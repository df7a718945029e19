import { expect, test } from 'vitest'
import { markAcknowledged, markTransmitted, newTask, taskNotice, taskUrl } from './queued-task.ts'

const UPDATE = { url: '/api/cart/update?token={{token}}&cartId={{cartId}}', body: { cartItem: {} } }

test('[D12] a task is created, transmitted with its result and code, then acknowledged', () => {
  const task = newTask(UPDATE, 'a', 5)
  expect(task).toMatchObject({ method: 'POST', transmitted: false, acknowledged: false, resultCode: null })
  const sent = markTransmitted(task, { code: 200, result: 'ok' }, 7)
  expect(sent).toMatchObject({ transmitted: true, transmittedAt: 7, resultCode: 200, result: 'ok' })
  expect(markAcknowledged(sent)).toMatchObject({ acknowledged: true, result: 'ok' })
  expect(newTask({ url: '/api/stock/check', body: null }, 'b', 5).method).toBe('GET')
})

test('[D12] token and cart are filled in when the task is sent; without a cart nothing is sent', () => {
  expect(taskUrl(UPDATE.url, { token: '', cartId: 'c&1' })).toBe('/api/cart/update?token=&cartId=c%261')
  expect(taskUrl(UPDATE.url, { token: 't', cartId: '' })).toBeNull()
  expect(taskUrl('/api/user/me?token={{token}}', { token: 't', cartId: '' })).toBe('/api/user/me?token=t')
})

test.each<[string, { code: number; result: unknown }, string | null]>([
  ['success', { code: 200, result: 'fine' }, null],
  ['a text', { code: 500, result: 'No coupon code provided' }, 'No coupon code provided'],
  ['a nested text', { code: 500, result: { result: 'Inside' } }, 'Inside'],
  ['a message', { code: 500, result: { message: 'A message' } }, 'A message'],
  ['only an errorMessage, which its own screen shows', { code: 500, result: { errorMessage: 'x' } }, null],
  ['a host that was not found', { code: 500, result: { code: 'ENOTFOUND', message: 'x' } }, null],
  ['a list', { code: 400, result: [{ message: 'x' }] }, null],
  ['nothing', { code: 500, result: null }, null],
])('[G8] the notice of a reply: %s', (_name, reply, message) => {
  expect(taskNotice(reply)).toBe(message)
})
