import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { savedLine } from '../../../schema/cart/saved/saved-line.table.ts'
import { Browser, call, openShop } from '../../account/testing/account.harness.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { deleteOldSavedLines } from './saved-line.sql.ts'

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

  test('a guest’s list ends with the cart, a customer’s stays', async () => {
    const guest = shopper()
    await guest.add('TL-2001-4')
    await guest.save('TL-2001-4')
    const before = await connect(env.DB).select().from(savedLine)
    await deleteOldSavedLines(env.DB, Date.now() + 1_000)
    const after = await connect(env.DB).select().from(savedLine)
    expect((await guest.shown()).saved).toEqual([])
    expect(after).toEqual(before.filter(({ customerId }) => customerId !== null))
  })
})
