/**
 * A client of this API with Vue Storefront's own behavior (D1, D4): it keeps lines of its own, compares
 * them with the server's, pushes what differs, and takes what the replies say. Nothing here knows more than the API.
 */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { afterConnect } from '../../schema/cart/sync/cart-sync.ts'
import type { ClientLine } from '../../schema/cart/sync/client-cart.ts'
import type { WireItem } from '../../schema/compat/compat-cart.api.ts'
import type { WireTotals } from '../../schema/compat/compat-totals.api.ts'
import { call, openShop, wireSignIn } from '../account/testing/account.harness.ts'
import { planSync, type SyncRules } from './testing/stock-client-sync.harness.ts'

beforeAll(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 'mail' }))
  await openShop()
  return () => vi.restoreAllMocks()
})

/** Its settings as they come: it pushes what it has, and takes over what it has not. */
const CLIENT_RULES: SyncRules = {
  force: false,
  dryRun: false,
  mergeQty: false,
  serverMayRemove: false,
  serverMayModify: false,
}
/** Somewhere in its checkout. */
const ADDRESS = {
  firstname: 'Ada',
  lastname: 'Byron',
  city: 'Chicago',
  postcode: '60612',
  street: ['1 Elm Street'],
}

class WireClient {
  token = ''
  cartId = ''
  lines: ClientLine[] = []
  bypassCount = 0
  readonly sent: string[] = []

  #ask<Result>(method: 'GET' | 'POST', name: string, body?: unknown, more = '') {
    this.sent.push(name)
    return call<Result>(method, `cart/${name}?token=${this.token}&cartId=${this.cartId}${more}`, body)
  }

  put(sku: string, qty: number): void {
    this.lines.push(lineOf({ item_id: null, sku, qty, price: 0, product_type: 'simple' }))
  }

  /** Merges its lines into whatever cart it is given. */
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
    const { result } = await this.#ask<WireItem[]>('GET', 'pull')
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
    // Only a line that both have is named by its id; without one it is added.
    const itemId = server.find(({ sku }) => sku === line.sku)?.itemId
    const item = { sku: line.sku, qty, quoteId: this.cartId, ...(itemId ? { item_id: itemId } : {}) }
    const { code, result } = await this.#ask<WireItem>('POST', 'update', { cartItem: item })
    if (code !== 200) return this.#drop(line)
    Object.assign(line, lineOf(result))
  }

  async #remove({ itemId, sku }: ClientLine): Promise<void> {
    await this.#ask('POST', 'delete', { cartItem: { sku, item_id: itemId, quoteId: this.cartId } })
  }

  #drop(line: ClientLine): void {
    this.lines = this.lines.filter((other) => other !== line)
  }

  /** Quantities of the totals become the client's own. */
  async totals(): Promise<WireTotals> {
    const { result } = await this.#ask<WireTotals>('GET', 'totals')
    for (const { item_id: id, qty } of result.items) {
      const line = this.lines.find(({ itemId }) => itemId === id)
      if (line) line.qty = qty
    }
    return result
  }

  /** Methods first, then the address; a known method means shipping-information instead of totals. */
  async ship(): Promise<{ totals: WireTotals; payment_methods: { code: string }[] }> {
    const address = { ...ADDRESS, country_id: 'US', region: 'Illinois', region_id: 23, region_code: 'IL' }
    const methods = await this.#ask<{ carrier_code: string; method_code: string }[]>(
      'POST',
      'shipping-methods',
      {
        address,
      },
    )
    await this.#ask('GET', 'payment-methods')
    const { carrier_code: carrier, method_code: method } = methods.result[0] ?? {}
    const where = { ...ADDRESS, countryId: 'US', regionId: 23, regionCode: 'IL' }
    const info = { shippingAddress: where, billingAddress: where }
    const { result } = await this.#ask<Awaited<ReturnType<WireClient['ship']>>>(
      'POST',
      'shipping-information',
      {
        addressInformation: { ...info, shippingCarrierCode: carrier, shippingMethodCode: method },
      },
    )
    return result
  }

  /** Coupon off, connect with both quantities, coupon on; one that does not fit any more is forgotten. */
  async authorize(token: string): Promise<string | null> {
    const { coupon_code: coupon } = await this.totals()
    if (coupon) await this.#ask('POST', 'delete-coupon')
    this.token = token
    await this.connect({ ...CLIENT_RULES, mergeQty: true })
    return coupon && (await this.coupon(coupon)) ? coupon : null
  }

  async coupon(code: string): Promise<boolean> {
    return (await this.#ask('POST', 'apply-coupon', undefined, `&coupon=${code}`)).code === 200
  }

  order() {
    const wire = { ...ADDRESS, country_id: 'US', region: 'Illinois', region_id: 23, telephone: '3125550142' }
    const address = { ...wire, email: 'ada@example.com' }
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

  /** Empty here, and on the server when it says so: forced, the server's lines go. */
  async clear(): Promise<void> {
    this.lines = []
    await this.sync({ ...CLIENT_RULES, force: true })
  }

  get shown() {
    return this.lines.map(({ sku, qty }) => [sku, qty])
  }
}

type Known = Pick<WireItem, 'sku' | 'qty' | 'price'> & { item_id: number | null; product_type: string }

function lineOf({ item_id: itemId, sku, qty, price, product_type: type }: Known): ClientLine {
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
  test('shops as a guest: lines, totals, methods, address, coupon, order, and a new cart after it', async () => {
    const client = new WireClient()
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
    // Sent again from its queue it is the same order.
    expect((await client.order()).result.orderNumber).toBe(placed.result.orderNumber)
    const before = client.cartId
    client.lines = []
    await client.connect()
    expect([client.cartId === before, client.shown]).toEqual([false, []])
  })

  test('clears its cart with force: the server’s lines go', async () => {
    const client = new WireClient()
    client.put('TL-2001-1', 2)
    await client.connect()
    await client.clear()
    expect(client.sent.slice(-3)).toEqual(['pull', 'delete', 'totals'])
    expect((await client.totals()).items).toEqual([])
  })

  test('drops the line that the stock does not have, and keeps the others', async () => {
    const client = new WireClient()
    client.put('TL-1004', 1)
    client.put('TL-2001-1', 1)
    await client.connect()
    expect(client.shown).toEqual([['TL-2001-1', 1]])
  })

  test('[D3] with a token that is not known shops on as a guest', async () => {
    const client = new WireClient()
    client.token = 'broken'
    client.put('TL-2001-1', 1)
    await client.connect()
    expect([client.cartId.length, client.shown, client.bypassCount]).toEqual([32, [['TL-2001-1', 1]], 0])
  })

  test('[D5] signs in with a filled cart: quantities add up, the coupon is taken over', async () => {
    const customer = { email: 'wire-client@example.com', firstname: 'Ada', lastname: 'Byron' }
    await call('POST', 'user/create', { customer, password: 'rubber-meets-road' })
    const { token } = await wireSignIn({ email: customer.email, password: 'rubber-meets-road' })
    const home = new WireClient()
    home.token = token
    home.put('TL-2001-1', 2)
    await home.connect()
    const phone = new WireClient()
    phone.put('TL-2001-1', 1)
    phone.put('TL-3001-1', 1)
    await phone.connect()
    expect(await phone.coupon('SAVE10')).toBe(true)
    expect(await phone.authorize(token)).toBe('SAVE10')
    await phone.sync()
    await home.sync({ ...CLIENT_RULES, serverMayModify: true })
    expect((await phone.totals()).coupon_code).toBe('SAVE10')
    expect(home.shown).toEqual([
      ['TL-2001-1', 3],
      ['TL-3001-1', 1],
    ])
    expect(phone.shown).toEqual(home.shown)
  })
})
