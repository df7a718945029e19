import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { KeyPermission } from '../../../schema/staff/api/api-key.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { makeApiKey } from './testing/api-key.harness.ts'
import { placeTestOrder } from './testing/api-order.harness.ts'

beforeEach(async () => {
  await reset()
  await openShop()
})

/** Returns a program with a key of its own; each reply is held to the description of the call. */
async function program(...permissions: KeyPermission[]) {
  const { key } = await makeApiKey(env.DB, { permissions })
  return (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    new Browser().send(`/api/ext/staff/${path}`, init, { ...headers, Authorization: `Bearer ${key}` })
}
const resultOf = async <Result>(response: Response) => (await response.json<{ result: Result }>()).result

let changes = 0
function patch(body: object, version: number, key = `change-${++changes}`) {
  const headers = { 'If-Match': `"${version}"`, 'Idempotency-Key': key }
  return [{ method: 'PATCH', body: JSON.stringify(body) }, headers] as const
}

test('[H14y] a program lists units by the filters of the back office, and reads one with its version', async () => {
  const call = await program('units.see')
  const { units } = await resultOf<{ units: { sku: string; available: number }[] }>(
    await call('units?sort=sku'),
  )
  expect(units.find(({ sku }) => sku === 'TL-1001')).toMatchObject({ available: 1, state: 'live' })
  const some = await resultOf<{ units: unknown[] }>(await call('units?q=TL-1001&state=live&no=filter'))
  expect(some.units).toHaveLength(1)
  const last = await resultOf<{ units: unknown[] }>(
    await call(`units?sort=sku&after=${encodeURIComponent('~~9')}`),
  )
  expect(last.units).toEqual([])
  const unit = await call('units/TL-1001')
  expect(unit.headers.get('ETag')).toBe('"1"')
  const details = await resultOf<object>(unit)
  expect(details).toMatchObject({ sku: 'TL-1001', version: 1, price: 6200 })
  expect(details).not.toHaveProperty('cost')
  const withCost = await program('units.see', 'cost.see')
  expect(await resultOf(await withCost('units/TL-1001'))).toHaveProperty('cost', null)
  expect((await call('units/TL-9999')).status).toBe(404)
})

test('[H14y] a program changes a unit once for each key, merges with others, and is asked about the same field', async () => {
  const call = await program('units.see', 'price', 'price.free', 'units.move')
  const once = patch({ price: 6500 }, 1, 'price-of-today')
  const first = await call('units/TL-1001', ...once)
  expect(first.headers.get('ETag')).toBe('"2"')
  const again = await call('units/TL-1001', ...once)
  expect(await resultOf(again)).toEqual(await resultOf(first))
  const other = await program('units.see', 'units.move', 'price', 'price.free')
  expect((await other('units/TL-1001', ...patch({ state: 'parked' }, 1))).status).toBe(200)
  const conflict = await other('units/TL-1001', ...patch({ price: 7000 }, 1))
  expect(await conflict.json()).toMatchObject({
    ...{ code: 409, result: { code: 'conflict', version: 3, conflicts: [{ field: 'price', theirs: 6500 }] } },
  })
  expect((await call('units/TL-9999', ...patch({ price: 7000 }, 1))).status).toBe(404)
  expect((await call('units/TL-1001', ...patch({ cost: 1 }, 3))).status).toBe(403)
  expect((await call('units/TL-1001', ...patch({ price: 0 }, 3))).status).toBe(400)
  expect((await call('units/TL-1001', ...patch({ price: 50_000 }, 3))).status).toBe(422)
  const [init, headers] = patch({ price: 7000 }, 3)
  expect((await call('units/TL-1001', init, { 'Idempotency-Key': headers['Idempotency-Key'] })).status).toBe(
    428,
  )
  expect((await call('units/TL-1001', init, { 'If-Match': '"3"' })).status).toBe(400)
})

test('[H14y] a program lists orders and reads one, without the address of a payment', async () => {
  const orderNumber = await placeTestOrder()
  const call = await program('orders.see')
  const { orders } = await resultOf<{ orders: object[] }>(await call('orders?tab=all'))
  expect(orders).toMatchObject([{ orderNumber, name: 'Ada Miller', email: 'ada@example.com' }])
  const order = await resultOf<{ lines: { total: number }[]; subtotal: number }>(
    await call(`orders/${orderNumber}`),
  )
  expect(order).toMatchObject({ orderNumber, address: { city: 'Chicago', zip: '60612' }, shipments: [] })
  expect(order.lines.reduce((sum, { total }) => sum + total, 0)).toBe(order.subtotal)
  expect((await call('orders/TL-00000000')).status).toBe(404)
  expect((await call('orders?q=ada')).status).toBe(200)
})
