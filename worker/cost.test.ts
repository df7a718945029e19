/** What Cloudflare bills for page views and orders, by counting each unit of each journey: docs/costs.md. */
import {
  applyD1Migrations,
  createExecutionContext,
  runDurableObjectAlarm,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../schema/platform/duration.ts'
import { loadFixture } from './catalog/index/testing/catalog.fixture.ts'
import { matchStockAlerts } from './catalog/stock-alerts/stock-alert-match.sql.ts'
import { handleCron } from './cron.ts'
import type { Env, ShopMessage } from './env.ts'
import worker from './index.ts'
import { StripeSandbox } from './orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { orderBody } from './orders/payments/testing/order-calls.harness.ts'
import {
  ASSUMED,
  COST_LIMITS,
  PAGE_SHARES,
  PAGE_VIEW,
  PLAN,
  PRICES,
  type Usage,
} from './platform/testing/cloudflare-prices.fixture.ts'
import { copyProduct } from './platform/testing/copies.fixture.ts'
import { addUsage, UsageMeter } from './platform/testing/usage-meter.harness.ts'

const shop = env as unknown as Env
const meter = new UsageMeter()
const stripe = new StripeSandbox()
/** Longer than the change feed of an isolate is valid (decision 43): each request pays for reading it. */
const BETWEEN_REQUESTS_MS = 3_000
const CATALOG_SIZE = 2_000
const BEACONS = 100
const MINUTES_OF_A_MONTH = (30 * DAY_MS) / MINUTE_MS
let now = Date.now()
/** Addresses of two pictures; the second one is in the bucket. */
let pictures: readonly [string, string] = ['', '']

/** Heads of the columns. */
const LABELS: Readonly<Record<keyof Usage, string>> = {
  requests: 'events',
  rowsRead: 'D1 rows read',
  rowsWritten: 'D1 rows written',
  objectRequests: 'object calls',
  objectRowsRead: 'object rows read',
  objectRowsWritten: 'object rows written',
  kvReads: 'KV reads',
  kvWrites: 'KV writes',
  r2ClassA: 'R2 class A',
  r2ClassB: 'R2 class B',
  queueOperations: 'queue operations',
  dataPoints: 'data points',
  cpuMs: 'CPU ms',
  gbSeconds: 'object GB s',
}

beforeAll(async () => {
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => stripe.fetch(input, init))
  // One tire in twenty matches the search, as with the brands of a real shop.
  const other = (column: string) =>
    `iif(i % 20, (select ${column} from product where sku = 'TL-2002'), p.${column})`
  const own = { name: other('name'), brand: other('brand'), model: other('model') }
  await copyProduct(env.DB, 'TL-1001', CATALOG_SIZE, own)
  // Earlier runs of cron have compared all products with the stock alerts.
  let read = Number.POSITIVE_INFINITY
  while (read > 100) read = await matchStockAlerts(env.DB, now)
  await meter.open(shop)
  // The index is then in memory, as in an isolate that serves a shop.
  const page = await new Shopper().send('/p/TL-2002/norwind-frost-3-215-60r16-99h-tl-2002')
  const [first = '', second = ''] = new Set(page.match(/\/pictures\/[^"\s&]+\.svg/g))
  pictures = [first, second]
  await env.PICTURES.put(second.slice(1), '<svg/>')
  await deliverMessages()
})
afterAll(() => vi.restoreAllMocks())

/** A browser with cookies and a network of its own. */
class Shopper {
  static #networks = 0
  readonly cookies = new Map<string, string>()
  readonly #network: string

  constructor() {
    Shopper.#networks += 1
    this.#network = `10.3.${Shopper.#networks}.7`
  }

  /** Sends one request like the platform, waits for its background work, and returns the text of the answer. */
  async send(path: string, init: RequestInit = {}): Promise<string> {
    now += BETWEEN_REQUESTS_MS
    const headers = new Headers({
      'Sec-Fetch-Site': 'same-origin',
      Origin: 'https://shop.example',
      'CF-Connecting-IP': this.#network,
      Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
    })
    new Headers(init.headers).forEach((value, name) => void headers.set(name, value))
    const request = new Request(`https://shop.example${path}`, { redirect: 'manual', ...init, headers })
    const context = createExecutionContext()
    const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], shop, context)
    const text = await response.text()
    expect(response.status, `${path}: ${text.slice(0, 300)}`).toBeLessThan(400)
    await waitOnExecutionContext(context)
    const isPage = response.headers.get('Content-Type')?.startsWith('text/html')
    meter.countEvent(isPage ? ASSUMED.pageCpuMs : ASSUMED.otherCpuMs)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(name, value)
    }
    return text
  }

  form(path: string, fields: Record<string, string>): Promise<string> {
    return this.send(path, { method: 'POST', body: new URLSearchParams(fields) })
  }
}

/** Delivers the messages of the queues: those of one kind in one batch. */
async function deliverMessages(): Promise<void> {
  const kindOf = (body: unknown) => Object.keys(body as ShopMessage).join()
  const bodies = meter.messages.splice(0)
  for (const kind of new Set(bodies.map(kindOf))) {
    const own = bodies.filter((body) => kindOf(body) === kind)
    const messages = own.map((body) => ({
      body,
      timestamp: new Date(now),
      ack: () => undefined,
      retry: () => expect.fail('a message was retried'),
    }))
    meter.countEvent(ASSUMED.otherCpuMs)
    await worker.queue({ queue: 'a queue', messages } as unknown as MessageBatch<ShopMessage>, shop)
  }
}

/** Sends an event of Stripe as its webhook does. */
async function sendStripeEvent(type: string, object: object): Promise<void> {
  const payload = JSON.stringify({ id: `evt_${type}`, object: 'event', type, data: { object } })
  const signature = await new Stripe('sk_test_12345678').webhooks.generateTestHeaderStringAsync({
    payload,
    secret: env.STRIPE_WEBHOOK_SECRET,
    timestamp: Math.floor(now / 1000),
    cryptoProvider: Stripe.createSubtleCryptoProvider(),
  })
  await new Shopper().send('/webhooks/stripe', {
    method: 'POST',
    body: payload,
    headers: { 'stripe-signature': signature },
  })
}

async function runCron(): Promise<void> {
  meter.countEvent(ASSUMED.otherCpuMs)
  // Never the first minute of an hour, which has further tasks.
  await handleCron({ scheduledTime: now - (now % HOUR_MS) + MINUTE_MS }, shop)
  await deliverMessages()
}

/** Changes the catalog as an import does; cron rebuilds the index, and the next page reads it. */
async function rebuildIndex(): Promise<void> {
  await env.DB.prepare("replace into config (path, value) values ('catalog/version', 'changed')").run()
  await runCron()
  await visitor.send('/t/c/used')
}

/** A visitor's whole way to a paid order, from the first tire in the cart to the mail. */
async function placeOrder(): Promise<void> {
  const shopper = new Shopper()
  await shopper.form('/cart/form/', { action: 'add', sku: 'TL-2001-2' })
  await shopper.send('/cart/')
  await shopper.form('/cart/form/', { action: 'add', sku: 'TL-2002-1' })
  await shopper.send('/checkout/')
  await shopper.send('/api/ext/checkout')
  await shopper.form('/checkout/form/', {
    step: 'personal',
    emailAddress: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Miller',
  })
  await shopper.form('/checkout/form/', {
    step: 'shipping',
    firstName: 'Ada',
    lastName: 'Miller',
    streetAddress: '2720 W Grand Ave',
    apartmentNumber: '',
    zipCode: '60612',
    city: 'Chicago',
    state: 'Illinois',
    phoneNumber: '(312) 555-0142',
    shippingMethod: 'freeshipping:freeshipping',
  })
  const cart = shopper.cookies.get('__Host-cart') ?? ''
  const reply = await shopper.send('/api/order', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(
      orderBody(cart, {
        payment_method_code: 'stripe',
        payment_method_additional: { confirmation_token: 'ctoken_ok' },
      }),
    ),
  })
  expect(JSON.parse(reply)).toMatchObject({ code: 200, result: { orderNumber: expect.any(String) } })
  const [intent] = [...stripe.intents.values()]
  if (!intent) throw new Error('no payment was made')
  await sendStripeEvent('payment_intent.succeeded', intent)
  await deliverMessages()
  expect([...stripe.mails.keys()]).toHaveLength(1)
  await shopper.send('/api/ext/thank-you')
  await sendBeacon(shopper, ['checkout-personal', 'checkout-shipping', 'checkout-payment', 'purchase'])
  await deliverMessages()
  // The alarms of the cart's object after the order.
  const object = shop.CART.get(shop.CART.idFromName(cart))
  now += MINUTE_MS
  await runDurableObjectAlarm(object)
}

function sendBeacon(shopper: Shopper, kinds: readonly string[]): Promise<string> {
  const events = kinds.map((kind) => ({ kind, sku: '' }))
  return shopper.send('/api/ext/events', { method: 'POST', body: JSON.stringify({ events }) })
}

/** Sends the beacons whose average is one: a consumer may count them together. */
async function sendBeacons(shopper: Shopper): Promise<void> {
  for (let nth = 0; nth < BEACONS; nth++) await sendBeacon(shopper, ['product'])
  await deliverMessages()
}

const visitor = new Shopper()

/** The journeys in the order in which they are taken. */
const JOURNEYS = {
  home: ['the home page', () => visitor.send('/')],
  list: ['a list', () => visitor.send('/t/c/used')],
  product: ['a product', () => visitor.send('/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002')],
  search: ['a search', () => visitor.send('/search?q=velo')],
  cached: ['a list from the cache', () => visitor.send('/t/c/used')],
  drawn: ['a picture, for the first time', () => visitor.send(pictures[0])],
  picture: ['a picture from the bucket', () => visitor.send(pictures[1])],
  beacon: ['a beacon of a page', () => sendBeacons(visitor)],
  call: ['a call of a page', () => visitor.send('/api/ext/suggest?q=halden')],
  cart: ['a change of the cart', () => visitor.form('/cart/form/', { action: 'add', sku: 'TL-2001-1' })],
  order: ['an order with a card', placeOrder],
  minute: ['a quiet minute of cron', runCron],
  rebuild: ['a new index, after a change of the catalog', rebuildIndex],
} as const satisfies Record<string, readonly [string, () => Promise<unknown>]>

const NAMES = Object.keys(PRICES) as (keyof Usage)[]
type Journey = keyof typeof JOURNEYS

/** Returns dollars; `isMonth` subtracts what the plan includes, and then the units are millions. */
function dollarsOf(usage: Usage, isMonth = false): number {
  const beyond = (name: keyof Usage) => Math.max(0, usage[name] - (isMonth ? PLAN.included[name] : 0))
  return NAMES.reduce((sum, name) => sum + beyond(name) * PRICES[name], 0)
}

/** Returns the average usage of a page view with all that its page asks for. */
function pageViewUsage(used: Readonly<Record<Journey, Usage>>): Usage {
  const pages = Object.entries(PAGE_SHARES).map(([page, share]) => [share, used[page as Journey]] as const)
  const { pictures, beacons, calls } = PAGE_VIEW
  return addUsage(...pages, [pictures, used.picture], [beacons, used.beacon], [calls, used.call])
}

const money = (dollars: number) => `$${Number(dollars.toPrecision(2))}`
const short = (units: number) => String(Number(units.toFixed(1)))
const row = (name: string, usage: Usage, dollars: string) =>
  `| ${name} | ${NAMES.map((unit) => short(usage[unit])).join(' | ')} | ${dollars} |`

function documentOf(used: Readonly<Record<Journey, Usage>>, view: Usage, month: Usage): string {
  const journeys = (Object.entries(JOURNEYS) as [Journey, readonly [string, unknown]][]).map(
    ([journey, [name]]) => row(name, used[journey], money(dollarsOf(used[journey]))),
  )
  return `# What the shop costs

Written by \`worker/cost.test.ts\`, which takes each journey in the real Worker, counts what Cloudflare bills, multiplies it by the
prices in \`worker/platform/testing/cloudflare-prices.fixture.ts\` (with their date and source), and fails when an order costs more
than $${COST_LIMITS.order} or a thousand page views more than $${COST_LIMITS.thousandViews}. After a change:
\`npx vitest run --project=worker worker/cost.test.ts -u\`.

- **An order: ${money(dollarsOf(used.order) / 1e6)}**, from the first tire in the cart to the mail and the last alarm.
- **A thousand page views: ${money(dollarsOf(view) / 1e3)}.** No page comes from a cache; each request reads the change feed.
- **A month of 1 million page views and 10,000 orders: ${money(PLAN.dollars + dollarsOf(month, true))}**, with the plan of $${PLAN.dollars} and what it includes.

The first two are list prices, as if nothing were included.

## Counted

Units of one journey, and dollars for a million of them. The catalog has ${CATALOG_SIZE} tires.

| journey | ${NAMES.map((name) => LABELS[name]).join(' | ')} | for a million |
|---|${NAMES.map(() => '--:').join('|')}|--:|
${journeys.join('\n')}
${row('**a page view**', view, `**${money(dollarsOf(view))}**`)}

An event is a request, a batch of a queue or a run of cron. A page view is a page (${Object.entries(
    PAGE_SHARES,
  )
    .map(([page, share]) => `${page} ${share * 100} %`)
    .join(', ')}), ${PAGE_VIEW.pictures} pictures from the bucket,
${PAGE_VIEW.beacons} beacons and ${PAGE_VIEW.calls} calls. A picture that nobody has seen yet is also written to the bucket, once.

## Assumed

- Processor time: ${ASSUMED.pageCpuMs} ms for a page, ${ASSUMED.otherCpuMs} ms for any other event and for a call of an object.
- A call or an alarm keeps a cart’s object in memory for one second.

## Not counted

- Storage: 5 GB of D1, 5 GB in objects, 10 GB of R2 and 1 GB of KV are included.
- Imports; feeds and sitemaps for search engines; the back office; chats; crawlers and attacks. An index costs more when the catalog is
  larger; so do searches that find more.
- Logs and traces. Built files and the manifest are served without the Worker and cost nothing.
- What others charge: payment providers (by far the largest part of an order’s costs), the mail service, the domain and its plan.
- Retries: a message, a call or a webhook that fails is sent again.
`
}

test('[H4] an order and a thousand page views cost less than their limits, as docs/costs.md says', async () => {
  const used = {} as Record<Journey, Usage>
  for (const [name, [, take]] of Object.entries(JOURNEYS)) {
    meter.take()
    await take()
    used[name as Journey] = addUsage([name === 'beacon' ? 1 / BEACONS : 1, meter.take()])
  }
  // A binding that is no longer counted would make everything cheap.
  const all = addUsage(...Object.values(used).map((usage) => [1, usage] as const))
  expect(NAMES.filter((name) => all[name] === 0)).toEqual([])
  const view = pageViewUsage(used)
  expect(dollarsOf(used.order) / 1e6).toBeLessThan(COST_LIMITS.order)
  expect(dollarsOf(view) / 1e3).toBeLessThan(COST_LIMITS.thousandViews)
  const month = addUsage([1, view], [0.01, used.order], [MINUTES_OF_A_MONTH / 1e6, used.minute])
  await expect(documentOf(used, view, month)).toMatchFileSnapshot('../docs/costs.md')
})
