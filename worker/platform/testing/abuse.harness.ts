/** For security tests: the endpoints of the shop as its router lists them, and everything that the shop stores. */
import { env } from 'cloudflare:workers'
import { Browser } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'

const CHANGING = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Returns `METHOD /path` of every endpoint of these methods; routes of all methods are guards, not endpoints. */
export function allRoutes(methods: readonly string[] = CHANGING): string[] {
  const all = app.routes
    .filter(({ method }) => methods.includes(method))
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(all)]
}

/** Rows that come and go by themselves, and the catalog, which no shopper changes. */
const LEFT_OUT =
  /^(sqlite_|_cf_|d1_|product|config|zip_code|attribute|landing|car_|tax_|fee_|sign_in_attempt)/

/** All that D1 holds of customers, orders, reviews and mails, with this browser's cart and conversation beside it. */
export async function snapshotStores(browser: Browser): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  ).all<{
    name: string
  }>()
  const names = tables.map(({ name }) => name).filter((name) => !LEFT_OUT.test(name))
  // The queue tries to send what an order left there, in its own time.
  const columns = (name: string) => (name === 'outbox' ? 'kind, payload' : '*')
  const rows = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT ${columns(name)} FROM ${name}`)))
  const [cart, chat] = ['__Host-cart', '__Host-chat'].map((name) => browser.cookies.get(name))
  return JSON.stringify({
    tables: rows.map(({ results }, index) => [names[index], results]),
    cart: cart ? await env.CART.getByName(cart).readCheckout() : null,
    chat: chat ? await env.CHAT.getByName(chat).read() : null,
  })
}

/** Another window of this browser: what happens to its cookies is not seen in the first. */
export function snapshotResponse(
  browser: Browser,
  network = browser.network,
  bindings: object = {},
): Browser {
  const copy = new Browser(bindings)
  copy.network = network
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}
