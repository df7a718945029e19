/** A client of the API for tests of the cart, with the fixture's catalog. */
import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import type { ApiCartItem } from '../../../schema/compat/compat-cart.api.ts'
import type { ApiTotals } from '../../../schema/compat/compat-totals.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { expectDescribed } from '../../compat/calls/testing/openapi-conformance.harness.ts'
import { cartApi } from '../../compat/cart/cart.api.ts'
import type { AppEnv } from '../../env.ts'
import { requireConfig } from '../../platform/security/require-config.ts'

const SITE = 'https://shop.example'
const app = new Hono<AppEnv>().use(requireConfig()).route('/api/cart', cartApi)

export async function openShop(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
}

/** Sends one call and checks that the status of the response is the code of its envelope. */
export async function call<Result>(
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  bindings: object = env,
): Promise<Reply<Result> & { response: Response }> {
  const init: RequestInit = { method, headers }
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await app.request(`${SITE}/api/cart/${path}`, init, bindings, createExecutionContext())
  await expectDescribed(method, `/api/cart/${path}`.replace(/[?#].*$/, ''), response)
  const reply = await response.json<Reply<Result>>()
  if (response.status !== reply.code)
    throw new Error(`${path}: status ${response.status}, code ${reply.code}`)
  return { ...reply, response }
}

export async function create(): Promise<string> {
  return (await call<string>('POST', 'create?token=', '')).result
}

export function update(cartId: string, cartItem: Record<string, unknown>) {
  return call<ApiCartItem>('POST', `update?token=&cartId=${cartId}`, {
    cartItem: { quoteId: cartId, ...cartItem },
  })
}

export function pull(cartId: string) {
  return call<ApiCartItem[]>('GET', `pull?token=&cartId=${cartId}`)
}

export function totals(cartId: string) {
  return call<ApiTotals>('GET', `totals?token=&cartId=${cartId}`)
}

/** Returns the option of a variant: 1 single, 2 pairs, 4 set of four. */
export function sets(value: string) {
  return { extension_attributes: { configurable_item_options: [{ option_id: '160', option_value: value }] } }
}

export function inform(cartId: string, address: object, more: object = {}) {
  const body = { addressInformation: { shippingAddress: address, billingAddress: address, ...more } }
  return call<{ totals: ApiTotals; payment_methods: { code: string; title: string }[] }>(
    'POST',
    `shipping-information?token=&cartId=${cartId}`,
    body,
  )
}
