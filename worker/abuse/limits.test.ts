/** The limits that D1 counts, at the doors of the shop: who abuses is stopped, an office behind one address is not. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Browser, openShop, RILEY } from '../api/account-rig.ts'
import { stripeDouble } from '../gateways/stripe-double.ts'
import { requestTo } from './doors-rig.ts'

beforeAll(openShop)
afterEach(() => {
  vi.restoreAllMocks()
})

const json = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

/** A browser somewhere in one /64, as its provider may spell it. */
function inOneNetwork(at: number): Browser {
  const browser = new Browser()
  browser.network = at % 2 === 0 ? `2001:db8::${at + 1}` : `2001:0DB8:0:0:${at}::7`
  return browser
}

async function withCart(browser: Browser): Promise<Browser> {
  const body = new URLSearchParams({ action: 'add', sku: 'TL-2001-1' })
  await browser.ask('/cart/form/', { method: 'POST', body })
  return browser
}

async function order(browser: Browser, email: string, method: string, rest: object = {}): Promise<number> {
  const { path = '', init } = requestTo('POST /api/order') ?? {}
  const { addressInformation: info } = JSON.parse(String(init?.().body))
  const addressInformation = {
    ...info,
    billingAddress: { ...info.billingAddress, email },
    payment_method_code: method,
    payment_method_additional: { confirmation_token: `ctoken_${crypto.randomUUID()}` },
  }
  return (await browser.ask(path, json({ addressInformation, ...rest }))).status
}

describe('[audit A13] one IPv6 network has one count, however its addresses are spelled', () => {
  test('of guesses at a password', async () => {
    for (let at = 0; at < 6; at += 1)
      await inOneNetwork(at).signIn({ email: RILEY.email, password: `guess-${at}` })
    // Even the right one does nothing there now; elsewhere it does.
    await expect(inOneNetwork(6).signIn()).resolves.toMatchObject({ status: 303 })
    const there = inOneNetwork(7)
    await there.signIn()
    expect((await (await there.ask('/api/user/me')).json<{ code: number }>()).code).toBe(401)
    const elsewhere = new Browser()
    await elsewhere.signIn()
    expect((await (await elsewhere.ask('/api/user/me')).json<{ code: number }>()).code).toBe(200)
  })

  test('of refused cards', async () => {
    const stripe = stripeDouble()
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
    expect(await order(await withCart(inOneNetwork(0)), 'card0@example.com', 'stripe')).toBe(402)
    // As after nineteen more.
    await env.DB.prepare(
      'UPDATE sign_in_attempt SET failures = 20 WHERE last_at = (SELECT max(last_at) FROM sign_in_attempt)',
    ).run()
    expect(await order(await withCart(inOneNetwork(1)), 'card1@example.com', 'stripe')).toBe(429)
    expect(await order(await withCart(new Browser()), 'card2@example.com', 'stripe')).toBe(402)
  })
})

test('[audit A17] cart numbers of customers are not tried one after the other', async () => {
  const stranger = new Browser()
  const statuses: number[] = []
  // The platform counts by the clock's minutes, so one may end in between: then the second is full at the latest.
  for (let at = 0; at < 62 && statuses.at(-1) !== 429; at += 1) {
    statuses.push(
      await order(stranger, 'a@example.com', 'cashondelivery', { cart_id: String(10 ** 14 + at) }),
    )
  }
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([404]))
  expect(statuses.at(-1)).toBe(429)
})
