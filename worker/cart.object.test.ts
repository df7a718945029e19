import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { CART_TTL_MS, type NewLine } from '../schema/cart/cart.ts'
import type { LineComponent } from '../schema/catalog/product/line-component.ts'
import { emptyDraft } from '../schema/checkout/checkout.ts'
import { parseConfig } from './config.ts'
import { newQuoteId } from './identity/session/cart-id.ts'
import { randomBytes } from './platform/security/random-bytes.ts'

const parsed = parseConfig(env)
const secret = parsed.ok ? parsed.config.cartSecret : ''
const now = Date.now()
const tires = (setqty: number): LineComponent => ({
  sku: `TL-2001-${setqty}`,
  qty: 1,
  setqty,
  unitPrice: 12_600 * setqty,
  stockSku: 'TL-2001',
  taxClassId: 2,
  tire: { condition: 'New', rim: 17 },
})
const item = (more: Partial<NewLine> = {}): NewLine => ({
  sku: 'TL-2001-4',
  parentSku: 'TL-2001',
  productId: 1,
  type: 'configurable',
  name: 'Halden Velo Sport',
  setqty: 4,
  unitPrice: 50_400,
  parts: [tires(4)],
  choices: [],
  option: null,
  ...more,
})
const pools = new Map([['TL-2001', { qty: 20, manage: true }]])

function newCart() {
  const quoteId = newQuoteId(secret, randomBytes)
  return { quoteId, cart: env.CART.getByName(quoteId) }
}

describe('the cart object', () => {
  test('[D2] a cart survives the eviction of its object from memory after each step', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools })
    await evictDurableObject(cart)
    await cart.add({ quoteId, now, item: item(), qty: 2, pools })
    await evictDurableObject(cart)
    await cart.set({ quoteId, now, settings: { paymentMethod: 'stripe' } })
    await evictDurableObject(cart)
    await cart.saveDraft({ ...emptyDraft(), notice: 'stored', modifiedAt: now })
    await evictDurableObject(cart)
    const stored = await cart.readCheckout()
    expect(stored.cart).toMatchObject({
      version: 4,
      lines: [{ itemId: 1, qty: 3 }],
      paymentMethod: 'stripe',
    })
    expect(stored.draft?.notice).toBe('stored')
  })

  test('[D2] a cart in the former format, whose lines have no parts, is read, changed and counted correctly', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools, mutationId: 'mutation-0' })
    await runInDurableObject(cart, (_, state) => {
      const [row] = state.storage.sql
        .exec<{ body: string }>("select body from kept where name = 'cart'")
        .toArray()
      const stored = JSON.parse(row?.body ?? '')
      const { parts: _parts, choices: _choices, ...rest } = stored.cart.lines[0]
      const old = { ...rest, stockSku: 'TL-2001', taxClassId: 2, tire: { condition: 'New', rim: 17 } }
      stored.cart.lines = [old]
      stored.answers[0][1].line = old
      state.storage.sql.exec("update kept set body = ? where name = 'cart'", JSON.stringify(stored))
    })
    await evictDurableObject(cart)
    const stored = await cart.read()
    expect(stored?.lines).toEqual([
      { ...item(), itemId: 1, qty: 1, parts: [{ ...tires(4), unitPrice: 50_400 }] },
    ])
    // Four more sets need all twenty tires of the pool; five need more than the pool has.
    expect(await cart.add({ quoteId, now, item: item(), qty: 5, pools })).toMatchObject({
      code: 'qty-not-available',
      detail: '5',
    })
    expect(await cart.add({ quoteId, now, item: item(), qty: 4, pools })).toMatchObject({ line: { qty: 5 } })
    const again = await cart.add({ quoteId, now, item: item(), qty: 1, pools, mutationId: 'mutation-0' })
    expect(again).toMatchObject({ ok: true, line: { qty: 1, parts: [{ stockSku: 'TL-2001' }] } })
  })

  test('[D1] a mutation that is sent twice is applied once and has the same result, also after an eviction', async () => {
    const { quoteId, cart } = newCart()
    const request = { quoteId, now, item: item(), qty: 1, pools, mutationId: 'mutation-1' }
    const first = await cart.add(request)
    const second = await cart.add(request)
    await evictDurableObject(cart)
    const third = await cart.add(request)
    expect([second, third]).toEqual([first, first])
    expect((await cart.read())?.lines[0]?.qty).toBe(1)
  })

  test('concurrent adds are all counted', async () => {
    const { quoteId, cart } = newCart()
    await Promise.all(
      Array.from({ length: 5 }, () => cart.add({ quoteId, now, item: item(), qty: 1, pools })),
    )
    expect(await cart.read()).toMatchObject({ version: 6, lines: [{ qty: 5 }] })
  })

  test('[D7] lines that share a pool count its tires together', async () => {
    const { quoteId, cart } = newCart()
    const pair = item({ sku: 'TL-2001-2', setqty: 2, parts: [tires(2)] })
    expect(await cart.add({ quoteId, now, item: item(), qty: 4, pools })).toMatchObject({ ok: true })
    expect(await cart.add({ quoteId, now, item: pair, qty: 2, pools })).toMatchObject({ ok: true })
    const beyond = await cart.add({ quoteId, now, item: pair, qty: 1, pools })
    expect(beyond).toMatchObject({ ok: false, code: 'qty-not-available', status: 400 })
    const gone = await cart.add({
      quoteId,
      now,
      item: pair,
      qty: 1,
      pools: new Map([['TL-2001', { qty: 1, manage: true }]]),
    })
    expect(gone).toMatchObject({ ok: false, code: 'out-of-stock' })
    expect((await cart.read())?.lines.map((line) => line.qty)).toEqual([4, 2])
  })

  test('reading an unused id stores nothing', async () => {
    const { cart } = newCart()
    expect(await cart.read()).toBeNull()
    await runInDurableObject(cart, (_, state) => {
      const tables = state.storage.sql.exec("select name from sqlite_master where name = 'kept'").toArray()
      expect(tables).toEqual([])
    })
  })

  test('[D1] an add writes one row', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools })
    await runInDurableObject(cart, async (object, state) => {
      const write = vi.spyOn(state.storage.sql, 'exec')
      const alarm = vi.spyOn(state.storage, 'setAlarm')
      object.add({ quoteId, now, item: item(), qty: 1, pools, mutationId: 'mutation-2' })
      expect(write.mock.calls.map(([query]) => query.split(' ')[0])).toEqual(['insert'])
      expect(alarm).not.toHaveBeenCalled()
    })
  })

  test('the alarm deletes an expired cart and keeps a recent one; both accept new lines', async () => {
    const young = newCart()
    const old = newCart()
    await young.cart.add({ ...young, now, item: item(), qty: 1, pools })
    await old.cart.add({ ...old, now: now - CART_TTL_MS - 1, item: item(), qty: 1, pools })
    expect(await runDurableObjectAlarm(young.cart)).toBe(true)
    await runDurableObjectAlarm(old.cart)
    expect((await young.cart.read())?.lines).toHaveLength(1)
    expect(await old.cart.read()).toBeNull()
    expect(await old.cart.add({ ...old, now, item: item(), qty: 1, pools })).toMatchObject({ ok: true })
    await evictDurableObject(old.cart)
    expect((await old.cart.read())?.lines).toHaveLength(1)
  })

  test('a cart that an order has closed refuses every change', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools })
    await runInDurableObject(cart, (_, state) => {
      state.storage.sql.exec(
        "update kept set body = json_set(body, '$.cart.orderNumber', 'TL-00000000') where name = 'cart'",
      )
    })
    await evictDurableObject(cart)
    for (const answer of [
      await cart.add({ quoteId, now, item: item(), qty: 1, pools }),
      await cart.remove({ quoteId, now, itemId: 1 }),
      await cart.set({ quoteId, now, settings: { coupon: null } }),
    ]) {
      expect(answer).toMatchObject({ ok: false, code: 'cart-closed', status: 404 })
    }
  })

  test('[H2] of an ordered cart that expired only the order number remains, so that no second cart uses its id', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools })
    await runInDurableObject(cart, (_, state) => {
      state.storage.sql.exec(
        "update kept set body = json_set(body, '$.cart.orderNumber', 'TL-00000000', '$.cart.updatedAt', ?) where name = 'cart'",
        now - CART_TTL_MS - 1,
      )
    })
    await evictDurableObject(cart)
    expect(await runDurableObjectAlarm(cart)).toBe(true)
    for (const instance of ['the same', 'a new one']) {
      if (instance === 'a new one') await evictDurableObject(cart)
      expect(await cart.read()).toMatchObject({ orderNumber: 'TL-00000000', lines: [], shipTo: null })
      expect(await cart.add({ quoteId, now, item: item(), qty: 1, pools })).toMatchObject({
        code: 'cart-closed',
      })
    }
    expect(await runDurableObjectAlarm(cart)).toBe(false)
  })

  test('[E6] while an order is in progress the cart refuses every change and stays readable', async () => {
    const { quoteId, cart } = newCart()
    await cart.add({ quoteId, now, item: item(), qty: 1, pools })
    await runInDurableObject(cart, (_, state) => {
      // The state of the journal after a crash between the reservation of stock and the payment.
      state.storage.sql.exec(
        "create table journal_attempt (order_number text primary key, phase text, state text, seq integer); insert into journal_attempt (order_number, phase, state, seq) values ('TL-00000000', 'held', '{}', 1)",
      )
    })
    await evictDurableObject(cart)
    for (const answer of [
      await cart.add({ quoteId, now, item: item(), qty: 1, pools }),
      await cart.setQty({ quoteId, now, itemId: 1, item: item(), qty: 2, pools }),
      await cart.remove({ quoteId, now, itemId: 1 }),
      await cart.set({ quoteId, now, settings: { coupon: null } }),
    ]) {
      expect(answer).toMatchObject({ ok: false, code: 'checkout-in-progress', status: 409 })
    }
    expect((await cart.read())?.lines[0]?.qty).toBe(1)
  })
})
