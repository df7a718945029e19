import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { desc } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { MAX_LINES } from '../../../schema/cart/cart.ts'
import { formatNotice } from '../../../schema/cart/cart-notice.ts'
import { savedLine } from '../../../schema/cart/saved/saved-line.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { Browser, call, openShop } from '../../account/testing/account.harness.ts'
import { CartObject } from '../../cart.object.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { saveForLater } from './save-for-later.ts'
import { deleteOldSavedLines, findSavedLines } from './saved-line.sql.ts'

beforeAll(openShop)

let customers = 0
async function newCustomer() {
  customers += 1
  const customer = { email: `saver${customers}@example.com`, firstname: 'Ada', lastname: 'Hill' }
  const password = 'rubber-meets-road'
  await call('POST', 'user/create', { customer, password })
  return { emailAddress: customer.email, password }
}

function shopper() {
  const browser = new Browser()
  const post = async (fields: Record<string, string>, path = '/cart/form/') => {
    const headers = { Accept: 'application/json' }
    return (await browser.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })).status
  }
  const cart = async () => (await (await browser.fetch('/api/ext/cart')).json<{ result: CartView }>()).result
  const shown = async () => {
    const { lines, saved } = await cart()
    return {
      cart: lines.map(({ sku, qty }) => [sku, qty]),
      saved: saved.map(({ title, count }) => [title, count]),
    }
  }
  const save = async (sku: string, more: Record<string, string> = {}) => {
    const line = (await cart()).lines.find((one) => one.sku === sku)
    return post({ action: 'save', item_id: String(line?.itemId ?? 0), ...more })
  }
  const savedId = async () => String((await cart()).saved[0]?.id ?? 0)
  return {
    browser,
    post,
    cart,
    shown,
    save,
    savedId,
    add: (sku: string, qty = '1') => post({ action: 'add', sku, qty }),
  }
}

const VELO = ['Halden Velo Sport', '8 tires']

describe('[H13f] save for later', () => {
  test('a line moves to the list and back with its quantity', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4', '2')
    expect(await guest.save('TL-2001-4')).toBe(200)
    expect(await guest.shown()).toEqual({ cart: [], saved: [VELO] })
    expect((await guest.cart()).saved[0]).toMatchObject({
      price: 100_800,
      facts: '225/45R17 94W, new, set of 4',
    })
    await guest.post({ action: 'saved-restore', saved: await guest.savedId() })
    expect(await guest.shown()).toEqual({ cart: [['TL-2001-4', 2]], saved: [] })
  })

  test('requests that are repeated after a lost reply do nothing twice', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    const itemId = String((await guest.cart()).lines[0]?.itemId)
    const saving = { action: 'save', item_id: itemId, mutation: 'page-of-saver.1' }
    expect([await guest.post(saving), await guest.post(saving)]).toEqual([200, 200])
    const restoring = { action: 'saved-restore', saved: await guest.savedId(), mutation: 'page-of-saver.2' }
    expect([await guest.post(restoring), await guest.post(restoring)]).toEqual([200, 200])
    expect(await guest.shown()).toEqual({ cart: [['TL-2001-4', 1]], saved: [] })
  })

  test('a fault between the two steps loses nothing, and the repeated request ends with one line', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    await guest.save('TL-2001-4')
    const restoring = { action: 'saved-restore', saved: await guest.savedId() }
    // The line is in the cart when the database refuses to delete it from the list.
    const prepare = env.DB.prepare.bind(env.DB)
    const faulty = vi.spyOn(env.DB, 'prepare').mockImplementation((query) => {
      if (/^delete from "saved_line"/.test(query)) throw new Error('D1 is away')
      return prepare(query)
    })
    expect(await guest.post(restoring)).toBeGreaterThanOrEqual(500)
    faulty.mockRestore()
    expect(await guest.shown()).toMatchObject({
      cart: [['TL-2001-4', 1]],
      saved: [['Halden Velo Sport', '4 tires']],
    })
    await guest.post(restoring)
    expect(await guest.shown()).toEqual({ cart: [['TL-2001-4', 1]], saved: [] })
  })

  test('a guest’s list moves to the account at the sign-in and is there on another device', async () => {
    const customer = await newCustomer()
    const guest = shopper()
    await guest.add('TL-2001-4', '2')
    await guest.add('TL-2002-1')
    await guest.save('TL-2001-4')
    await guest.post({ action: 'sign-in', ...customer }, '/account/form/')
    expect(await guest.shown()).toEqual({ cart: [['TL-2002-1', 1]], saved: [VELO] })
    const phone = shopper()
    await phone.post({ action: 'sign-in', ...customer }, '/account/form/')
    expect((await phone.shown()).saved).toEqual([VELO])
    await phone.post({ action: 'saved-remove', saved: await phone.savedId() })
    expect((await guest.shown()).saved).toEqual([])
  })

  test('nobody else sees, moves or removes a saved line', async () => {
    const [owner, stranger] = [shopper(), shopper()]
    await owner.add('TL-2001-4', '2')
    await owner.save('TL-2001-4')
    const saved = await owner.savedId()
    await stranger.add('TL-2002-1')
    await stranger.post({ action: 'saved-remove', saved })
    await stranger.post({ action: 'saved-restore', saved })
    expect(await stranger.shown()).toEqual({ cart: [['TL-2002-1', 1]], saved: [] })
    expect((await owner.shown()).saved).toEqual([VELO])
  })

  test('a full list says so, and a product that it has can be saved again', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    await guest.save('TL-2001-4')
    const rows = connect(env.DB)
    const [{ cartKey } = { cartKey: null }] = await rows.select().from(savedLine).orderBy(desc(savedLine.id))
    for (let more = 1; more < MAX_LINES; more += 1) {
      const sku = `FULL-${more}`
      await rows.insert(savedLine).values({ cartKey, sku, itemKey: sku, qty: 1, savedAt: Date.now() })
    }
    await guest.add('TL-2002-1')
    const itemId = String((await guest.cart()).lines[0]?.itemId)
    const refused = await guest.browser.fetch('/cart/form/', {
      method: 'POST',
      body: new URLSearchParams({ action: 'save', item_id: itemId }),
    })
    expect(refused.headers.get('Location')).toBe('/cart/?notice=saved-full')
    expect(formatNotice({ code: 'saved-full' })).toContain(`up to ${MAX_LINES} different products`)
    expect((await guest.shown()).cart).toEqual([['TL-2002-1', 1]])
    await guest.add('TL-2001-4', '2')
    expect(await guest.save('TL-2001-4')).toBe(200)
    expect(await guest.shown()).toEqual({ cart: [['TL-2002-1', 1]], saved: [VELO] })
  })

  test('while an order is in progress nothing is saved, so that no line is in both', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    const quoteId = guest.browser.cookies.get('__Host-cart') ?? ''
    const cart = env.CART.getByName(quoteId)
    await runInDurableObject(cart, (_, state) => {
      state.storage.sql.exec(
        "create table journal_attempt (order_number text primary key, phase text, state text, seq integer); insert into journal_attempt (order_number, phase, state, seq) values ('TL-00000000', 'held', '{}', 1)",
      )
    })
    await evictDurableObject(cart)
    vi.spyOn(CartObject.prototype, 'cancelPendingOrder').mockResolvedValueOnce(false)
    const saved = await saveForLater(env, quoteId, { itemId: 1, mutationId: null }, Date.now())
    expect(saved).toMatchObject({ ok: false, code: 'checkout-in-progress' })
    expect((await cart.read())?.lines).toMatchObject([{ sku: 'TL-2001-4', qty: 1 }])
    expect(await findSavedLines(env.DB, quoteId)).toEqual([])
  })

  test('after an order the next cart of the same browser has the list of the guest', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4', '2')
    await guest.add('TL-2002-1')
    await guest.save('TL-2001-4')
    const former = guest.browser.cookies.get('__Host-cart') ?? ''
    await runInDurableObject(env.CART.getByName(former), (cart) => {
      const record = cart.read()
      if (record) Object.assign(record, { orderNumber: 'TL-00000000' })
    })
    await guest.add('TL-2002-1')
    expect(guest.browser.cookies.get('__Host-cart')).not.toBe(former)
    expect(await guest.shown()).toEqual({ cart: [['TL-2002-1', 1]], saved: [VELO] })
  })

  test('a guest’s list lives 30 days after the last change of the cart, a customer’s stays', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    await guest.save('TL-2001-4')
    const isSaved = async () => (await guest.cart()).saved.length > 0
    const now = Date.now()
    const before = await connect(env.DB).select().from(savedLine)
    vi.useFakeTimers({ toFake: ['Date'], now: now + 20 * DAY_MS })
    await guest.add('TL-2002-1')
    vi.useRealTimers()
    await deleteOldSavedLines(env.DB, now + 50 * DAY_MS - 1_000)
    expect(await isSaved()).toBe(true)
    await deleteOldSavedLines(env.DB, now + 52 * DAY_MS)
    const after = await connect(env.DB).select().from(savedLine)
    expect(await isSaved()).toBe(false)
    expect(after).toEqual(before.filter(({ customerId }) => customerId !== null))
  })
})
