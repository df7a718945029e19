/**
 * Tests with a client that behaves like Vue Storefront (D1, D4): it stores its own lines, compares them with
 * those of the server, sends the differences, and applies the replies. The client uses only the API.
 */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { afterConnect } from '../../schema/cart/sync/cart-sync.ts'
import type { ClientLine } from '../../schema/cart/sync/client-cart.ts'
import type { ApiCartItem } from '../../schema/compat/compat-cart.api.ts'
import type { ApiTotals } from '../../schema/compat/compat-totals.api.ts'
import { call, openShop, signInThroughApi } from '../account/testing/account.harness.ts'
import { planSync, type SyncRules } from './testing/stock-client-sync.harness.ts'

beforeAll(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'mail' }))
  await openShop()
  return () => vi.restoreAllMocks()
})

/** The default settings: the client sends its own lines and adds those that it does not have. */
const CLIENT_RULES: SyncRules = {
  force: false,
  dryRun: false,
  mergeQty: false,
  serverMayRemove: false,
  serverMayModify: false,
}
/** An address of the checkout. */
const ADDRESS = {
  firstname: 'Ada',
  lastname: 'Byron',
  city: 'Chicago',
  postcode: '60612',
  street: ['1 Elm Street'],
}

class ApiClient {
  token = ''
  cartId = ''
  lines: ClientLine[] = []
  bypassCount = 0
  readonly sent: string[] = []

  #call<Result>(method: 'GET' | 'POST', name: string, body?: unknown, more = '') {
    this.sent.push(name)
    return call<Result>(method, `cart/${name}?token=${this.token}&cartId=${this.cartId}${more}`, body)
  }

  put(sku: string, qty: number): void {
    this.lines.push(lineOf({ item_id: null, sku, qty, price: 0, product_type: 'simple' }))
  }

  /** Requests a cart and merges the own lines into it. */
  async connect(rules: SyncRules = CLIENT_RULES, asGuest = false): Promise<void> {
    const { code, result } = await call<string | number>(
      'POST',
      `cart/create?token=${asGuest ? '' : this.token}`,
    )
    const { next, bypassCount } = afterConnect(code, this.bypassCount)
    this.bypassCount = bypassCount
    if (next === 'as-guest') {
      this.token = ''
      return this.connect(rules, true)
    }
    this.cartId = String(result)
    if (next === 'sync') await this.sync(rules)
  }

  async sync(rules: SyncRules = CLIENT_RULES): Promise<void> {
    const { result } = await this.#call<ApiCartItem[]>('GET', 'pull')
    const server = result.map(lineOf)
    for (const { act, line, ...more } of planSync(this.lines, server, rules).acts) {
      if (act === 'add-local') this.lines.push(line)
      else if (act === 'remove-local') this.#drop(line)
      else if (act === 'delete-server') await this.#remove(line)
      else if (act === 'push') await this.#update(line, 'qty' in more ? more.qty : line.qty, server)
    }
    await this.totals()
  }

  async #update(line: ClientLine, qty: number, server: readonly ClientLine[]): Promise<void> {
    // The request has the id of a line only if the server has this line too; without an id the line is added.
    const itemId = server.find(({ sku }) => sku === line.sku)?.itemId
    const item = { sku: line.sku, qty, quoteId: this.cartId, ...(itemId ? { item_id: itemId } : {}) }
    const { code, result } = await this.#call<ApiCartItem>('POST', 'update', { cartItem: item })
    if (code !== 200) return this.#drop(line)
    Object.assign(line, lineOf(result))
  }

  async #remove({ itemId, sku }: ClientLine): Promise<void> {
    await this.#call('POST', 'delete', { cartItem: { sku, item_id: itemId, quoteId: this.cartId } })
  }

  #drop(line: ClientLine): void {
    this.lines = this.lines.filter((other) => other !== line)
  }

  /** Reads the totals and copies their quantities to the own lines. */
  async totals(): Promise<ApiTotals> {
    const { result } = await this.#call<ApiTotals>('GET', 'totals')
    for (const { item_id: id, qty } of result.items) {
      const line = this.lines.find(({ itemId }) => itemId === id)
      if (line) line.qty = qty
    }
    return result
  }

  /** Reads the methods, then sends the address with a method to shipping-information. */
  async ship(): Promise<{ totals: ApiTotals; payment_methods: { code: string }[] }> {
    const address = { ...ADDRESS, country_id: 'US', region: 'Illinois', region_id: 23, region_code: 'IL' }
    const methods = await this.#call<{ carrier_code: string; method_code: string }[]>(
      'POST',
      'shipping-methods',
      {
        address,
      },
    )
    await this.#call('GET', 'payment-methods')
    const { carrier_code: carrier, method_code: method } = methods.result[0] ?? {}
    const camelCase = { ...ADDRESS, countryId: 'US', regionId: 23, regionCode: 'IL' }
    const info = { shippingAddress: camelCase, billingAddress: camelCase }
    const { result } = await this.#call<Awaited<ReturnType<ApiClient['ship']>>>(
      'POST',
      'shipping-information',
      {
        addressInformation: { ...info, shippingCarrierCode: carrier, shippingMethodCode: method },
      },
    )
    return result
  }

  /** Removes the coupon, connects with the sum of quantities, and applies the coupon if it is valid. */
  async authorize(token: string): Promise<string | null> {
    const { coupon_code: coupon } = await this.totals()
    if (coupon) await this.#call('POST', 'delete-coupon')
    this.token = token
    await this.connect({ ...CLIENT_RULES, mergeQty: true })
    return coupon && (await this.coupon(coupon)) ? coupon : null
  }

  async coupon(code: string): Promise<boolean> {
    return (await this.#call('POST', 'apply-coupon', undefined, `&coupon=${code}`)).code === 200
  }

  order() {
    const fields = {
      ...ADDRESS,
      country_id: 'US',
      region: 'Illinois',
      region_id: 23,
      telephone: '3125550142',
    }
    const address = { ...fields, email: 'ada@example.com' }
    return call<{ orderNumber: string }>('POST', 'order', {
      user_id: '',
      cart_id: this.cartId,
      transmited: true,
      products: this.lines.map(({ itemId, sku, qty }) => ({ sku, qty, server_item_id: itemId })),
      addressInformation: {
        billingAddress: address,
        shippingAddress: address,
        payment_method_code: 'cashondelivery',
        payment_method_additional: '',
        shipping_carrier_code: '',
        shipping_method_code: '',
      },
    })
  }

  /** Deletes the own lines and, with a forced sync, those of the server. */
  async clear(): Promise<void> {
    this.lines = []
    await this.sync({ ...CLIENT_RULES, force: true })
  }

  get summary() {
    return this.lines.map(({ sku, qty }) => [sku, qty])
  }
}

type ServerLine = Pick<ApiCartItem, 'sku' | 'qty' | 'price'> & {
  item_id: number | null
  product_type: string
}

function lineOf({ item_id: itemId, sku, qty, price, product_type: type }: ServerLine): ClientLine {
  const unitPrice = Math.round(price * 100)
  return {
    itemId,
    sku,
    parentSku: null,
    type: type as ClientLine['type'],
    choices: [],
    qty,
    unitPrice,
    rowTotal: unitPrice * qty,
    tires: 0,
    problem: null,
  }
}

const SIMPLE = ['TL-1001', 'TL-1002-2'] as const

describe('[H8] a client of the API', () => {
  test('shops as a guest: lines, totals, methods, address, coupon, order, and then a new cart', async () => {
    const client = new ApiClient()
    client.put(SIMPLE[1], 1)
    await client.connect()
    expect(client.cartId).toMatch(/^[0-9a-f]{32}$/)
    expect(client.lines[0]?.itemId).toBeGreaterThan(0)
    expect(client.sent).toEqual(['pull', 'update', 'totals'])
    expect(await client.coupon('SAVE10')).toBe(true)
    const { totals, payment_methods: payment } = await client.ship()
    expect(payment.map(({ code }) => code)).toContain('cashondelivery')
    expect(totals.total_segments.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['subtotal', 'shipping', 'discount', 'tax', 'grand_total']),
    )
    expect(totals.coupon_code).toBe('SAVE10')
    const placed = await client.order()
    expect(placed.code).toBe(200)
    expect(placed.result.orderNumber).toMatch(/^TL-/)
    // A repeated request from the queue of the client returns the same order.
    expect((await client.order()).result.orderNumber).toBe(placed.result.orderNumber)
    const before = client.cartId
    client.lines = []
    await client.connect()
    expect([client.cartId === before, client.summary]).toEqual([false, []])
  })

  test('clears its cart with a forced sync, which deletes the lines of the server', async () => {
    const client = new ApiClient()
    client.put('TL-2001-1', 2)
    await client.connect()
    await client.clear()
    expect(client.sent.slice(-3)).toEqual(['pull', 'delete', 'totals'])
    expect((await client.totals()).items).toEqual([])
  })

  test('removes a line without stock and keeps the others', async () => {
    const client = new ApiClient()
    client.put('TL-1004', 1)
    client.put('TL-2001-1', 1)
    await client.connect()
    expect(client.summary).toEqual([['TL-2001-1', 1]])
  })

  test('[D3] continues as a guest after an unknown token', async () => {
    const client = new ApiClient()
    client.token = 'broken'
    client.put('TL-2001-1', 1)
    await client.connect()
    expect([client.cartId.length, client.summary, client.bypassCount]).toEqual([32, [['TL-2001-1', 1]], 0])
  })

  test('[D5] signs in with a filled cart: quantities add up and the coupon stays', async () => {
    const customer = { email: 'wire-client@example.com', firstname: 'Ada', lastname: 'Byron' }
    await call('POST', 'user/create', { customer, password: 'rubber-meets-road' })
    const { token } = await signInThroughApi({ email: customer.email, password: 'rubber-meets-road' })
    const home = new ApiClient()
    home.token = token
    home.put('TL-2001-1', 2)
    await home.connect()
    const phone = new ApiClient()
    phone.put('TL-2001-1', 1)
    phone.put('TL-3001-1', 1)
    await phone.connect()
    expect(await phone.coupon('SAVE10')).toBe(true)
    expect(await phone.authorize(token)).toBe('SAVE10')
    await phone.sync()
    await home.sync({ ...CLIENT_RULES, serverMayModify: true })
    expect((await phone.totals()).coupon_code).toBe('SAVE10')
    expect(home.summary).toEqual([
      ['TL-2001-1', 3],
      ['TL-3001-1', 1],
    ])
    expect(phone.summary).toEqual(home.summary)
  })
})
