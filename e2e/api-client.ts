/** Calls the shop's API like any client, for state that pages do not show and to prepare journeys. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ApiStock } from '../schema/cart/stock/stock.api.ts'
import { DANA, untilHydrated } from './steps.ts'

export interface Answer {
  status: number
  type: string
  text: string
  /** The envelope; `null` and `undefined` when the text is no envelope. */
  code: number | null
  result: unknown
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  const envelope = type.includes('application/json') ? JSON.parse(text) : null
  return { status: response.status, type, text, code: envelope?.code ?? null, result: envelope?.result }
}

/** Calls an address without cookies; an object becomes a JSON body. */
export async function call(url: string, body?: object | string, init: RequestInit = {}): Promise<Answer> {
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
  return answerOf(await fetch(url, { ...(body === undefined ? {} : sent), ...init }))
}

/** Text of an error that reveals internals of the server. */
export const INTERNALS = /\bat \S+ \(|\.(js|tsx?):\d+|node_modules|D1_ERROR|SQLITE/

export async function stockOf(shopUrl: string, sku: string): Promise<ApiStock> {
  const answer = await call(`${shopUrl}/api/stock/check?sku=${encodeURIComponent(sku)}`)
  expect(answer.code, answer.text).toBe(200)
  return answer.result as ApiStock
}

export interface FoundProduct {
  sku: string
  href: string
  left: number
}

/** Returns the first product of a list with `min` to `max` units in stock. */
export async function findProduct(
  shopUrl: string,
  { path = '/t/c/used', min = 1, max = Number.POSITIVE_INFINITY, skus = /./ } = {},
): Promise<FoundProduct> {
  const html = await (await fetch(`${shopUrl}${path}`)).text()
  for (const card of html.split('<li class="card"').slice(1)) {
    const href = /<a href="(\/p\/[^"]+)"/.exec(card)?.[1]
    const sku = /type="hidden" name="sku" value="([^"]+)"/.exec(card)?.[1]
    if (!href || !sku || !skus.test(sku)) continue
    const { qty, is_in_stock } = await stockOf(shopUrl, sku)
    if (is_in_stock && qty >= min && qty <= max) return { sku, href, left: qty }
  }
  throw new Error(`no product with ${min} to ${max} units on ${path}`)
}

/** Sends a plain form with the cookies of this page's browser, like the shop's own pages. */
export async function sendForm(page: Page, url: string, form: Record<string, string>): Promise<void> {
  const headers = { Accept: 'application/json', Origin: new URL(url).origin }
  const response = await page.request.post(url, { form, headers })
  expect(response.status(), await response.text()).toBe(200)
}

/** Creates an account and signs it in with the cookies of this page's browser. */
export async function registerAt(page: Page, shopUrl: string, who = DANA): Promise<void> {
  const password = 'rubber-meets-road'
  await sendForm(page, `${shopUrl}/account/form/`, {
    action: 'register',
    emailAddress: who.email,
    firstName: who.first,
    lastName: who.last,
    password,
    rPassword: password,
    acceptTermsAndConditions: 'on',
  })
}

/** Adds a product to the cart without opening its page. */
export function putInCart(page: Page, shopUrl: string, sku: string, qty = 1): Promise<void> {
  return sendForm(page, `${shopUrl}/cart/form/`, { action: 'add', sku, qty: String(qty) })
}

/** Fills in the first two steps of the checkout and opens the last one. */
export async function openPayment(page: Page, shopUrl: string, who = DANA): Promise<void> {
  const names = { firstName: who.first, lastName: who.last }
  const endpoint = `${shopUrl}/checkout/form/`
  await sendForm(page, endpoint, { step: 'personal', emailAddress: who.email, ...names })
  await sendForm(page, endpoint, {
    step: 'shipping',
    ...names,
    streetAddress: who.street,
    zipCode: who.zip,
    city: who.city,
    state: who.state,
    phoneNumber: who.phone,
    shippingMethod: 'freeshipping:freeshipping',
  })
  await page.goto(`${shopUrl}/checkout/`)
  await page.getByRole('button', { name: /^Place order/ }).waitFor()
  await untilHydrated(page)
}

/** Returns sku and quantity of each line in the server's cart of this browser. */
export async function cartOf(page: Page, shopUrl: string): Promise<[string, number][]> {
  const response = await page.request.get(`${shopUrl}/api/ext/cart`)
  const { result } = (await response.json()) as { result: { lines: { sku: string; qty: number }[] } }
  return result.lines.map(({ sku, qty }) => [sku, qty])
}
