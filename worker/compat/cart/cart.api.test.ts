import { evictDurableObject, listDurableObjectIds, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiCartItem } from '../../../schema/compat/compat-cart.api.ts'
import { call, create, openShop, pull, sets, totals, update } from '../../cart/testing/cart.harness.ts'
import { parseConfig } from '../../config.ts'
import { verifyQuoteId } from '../../identity/session/cart-id.ts'

const parsed = parseConfig(env)
const secret = parsed.ok ? parsed.config.cartSecret : ''

beforeAll(openShop)

describe('[D1] a cart over the API', () => {
  test('create returns a signed id and calls no cart object', async () => {
    const before = await listDurableObjectIds(env.CART)
    const id = await create()
    expect(verifyQuoteId(secret, id)).toBe(true)
    expect(await create()).not.toBe(id)
    expect(await listDurableObjectIds(env.CART)).toHaveLength(before.length)
  })

  test('lines are added, pulled, changed and removed, across evictions', async () => {
    const id = await create()
    const cart = env.CART.getByName(id)
    const added = await update(id, { sku: 'TL-1001', qty: 1 })
    expect(added.result).toEqual({
      item_id: 1,
      sku: 'TL-1001',
      qty: 1,
      name: 'Halden Velo Sport 225/45R17 94W',
      price: 62,
      product_type: 'simple',
      quote_id: id,
      extension_attributes: { price: 62 },
    })
    await evictDurableObject(cart)
    await update(id, { sku: 'TL-2001-2', qty: '2' })
    await evictDurableObject(cart)
    expect((await update(id, { sku: 'TL-2001-2', item_id: 2, qty: 3 })).result.qty).toBe(3)
    const pulled = await pull(id)
    expect(pulled.result.map(({ item_id, sku, qty }) => [item_id, sku, qty])).toEqual([
      [1, 'TL-1001', 1],
      [2, 'TL-2001-2', 3],
    ])
    expect(pulled.response.headers.get('Cache-Control')).toBe('no-cache, no-store')
    const gone = await call('POST', `delete?token=&cartId=${id}`, {
      cartItem: { sku: 'TL-1001', item_id: 1 },
    })
    expect(gone.result).toBe(true)
    await evictDurableObject(cart)
    expect((await pull(id)).result.map(({ sku }) => sku)).toEqual(['TL-2001-2'])
  })

  test('a request with a parent and options returns the variant with its options', async () => {
    const id = await create()
    const { result } = await update(id, { sku: 'TL-2001', qty: 1, product_option: sets('4') })
    expect(result).toMatchObject({
      sku: 'TL-2001-4',
      price: 504,
      product_type: 'configurable',
      product_option: sets('4'),
    })
    const again = await update(id, { sku: 'TL-2001-4', qty: 1, parentSku: 'TL-2001' })
    expect(again.result).toMatchObject({ item_id: result.item_id, qty: 2 })
  })

  test('[audit A14] an Idempotency-Key of another change is 409', async () => {
    const id = await create()
    const send = (qty: number) =>
      call<ApiCartItem>(
        'POST',
        `update?cartId=${id}`,
        { cartItem: { sku: 'TL-2001-1', qty } },
        { 'Idempotency-Key': 'mutation-2' },
      )
    expect((await send(1)).result.qty).toBe(1)
    expect((await send(3)).code).toBe(409)
    expect((await send(1)).result.qty).toBe(1)
  })

  test('an update that is sent twice with one Idempotency-Key is applied once', async () => {
    const id = await create()
    const send = () =>
      call<ApiCartItem>(
        'POST',
        `update?cartId=${id}`,
        { cartItem: { sku: 'TL-2001-1', qty: 1 } },
        { 'Idempotency-Key': 'mutation-1' },
      )
    expect((await send()).result).toEqual((await send()).result)
    expect((await pull(id)).result[0]?.qty).toBe(1)
  })

  test('an empty cart has no lines and a total of 0', async () => {
    const id = await create()
    expect((await pull(id)).result).toEqual([])
    expect((await totals(id)).result).toMatchObject({ grand_total: 0, items: [], items_qty: 0 })
    expect((await call('POST', `collect-totals?cartId=${id}`)).result).toEqual((await totals(id)).result)
  })
})

describe('[D2] pages of the shop', () => {
  const ours = { 'Sec-Fetch-Site': 'same-origin' }
  const cookieOf = (response: Response) =>
    /^__Host-cart=([0-9a-f]{32})/.exec(response.headers.get('Set-Cookie') ?? '')?.[1]
  const add = (headers: Record<string, string>, sku = 'TL-2001-1') =>
    call<ApiCartItem>('POST', 'update', { cartItem: { sku, qty: 1 } }, headers)

  test('only a page of the shop gets the cookie, which scripts cannot read', async () => {
    const page = await call<string>('POST', 'create', '', ours)
    expect(cookieOf(page.response)).toBe(page.result)
    const cookie = page.response.headers.get('Set-Cookie') ?? ''
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000']) {
      expect(cookie).toContain(part)
    }
    const client = await call('POST', 'create', '', { 'Sec-Fetch-Site': 'cross-site' })
    expect(client.response.headers.get('Set-Cookie')).toBeNull()
  })

  test('the first line creates the cart, and the cookie identifies it', async () => {
    const first = await add(ours)
    const id = cookieOf(first.response)
    expect(first.result.quote_id).toBe(id)
    const Cookie = `__Host-cart=${id}`
    expect((await add({ ...ours, Cookie })).result.qty).toBe(2)
    expect((await call<ApiCartItem[]>('GET', 'pull', undefined, { Cookie })).result).toHaveLength(1)
  })

  test('a change by cookie from another site is refused', async () => {
    const Cookie = `__Host-cart=${cookieOf((await add(ours)).response)}`
    for (const headers of [
      { Cookie, 'Sec-Fetch-Site': 'cross-site' },
      { Cookie, 'Sec-Fetch-Site': 'same-site' },
      { Cookie, Origin: 'https://evil.example' },
      { Cookie },
    ]) {
      expect((await add(headers)).code).toBe(403)
    }
    expect((await call<ApiCartItem[]>('GET', 'pull', undefined, { Cookie })).result[0]?.qty).toBe(1)
  })

  test('a forged cookie is ignored', async () => {
    const Cookie = `__Host-cart=${'0'.repeat(32)}`
    expect((await call('GET', 'pull', undefined, { Cookie })).code).toBe(404)
    expect(cookieOf((await add({ ...ours, Cookie })).response)).toBeDefined()
  })

  test('a cart that an order has closed is 404 for clients, and the next line of the browser begins a new cart', async () => {
    const id = cookieOf((await add(ours)).response) ?? ''
    const cart = env.CART.getByName(id)
    await runInDurableObject(cart, (_, state) => {
      state.storage.sql.exec(
        "update kept set body = json_set(body, '$.cart.orderNumber', 'TL-00000000') where name = 'cart'",
      )
    })
    await evictDurableObject(cart)
    expect(await pull(id)).toMatchObject({ code: 404, result: `No such entity with cartId = ${id}` })
    expect((await update(id, { sku: 'TL-2001-1', qty: 1 })).code).toBe(404)
    const next = await add({ ...ours, Cookie: `__Host-cart=${id}` })
    expect(next.result).toMatchObject({ qty: 1, quote_id: cookieOf(next.response) })
    expect(next.result.quote_id).not.toBe(id)
  })
})
