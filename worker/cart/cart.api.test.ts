import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CartView } from '../../schema/cart/cart.api.ts'
import type { CheckoutView } from '../../schema/checkout/checkout.api.ts'
import { emptyDraft, openStep } from '../../schema/checkout/checkout.ts'
import type { Reply } from '../../schema/platform/http/reply.api.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { extCheckoutApi } from '../checkout/checkout.api.ts'
import { saveDraft } from '../checkout/checkout-draft.ts'
import { parseConfig } from '../config.ts'
import type { AppEnv } from '../env.ts'
import { newQuoteId } from '../identity/session/cart-id.ts'
import { pageLayout } from '../layout/document.tsx'
import { randomBytes } from '../platform/security/random-bytes.ts'
import { requireConfig } from '../platform/security/require-config.ts'
import { extCartApi } from './cart.api.ts'
import { addToCart, updateCartSettings } from './update-cart.ts'

const parsed = parseConfig(env)
const secret = parsed.ok ? parsed.config.cartSecret : ''
const app = new Hono<AppEnv>()
app.use(pageLayout()).use(requireConfig()).route('/api/ext', extCartApi).route('/api/ext', extCheckoutApi)
const now = Date.now()

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function get<Result>(path: string, quoteId?: string): Promise<Result> {
  const headers = quoteId ? { Cookie: `__Host-cart=${quoteId}` } : {}
  const response = await app.request(
    `https://shop.example/api/ext/${path}`,
    { headers },
    env,
    createExecutionContext(),
  )
  return (await response.json<Reply<Result>>()).result
}

async function cartOf(...skus: string[]): Promise<string> {
  const quoteId = newQuoteId(secret, randomBytes)
  for (const sku of skus) {
    const answer = await addToCart(env, quoteId, { sku, parentSku: null, option: null, qty: 1 }, now)
    expect(answer.ok).toBe(true)
  }
  return quoteId
}

describe('[D2] the cart for the shop’s own pages', () => {
  test('a line has its page, picture, facts and available units', async () => {
    const cart = await get<CartView>('cart', await cartOf('TL-2001-4', 'RH-1'))
    expect(cart).toMatchObject({ tires: 4, allVirtual: false, zip: null, totals: { subtotal: 51_800 } })
    expect(cart.lines[0]).toMatchObject({
      sku: 'TL-2001-4',
      rowTotal: 50_400,
      title: 'Halden Velo Sport',
      facts: '225/45R17 94W, new, set of 4',
      tire: {
        label: '225/45R17 94W, set of 4',
        detail: expect.stringMatching(/^New, summer(, DOT \d{4})?$/),
      },
      left: 'In stock!',
      most: { max: 6 },
      fitting: [{ size: '225/45R17', tireLoad: 94, tireSpeed: 'W' }],
      problem: null,
    })
    expect(cart.lines[0]?.mixed).toEqual([])
    expect(cart.lines[0]?.href).toMatch(/^\/p\/TL-2001\/[a-z0-9-]+\/TL-2001-4$/)
    expect(cart.lines[0]?.picture?.src).toMatch(/^\/pictures\/.+-three-quarter-350-v\d+\.[0-9a-f]{16}\.svg$/)
    expect(cart.lines[1]).toMatchObject({
      picture: { src: '/drawings/plan.svg' },
      title: 'Road hazard plan',
      facts: '',
      left: null,
    })
  })

  test('it notes what one car should not mix', async () => {
    const cart = await get<CartView>('cart', await cartOf('TL-2001-4', 'TL-2002-1'))
    expect(cart.lines[1]?.mixed).toEqual([
      'This cart mixes the sizes 225/45R17 and 215/60R16. On one car, both tires of an axle need the same size.',
      'This cart mixes summer and winter tires. On one car, use four of the same kind.',
    ])
  })

  test('without a cart, or with a forged cookie, it is empty', async () => {
    expect((await get<CartView>('cart')).lines).toEqual([])
    expect((await get<CartView>('cart', '0'.repeat(32))).lines).toEqual([])
  })

  test('[D7] a line that was sold out meanwhile has a message', async () => {
    const quoteId = await cartOf('TL-1003')
    await env.DB.prepare("update stock set qty = 0 where stock_sku = 'TL-1003'").run()
    const cart = await get<CartView>('cart', quoteId)
    expect(cart.lines[0]).toMatchObject({ problem: 'Out of the stock!', left: null })
  })

  test('[D10] a ZIP code of another state is reported with the cart', async () => {
    const quoteId = await cartOf('TL-1001')
    const shipTo = { countryId: 'US', regionId: 57, regionCode: 'TX', postcode: '60612' }
    await updateCartSettings(env, quoteId, { shipTo }, now)
    expect(await get<CartView>('cart', quoteId)).toMatchObject({
      zip: '60612',
      zipProblem: 'Invalid combination of zip code and state.',
    })
  })
})

describe('[E3] the checkout for the shop’s own pages', () => {
  test('the free shipping method and the card are chosen, allowed states come first', async () => {
    const checkout = await get<CheckoutView>('checkout', await cartOf('TL-1001'))
    expect(checkout).toMatchObject({
      step: 'personal',
      shipping: { shippingMethod: 'freeshipping:freeshipping', country: 'US' },
      payment: { paymentMethod: 'stripe', billingSameAsShipping: true },
      card: { publishableKey: 'pk_test_treadline_sandbox' },
    })
    expect(checkout.shippingMethods[0]?.promise).toMatch(/^Arrives \w{3}, \w{3} \d{1,2}$/)
    const allowed = checkout.regions.map((region) => region.allowed)
    expect(allowed).toEqual([...allowed].sort((a, b) => Number(b) - Number(a)))
  })

  test('[E1] a draft is stored with the cart', async () => {
    const quoteId = await cartOf('TL-1001')
    const draft = emptyDraft()
    const personal = { firstName: 'Ann', lastName: 'Lee', emailAddress: 'ann@example.com' }
    await saveDraft(env, quoteId, { ...draft, personal, steps: openStep(draft.steps, 'shipping') }, now)
    expect(await get<CheckoutView>('checkout', quoteId)).toMatchObject({ personal, step: 'shipping' })
  })

  test('[E12] a virtual cart has no shipping and no cash on delivery', async () => {
    const checkout = await get<CheckoutView>('checkout', await cartOf('RH-1'))
    expect(checkout.shippingMethods).toEqual([])
    expect(checkout.paymentMethods.map(({ code }) => code)).toEqual(['stripe'])
  })
})

describe('[E4] ZIP code check', () => {
  async function check(body: unknown): Promise<unknown> {
    const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }
    return (
      await app.request('https://shop.example/api/ext/zip-check', init, env, createExecutionContext())
    ).json()
  }

  test.each([
    [
      { zipCode: '60612', regionId: 23 },
      { valid: true, city: 'Chicago', state: 'IL' },
    ],
    [
      { zipCode: '60612-1234', state: 'illinois' },
      { valid: true, city: 'Chicago', state: 'IL' },
    ],
    [
      { zipCode: '60612', regionId: 57 },
      { valid: false, city: 'Chicago', state: 'IL' },
    ],
    [
      { zipCode: '00000', regionId: 57 },
      { valid: false, city: null, state: null },
    ],
    [
      { zipCode: 'x', regionId: 57 },
      { valid: false, city: null, state: null },
    ],
  ])('%j', async (body, result) => {
    expect(await check(body)).toEqual({ code: 200, result })
  })

  test.each([['{'], [{}], [{ zipCode: 60612 }], [{ zipCode: '60612', state: 'Atlantis' }]])(
    '%j is refused with a message',
    async (body) => {
      expect(await check(body)).toMatchObject({ code: 400, result: expect.stringMatching(/\w/) })
    },
  )
})
