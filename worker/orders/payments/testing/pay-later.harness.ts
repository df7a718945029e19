/** Harness for tests of Afterpay and Affirm: the sandbox's two providers in place of the network. */
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { expireAffirmCheckout } from '../../../../sandbox/affirm/approval.ts'
import { expireAfterpayCheckout } from '../../../../sandbox/afterpay/approval.ts'
import type { Fault } from '../../../../sandbox/control/faults.ts'
import { SANDBOX_KEYS, SandboxHarness } from '../../../../sandbox/testing/sandbox.harness.ts'
import { sendRequest } from './order-calls.harness.ts'

const { AFTERPAY_MERCHANT_ID, AFTERPAY_SECRET_KEY, AFFIRM_PUBLIC_KEY, AFFIRM_PRIVATE_KEY } = SANDBOX_KEYS
/** The variables of the shop. */
export const PAY_LATER = {
  AFTERPAY_MERCHANT_ID,
  AFTERPAY_SECRET_KEY,
  AFTERPAY_API_URL: 'https://afterpay.example',
  AFFIRM_PUBLIC_KEY,
  AFFIRM_PRIVATE_KEY,
  AFFIRM_API_URL: 'https://affirm.example',
}

/** Both providers; `fetch` calls them. */
export class PayLaterSandbox extends SandboxHarness {
  #timedOut: RegExp | null = null
  #lost: { numbers: readonly number[]; isDone: boolean; from: number } | null = null
  #requests = 0

  constructor() {
    super()
    vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'sendBatch').mockResolvedValue(undefined)
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => this.#respond(new Request(input, init)))
  }

  async #respond(request: Request): Promise<Response> {
    const lost = this.#lost?.numbers.includes(this.#requests - this.#lost.from) === true
    this.#requests += 1
    if (lost && this.#lost?.isDone === false) throw new TypeError('Network connection lost.')
    if (request.url.startsWith(PAY_LATER.AFTERPAY_API_URL)) {
      expect(request.headers.get('user-agent')).toContain(`Merchant/${AFTERPAY_MERCHANT_ID}`)
    }
    const reply = await this.fetch(request)
    if (lost) throw new TypeError('Network connection lost.')
    if (!this.#timedOut?.test(new URL(request.url).pathname)) return reply
    this.#timedOut = null
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  }

  /** Injects a fault for the next request, at Afterpay by default. */
  fault(fault: Partial<Fault>): void {
    this.addFault({ target: 'afterpay-api', ...fault })
  }

  /** Lets the next request to this path succeed without an answer. */
  timeOut(path: RegExp): void {
    this.#timedOut = path
  }

  /**
   * Drops the answers to the requests with these numbers, counted from now; with `isDone` the requests
   * succeed.
   */
  lose(numbers: readonly number[], isDone: boolean): void {
    this.#lost = { numbers, isDone, from: this.#requests }
  }

  /** Expires the checkout of this page. */
  expire(redirectUrl: string): void {
    const { records } = this.ledger
    const { token, id } = checkoutIn(redirectUrl)
    if (token) expireAfterpayCheckout(records, token)
    else expireAffirmCheckout(records, id)
  }

  /** Returns the provider's id of the order's charge. */
  chargeOf(orderNumber: string): string {
    return this.payments.find(({ order }) => order === orderNumber)?.id ?? ''
  }
}

/** Returns the token in the URL of Afterpay's page, and the checkout's id in the URL of Affirm's page. */
function checkoutIn(redirectUrl: string): { token: string | null; id: string } {
  const page = new URL(redirectUrl)
  return { token: page.searchParams.get('token'), id: page.pathname.split('/').at(-2) ?? '' }
}

/** Opens the return URL in the shopper's browser; returns the location of the shop's redirect. */
export async function followReturn(path: string, quoteId: string): Promise<string | null> {
  return (await sendRequest(path, { quoteId })).headers.get('location')
}
