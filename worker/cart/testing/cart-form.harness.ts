/** A browser at the form endpoint of the cart, for tests: posts forms and stores the cookies that it receives. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import type { CartFormResult } from '../../../schema/cart/cart-form.api.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { requireConfig } from '../../platform/security/require-config.ts'
import { cartForm } from '../cart.form.ts'
import { readCartView } from '../read-cart.ts'

const app = new Hono<AppEnv>().use(pageLayout()).use(requireConfig()).route('/cart/form/', cartForm)

export function browser() {
  const jar = new Map<string, string>()
  const headers = (more: Record<string, string>) => ({
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'same-origin',
    Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    ...more,
  })
  async function post(fields: Record<string, string>, more: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams(fields).toString()
    const request = new Request('https://shop.test/cart/form/', {
      method: 'POST',
      body,
      headers: headers(more),
    })
    const response = await app.request(request, undefined, env, createExecutionContext())
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
  async function ask(fields: Record<string, string>): Promise<Reply<CartFormResult | string>> {
    return (await post(fields, { Accept: 'application/json' })).json()
  }
  return { jar, post, ask, cart: () => readCartView(env, jar.get('__Host-cart') ?? null, Date.now()) }
}
