/** The whole shop, of which one dependency fails, is slow, is silent or answers wrongly. Its time is virtual. */
import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { SANDBOX_KEYS } from '../../../sandbox/testing/sandbox.harness.ts'
import { PLATFORM_LIMITS } from '../../../schema/platform/limits/limits.ts'
import type { Env } from '../../env.ts'
import worker from '../../index.ts'
import { StripeSandbox } from '../../orders/payments/stripe/testing/stripe-sandbox.harness.ts'
import { replaceClock } from '../../platform/testing/virtual-time.harness.ts'
import { ObjectCalls } from './object-calls.harness.ts'
import { PolledTime } from './polled-time.harness.ts'

export const FAULTS = ['error', 'slow', 'silent', 'wrong'] as const
export type Fault = (typeof FAULTS)[number]

/** Milliseconds of a slow answer, which is within every time limit of the shop. */
const SLOW_MS = 2_000
/** Milliseconds after which a request counts as endless; an order may take 14 s (binding-timeouts.ts). */
export const ENDLESS_MS = 15_000
const LATER_MS = 60_000
const TARGET = Symbol('the wrapped binding')
const SITE = 'https://shop.example'

const providerHost = (name: string) => `https://${name}.example`
/** Bindings and hosts by dependency. */
export const DEPENDENCIES = {
  KV: ['KV'],
  R2: ['PICTURES'],
  'cart object': ['CART'],
  'chat object': ['CHAT'],
  queues: ['OUTBOX', 'REBUILD', 'PAINT', 'COUNTS'],
  'rate limits': Object.keys(PLATFORM_LIMITS),
  Stripe: [providerHost('stripe')],
  PayPal: [providerHost('paypal')],
  Afterpay: [providerHost('afterpay')],
  Affirm: [providerHost('affirm')],
  'mail service': [providerHost('mail')],
  captcha: [providerHost('captcha')],
  // Last, because the caches of the isolate remember what D1 answered wrongly.
  D1: ['DB'],
} as const satisfies Record<string, readonly string[]>
export type Dependency = keyof typeof DEPENDENCIES

/** Messages are not delivered: mails wait in their rows. */
const QUEUE = { send: async () => undefined, sendBatch: async () => undefined }
const VARIABLES = {
  PAYPAL_CLIENT_ID: SANDBOX_KEYS.PAYPAL_CLIENT_ID,
  PAYPAL_CLIENT_SECRET: SANDBOX_KEYS.PAYPAL_CLIENT_SECRET,
  PAYPAL_WEBHOOK_ID: SANDBOX_KEYS.PAYPAL_WEBHOOK_ID,
  PAYPAL_API_URL: providerHost('paypal'),
  AFTERPAY_MERCHANT_ID: SANDBOX_KEYS.AFTERPAY_MERCHANT_ID,
  AFTERPAY_SECRET_KEY: SANDBOX_KEYS.AFTERPAY_SECRET_KEY,
  AFTERPAY_API_URL: providerHost('afterpay'),
  AFFIRM_PUBLIC_KEY: SANDBOX_KEYS.AFFIRM_PUBLIC_KEY,
  AFFIRM_PRIVATE_KEY: SANDBOX_KEYS.AFFIRM_PRIVATE_KEY,
  AFFIRM_API_URL: providerHost('affirm'),
  CAPTCHA_SITE_KEY: 'the sandbox',
  CAPTCHA_SECRET: 'the captcha’s secret',
  CAPTCHA_URL: providerHost('captcha'),
}

export interface Answer {
  status: number
  text: string
  /** Milliseconds of virtual time; `ENDLESS_MS` when no answer came. */
  took: number
}

const NO_ANSWER: Answer = { status: 0, text: '', took: 0 }

export class FaultyShop {
  readonly time = new PolledTime()
  readonly sandbox = new StripeSandbox({ CAPTCHA_SECRET: VARIABLES.CAPTCHA_SECRET })
  #broken: { names: readonly string[]; fault: Fault } | null = null
  /** Calls to real bindings that have not answered yet. */
  #calls = 0
  readonly #objects = new ObjectCalls()
  #restore: () => void = () => undefined

  /** Replaces bindings, network and clock of this isolate, also for its Durable Objects. */
  open(): void {
    const bindings = env as unknown as Record<string, object>
    const names = Object.values(DEPENDENCIES)
      .flat()
      .filter((name) => !name.startsWith('https:'))
    const before = Object.fromEntries(names.map((name) => [name, bindings[name]]))
    const { fetch } = globalThis
    const replaced = names.flatMap((name) => {
      const real = DEPENDENCIES.queues.some((queue) => queue === name) ? QUEUE : bindings[name]
      return real ? [[name, this.#wrap(name, real)]] : []
    })
    Object.assign(bindings, Object.fromEntries(replaced), VARIABLES)
    globalThis.fetch = ((input: RequestInfo | URL, init?: RequestInit) =>
      this.#network(input, init)) as typeof fetch
    const { time } = this
    const restoreObjects = this.#objects.open()
    const restoreClock = replaceClock(() => ({
      now: time.now,
      after: (ms, run) => time.after(ms, this.#objects.atTimeout(run)),
      cancel: (timer) => time.cancel(timer),
    }))
    this.#restore = () => {
      Object.assign(bindings, before, Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, ''])))
      globalThis.fetch = fetch
      restoreClock()
      restoreObjects()
    }
  }

  close(): void {
    this.#restore()
  }

  /** Sends requests at the same time to the Worker, like the platform, while a dependency has a fault. */
  async ask(
    requests: readonly { path: string; init: RequestInit }[],
    broken: { dependency: Dependency; fault: Fault } | null,
  ): Promise<Answer[]> {
    // Work of earlier requests that waited for a silent dependency ends.
    this.time.now += LATER_MS
    this.#broken = broken && { names: DEPENDENCIES[broken.dependency], fault: broken.fault }
    const began = this.time.now
    const answers: Answer[] = []
    requests.forEach(({ path, init }, index) => {
      this.#send(path, init).then((answer) => {
        answers[index] = { ...answer, took: this.time.now - began }
      })
    })
    const isDone = () => requests.every((_, index) => answers[index])
    while (!isDone() && this.time.now - began < ENDLESS_MS)
      await this.time.passWhenQuiet(() => this.#state(), isDone)
    this.#broken = null
    return requests.map((_, index) => answers[index] ?? { ...NO_ANSWER, took: ENDLESS_MS })
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const request = new Request(`${SITE}${path}`, { redirect: 'manual', ...init })
    const context = createExecutionContext()
    try {
      const response = await worker.fetch(
        request as Parameters<typeof worker.fetch>[0],
        env as unknown as Env,
        context,
      )
      return { status: response.status, text: await response.text(), took: 0 }
    } catch (error) {
      return { ...NO_ANSWER, text: String(error) }
    }
  }

  #state(): 'working' | 'maybe' | 'waiting' {
    if (this.#calls > 0) return 'working'
    return this.#objects.mayWork() ? 'maybe' : 'waiting'
  }

  #faultOf(name: string): Fault | null {
    return this.#broken?.names.includes(name) ? this.#broken.fault : null
  }

  /** Wraps a binding: calls that send a request meet its fault; `prepare`, `bind` and `getByName` send none. */
  #wrap<T extends object>(name: string, real: T): T {
    return new Proxy(real, {
      get: (target, property) => {
        if (property === TARGET) return target
        const value: unknown = Reflect.get(target, property)
        if (typeof value !== 'function' || property === 'then') return value
        return (...args: unknown[]) => {
          if (['prepare', 'bind', 'getByName'].includes(String(property)))
            return this.#wrap(name, Reflect.apply(value, target, args) as object)
          const own =
            property === 'batch' ? [(args[0] as object[]).map((one) => Reflect.get(one, TARGET))] : args
          return this.#meet(name, String(property), () => Reflect.apply(value, target, own))
        }
      },
    })
  }

  async #meet(name: string, call: string, work: () => unknown): Promise<unknown> {
    const fault = this.#faultOf(name)
    if (fault === 'error') throw new Error(`${name} is away, table secret_stuff`)
    await this.#hold(fault)
    const isObject = name === 'CART' || name === 'CHAT'
    const result = await (isObject ? this.#objects.send(work) : this.#count(work))
    return fault === 'wrong' ? toWrongAnswer(name, call, result) : result
  }

  async #count<T>(work: () => T | Promise<T>): Promise<T> {
    this.#calls += 1
    try {
      return await work()
    } finally {
      this.#calls -= 1
    }
  }

  /**
   * Waits as a slow or silent dependency makes a call wait. Silence lasts until the test's next request; workerd ends
   * work that waits for nothing, so this waits for a timer.
   */
  async #hold(fault: Fault | null): Promise<void> {
    if (fault !== 'slow' && fault !== 'silent') return
    const endWait = this.#objects.wait()
    const ms = fault === 'slow' ? SLOW_MS : LATER_MS
    await new Promise<void>((resolve) => this.time.after(ms, resolve))
    endWait()
    if (fault === 'silent') throw new Error('the answer came after the test')
  }

  async #network(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const { origin } = new URL(input instanceof Request ? input.url : String(input))
    const fault = this.#faultOf(origin)
    const { signal, ...rest } = init ?? {}
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    )
    aborted.catch(() => undefined)
    await Promise.race([this.#hold(fault), aborted])
    if (fault === 'error') return new Response('{"error":"away, secret_stuff"}', { status: 500 })
    if (fault === 'wrong') return new Response('<h1>A page of another service</h1>', { status: 200 })
    return this.#count(() => this.sandbox.fetch(input, rest))
  }
}

/** Returns an answer of a right kind with wrong content: no rows, other bytes, nothing. */
function toWrongAnswer(name: string, call: string, result: unknown): unknown {
  if (name !== 'DB') return name === 'KV' && call === 'get' ? new ArrayBuffer(8) : null
  const empty = (one: unknown) => ({ ...(one as object), results: [] })
  if (call === 'batch') return (result as unknown[]).map(empty)
  if (call === 'raw') return []
  return call === 'first' ? null : empty(result)
}
