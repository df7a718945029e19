/**
 * The synthetic journey: cron walks from a list to a product, adds it to a cart and empties the cart, through the app itself.
 * It counts nowhere: its bindings have no data points, no counts and no rate limits, which no request from outside can
 * ask for. It uses the same cart each time, and first removes what a failed journey left in it.
 */
import { PLATFORM_LIMITS } from '../schema/platform/limits/limits.ts'
import { JOURNEY_OK } from '../schema/staff/health/readings.ts'
import { app } from './app.ts'
import { PROVIDER_METHODS } from './cart.object.ts'
import { hasListedProduct } from './catalog/index/listed-product.sql.ts'
import { parseConfig } from './config.ts'
import type { Env } from './env.ts'
import { newQuoteId } from './identity/session/cart-id.ts'
import { withTimeout } from './platform/http/with-timeout.ts'
import { withTimeLimits } from './platform/limits/binding-timeouts.ts'
import { writePoint } from './platform/metrics/write-point.ts'
import { describeError } from './platform/security/log-redaction.ts'
import { saveJourney } from './staff/health/watching.sql.ts'

/** A journey that takes longer has failed. */
const JOURNEY_MS = 20_000

type Step = 'list' | 'product' | 'add' | 'empty'

/** Makes a journey and records its outcome; a shop without products has none. Never throws for a step that failed. */
export async function makeJourney(env: Env, now: number): Promise<void> {
  const parsed = parseConfig(env)
  if (!parsed.ok) return
  const { siteUrl, cartSecret } = parsed.config
  const journey = new Journey(
    env,
    siteUrl,
    newQuoteId(cartSecret, (bytes) => new Uint8Array(bytes)),
  )
  const began = Date.now()
  const outcome = await withTimeout(journey.run(), JOURNEY_MS)
    .then((result) => result ?? journey.step)
    .catch((error: unknown) => {
      console.error('a journey failed', journey.step, describeError(error))
      return journey.step
    })
  if (outcome === 'no products') return
  writePoint(env, 'journey', { outcome, version: env.VERSION?.id ?? '', ms: Date.now() - began })
  await saveJourney(env.DB, now, outcome)
}

class Journey {
  /** The step that is being made. */
  step: Step = 'list'
  readonly #env: Env
  readonly #siteUrl: string
  readonly #quoteId: string

  constructor(env: Env, siteUrl: string, quoteId: string) {
    this.#env = withTimeLimits(withoutCounting(env), PROVIDER_METHODS)
    this.#siteUrl = siteUrl
    this.#quoteId = quoteId
  }

  /** Returns how the journey ended; throws when a step failed. */
  async run(): Promise<typeof JOURNEY_OK | 'no products'> {
    const list = await this.#read('/t')
    const path = /href="(\/p\/[^"]+)"/.exec(list)?.[1]
    if (path === undefined) {
      if (await hasListedProduct(this.#env.DB))
        throw new Error('the list is empty, but the shop has products')
      return 'no products'
    }
    this.step = 'product'
    const sku = /name="sku" value="([^"]+)"/.exec(await this.#read(path))?.[1]
    if (sku === undefined) throw new Error('the page has no product to add')
    this.step = 'add'
    await this.#emptyCart()
    await this.#call('update', { sku, qty: 1 })
    this.step = 'empty'
    await this.#emptyCart()
    return JOURNEY_OK
  }

  /** Requests a page and returns its text. */
  async #read(path: string): Promise<string> {
    const response = await this.#fetch(path, {})
    if (response.status !== 200) throw new Error(`the page answered ${response.status}`)
    return response.text()
  }

  async #emptyCart(): Promise<void> {
    const lines = (await this.#call('pull')) as { sku: string; item_id: unknown }[]
    for (const { sku, item_id } of lines) await this.#call('delete', { sku, item_id })
  }

  /** Reads the cart or changes a line, and returns the result. */
  async #call(call: 'pull' | 'update' | 'delete', line?: object): Promise<unknown> {
    const body = JSON.stringify({ cartItem: { ...line, quoteId: this.#quoteId } })
    const init = line ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body } : {}
    const response = await this.#fetch(`/api/cart/${call}?token=&cartId=${this.#quoteId}`, init)
    const { code, result } = await response.json<{ code: number; result: unknown }>()
    if (code !== 200) throw new Error(`${call} answered ${code} ${JSON.stringify(result)}`)
    return result
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const pending: Promise<unknown>[] = []
    const context = {
      waitUntil: (work: Promise<unknown>) => void pending.push(work),
      passThroughOnException: () => undefined,
    }
    const request = new Request(`${this.#siteUrl}${path}`, init)
    const response = await app.fetch(request, this.#env, context as unknown as ExecutionContext)
    // The run of cron ends after the journey, and what a page stores in a cache would end with it.
    const answer = new Response(await response.arrayBuffer(), response)
    await Promise.allSettled(pending)
    return answer
  }
}

/** Returns the bindings without data points, counts and rate limits. */
function withoutCounting({ METRICS: _, ...env }: Env): Env {
  const always: RateLimit = { limit: async () => ({ success: true }) }
  const limits = Object.fromEntries(Object.keys(PLATFORM_LIMITS).map((name) => [name, always]))
  const COUNTS = { send: async () => undefined, sendBatch: async () => undefined }
  return { ...env, ...limits, COUNTS: COUNTS as unknown as Env['COUNTS'] }
}
