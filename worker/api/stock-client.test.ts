/**
 * A shopper with the stock client of this API family: its calls in its order, its bodies as it writes them, and what it
 * looks at in the answers, with its own comparisons (wire.md §0, §1, §3, §4).
 */
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import type { WireItem } from '../../schema/api/wire-cart.ts'
import type { WireTotals } from '../../schema/api/wire-totals.ts'
import { call, openShop, wireSignIn } from './account-rig.ts'

interface ClientItem {
  sku: string
  qty: number
  prev_qty?: number
  server_item_id?: number
  product_option?: WireItem['product_option']
  price: number
  name: string
}
interface Confirmation {
  orderNumber: string
  transferedAt: string
}

beforeAll(async () => {
  await openShop()
  // Mails are not what is looked at here.
  vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
})

/** The client's cart store: only what decides what is sent next. */
function client() {
  const state = { token: '', userToken: '', items: [] as ClientItem[], totals: null as WireTotals | null }
  const at = (path: string) => `cart/${path}?token=${state.userToken}&cartId=${state.token}`
  const connect = async () => {
    const { code, result } = await call<string | number>('POST', `cart/create?token=${state.userToken}`, '')
    expect(code).toBe(200)
    state.token = result.toString()
  }
  const merge = (items: readonly WireItem[]) => {
    state.items = items.map((item) => {
      const known = state.items.find((one) => one.server_item_id === item.item_id)
      // `!==` across pull, update and totals: numbers, never texts.
      expect(typeof item.qty + typeof item.item_id).toBe('numbernumber')
      const { sku, qty, price, name, item_id: server_item_id, product_option } = item
      return {
        ...known,
        sku,
        qty,
        price,
        name,
        server_item_id,
        ...(product_option ? { product_option } : {}),
      }
    })
  }
  const pull = async () => merge((await call<WireItem[]>('GET', at('pull'))).result)
  return {
    state,
    connect,
    pull,
    async put(cartItem: object) {
      const sent = { cartItem: { ...cartItem, quoteId: state.token } }
      const answer = await call<WireItem>('POST', at('update'), sent)
      await pull()
      return answer
    },
    async inform(addressInformation: object) {
      const { result } = await call<{ totals?: WireTotals; payment_methods: { code: string }[] }>(
        'POST',
        at('shipping-information'),
        { addressInformation },
      )
      state.totals = result.totals ?? (result as unknown as WireTotals)
      return result.payment_methods.map(({ code }) => code)
    },
    coupon: (code: string) => call('POST', `${at('apply-coupon')}&coupon=${code}`),
    call: <Result>(path: string, body?: object) => call<Result>(body ? 'POST' : 'GET', at(path), body),
  }
}

const PLACE = { region: 'Illinois', region_id: 23, country_id: 'US', postcode: '60612', city: 'Chicago' }
const ADDRESS = {
  ...{ ...PLACE, region_code: 'IL', street: ['2720 W Grand Ave', ''], company: '', telephone: '3125550142' },
  ...{ firstname: 'Ada', lastname: 'Miller', email: 'ada@example.com', vat_id: '' },
}

test('[H8] the stock client shops: stock, cart, methods, coupon, order, the order again from its queue, the next cart', async () => {
  const shop = client()
  await shop.connect()
  const stock = await call<{ qty: number; manage_stock: boolean; product_id: number }[]>(
    'GET',
    `stock/list?skus=${encodeURIComponent('TL-2001-2,TL-1001')}`,
  )
  expect(stock.result.map(({ qty }) => qty > 0)).toEqual([true, true])
  // A configurable line leaves under its parent's sku, ids and values as texts, and comes back as its variant.
  const option = { option_id: '160', option_value: '2' }
  const { result: pair } = await shop.put({
    sku: 'TL-2001',
    qty: 1,
    product_option: { extension_attributes: { configurable_item_options: [option] } },
  })
  expect(pair).toMatchObject({ sku: 'TL-2001-2', product_type: 'configurable', quote_id: shop.state.token })
  await shop.put({ sku: 'TL-1001', qty: 1 })
  const [line] = shop.state.items
  // Its next word on the line is what the last reply said of it.
  const { server_item_id: item_id, product_option } = line as ClientItem
  await shop.put({ sku: 'TL-2001-2', qty: 2, item_id, product_option })
  expect(shop.state.items.map(({ sku, qty }) => [sku, qty])).toEqual([
    ['TL-2001-2', 2],
    ['TL-1001', 1],
  ])
  // A quantity that cannot be had leaves the line as it was: the client goes back to its previous one.
  expect((await shop.put({ sku: 'TL-1001', qty: 99, item_id: 2 })).code).not.toBe(200)
  expect(shop.state.items[1]?.qty).toBe(1)

  const methods = await shop.call<{ available: boolean; carrier_code: string; method_code: string }[]>(
    'shipping-methods',
    { address: { ...PLACE, street: [null, null] } },
  )
  const [way] = methods.result.filter(({ available }) => available)
  const short = {
    firstname: '',
    lastname: '',
    city: 'Chicago',
    postcode: '60612',
    street: [''],
    countryId: 'US',
  }
  const offered = await shop.inform({
    ...{ billingAddress: short, shippingAddress: { ...short, region: 'Illinois', regionId: 23 } },
    ...{ shippingCarrierCode: way?.carrier_code, shippingMethodCode: way?.method_code },
  })
  expect(offered).toContain('cashondelivery')
  const { totals } = shop.state
  expect(totals?.items.map(({ item_id: id, qty }) => [id, qty])).toEqual([
    [1, 2],
    [2, 1],
  ])
  expect(totals?.total_segments.at(-1)?.code).toBe('grand_total')
  expect(Object.hasOwn(totals ?? {}, 'coupon_code')).toBe(false)

  expect((await shop.coupon('NOPE')).result).toBe(
    "You've entered an incorrect coupon code. Please try again.",
  )
  expect((await shop.coupon('SAVE10')).result).toBe(true)
  const reduced = (await shop.call<WireTotals>('totals')).result
  expect(reduced.coupon_code).toBe('SAVE10')
  expect(reduced.grand_total).toBeLessThan(totals?.grand_total ?? 0)

  const order = {
    ...{ user_id: '', cart_id: shop.state.token, store_code: '', transmited: true },
    products: shop.state.items.map((item) => ({ ...item, price: 0.01, totals: { row_total: 0.01 } })),
    addressInformation: {
      ...{ shippingAddress: ADDRESS, billingAddress: ADDRESS, shippingExtraFields: {} },
      ...{ shipping_method_code: way?.method_code, shipping_carrier_code: way?.carrier_code },
      ...{ payment_method_code: 'cashondelivery', payment_method_additional: '' },
    },
  }
  const placed = await call<Confirmation & { totals: WireTotals }>('POST', 'order', order)
  expect(placed.code).toBe(200)
  expect(placed.result.totals.grand_total).toBe(reduced.grand_total)
  // The reply was lost: its queue sends the same order with its own marks, and gets the same number.
  const queued = { ...order, order_id: 'orderid-1', created_at: '2026-01-01', updated_at: '2026-01-01' }
  expect((await call<Confirmation>('POST', 'order', queued)).result.orderNumber).toBe(
    placed.result.orderNumber,
  )
  const closed = shop.state.token
  await shop.connect()
  expect(shop.state.token).not.toBe(closed)
})

test('[H8] [D5] the stock client signs in with a full cart: coupon off, quantities added, coupon on', async () => {
  const { token } = await wireSignIn()
  const before = client()
  before.state.userToken = token
  await before.connect()
  await before.put({ sku: 'TL-2002-1', qty: 1 })

  const shop = client()
  await shop.connect()
  await shop.put({ sku: 'TL-2002-1', qty: 2 })
  await shop.put({ sku: 'TL-1003', qty: 1 })
  expect((await shop.coupon('SAVE10')).result).toBe(true)
  expect((await shop.call<boolean>('delete-coupon', {})).result).toBe(true)
  const guest = shop.state.items
  shop.state.userToken = token
  await shop.connect()
  expect(shop.state.token).toMatch(/^\d+$/)
  await shop.pull()
  // What both have gets the sum, what only the guest had is added.
  for (const { sku, qty } of guest) {
    const known = shop.state.items.find((item) => item.sku === sku)
    await shop.put(known ? { sku, qty: qty + known.qty, item_id: known.server_item_id } : { sku, qty })
  }
  expect(shop.state.items.map(({ sku, qty }) => [sku, qty])).toEqual([
    ['TL-2002-1', 3],
    ['TL-1003', 1],
  ])
  expect((await shop.coupon('SAVE10')).result).toBe(true)
  expect((await shop.call<WireTotals>('totals')).result.coupon_code).toBe('SAVE10')
})
