import { expect, test } from 'vitest'
import { newTask } from '../../../schema/identity/session/queued-task.ts'
import { ORDER_URL, readQueuedOrder, toQueuedOrderResult } from './offline-order.store.ts'

test('[E14] a queued order is found among other calls; a sent order is no longer queued', async () => {
  const order = newTask({ url: ORDER_URL, body: {} }, 'a', 1)
  const other = newTask({ url: '/api/user/me', body: {} }, 'b', 1)
  expect(await readQueuedOrder({ read: async () => [other, order] })).toBe(order)
  expect(await readQueuedOrder({ read: async () => [other, { ...order, transmitted: true }] })).toBeNull()
})

test('[E14] the result has the server’s message', () => {
  expect(toQueuedOrderResult({ resultCode: 200, result: { orderNumber: 'TL-7K3M9QXA' } })).toEqual({
    ok: true,
    orderNumber: 'TL-7K3M9QXA',
  })
  const message = 'Some products are out of stock. Please update your cart and try again.'
  expect(toQueuedOrderResult({ resultCode: 409, result: { code: 'out-of-stock', message } })).toEqual({
    ok: false,
    message,
  })
  expect(toQueuedOrderResult({ resultCode: 404, result: 'No such cart' })).toEqual({
    ok: false,
    message: 'No such cart',
  })
  expect(toQueuedOrderResult({ resultCode: 500, result: null })).toMatchObject({
    ok: false,
    message: expect.stringContaining('couldn’t place'),
  })
})
