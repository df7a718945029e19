/** For security tests: lists the endpoints in the shop's router, and reads all stored data. */
import { env } from 'cloudflare:workers'
import { Browser } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'

const WRITE_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Returns `METHOD /path` of every endpoint with these methods; routes for all methods are middleware, not endpoints. */
export function allRoutes(methods: readonly string[] = WRITE_METHODS): string[] {
  const all = app.routes
    .filter(({ method }) => methods.includes(method))
    .map(({ method, path }) => `${method} ${path}`)
  return [...new Set(all)]
}

/** Tables that change without a request, and tables of the catalog, which no shopper changes. */
const EXCLUDED_TABLES =
  /^(sqlite_|_cf_|d1_|product|config|zip_code|attribute|landing|car_|tax_|fee_|sign_in_attempt)/

/** Returns all data in D1 about customers, orders, reviews and mails, and this browser's cart and chat, as a text. */
export async function snapshotStores(browser: Browser): Promise<string> {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  ).all<{
    name: string
  }>()
  const names = tables.map(({ name }) => name).filter((name) => !EXCLUDED_TABLES.test(name))
  // The queue sends mails of an order at any time, which changes the other columns.
  const columns = (name: string) => (name === 'outbox' ? 'kind, payload' : '*')
  const rows = await env.DB.batch(names.map((name) => env.DB.prepare(`SELECT ${columns(name)} FROM ${name}`)))
  const [cart, chat] = ['__Host-cart', '__Host-chat'].map((name) => browser.cookies.get(name))
  return JSON.stringify({
    tables: rows.map(({ results }, index) => [names[index], results]),
    cart: cart ? await env.CART.getByName(cart).readCheckout() : null,
    chat: chat ? await env.CHAT.getByName(chat).read() : null,
  })
}

/** Returns a copy of the browser with the same cookies; later changes of cookies do not affect the original. */
export function copyBrowser(browser: Browser, network = browser.network, bindings: object = {}): Browser {
  const copy = new Browser(bindings)
  copy.network = network
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
  return copy
}
