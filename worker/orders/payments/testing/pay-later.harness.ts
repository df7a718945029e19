/** The shop for tests of Afterpay and Affirm: its own endpoints, and behind them the sandbox's two providers. */
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { expireAffirmCheckout } from '../../../../sandbox/affirm/approval.ts'
import { expireAfterpayCheckout } from '../../../../sandbox/afterpay/approval.ts'
import type { Fault } from '../../../../sandbox/control/faults.ts'
import { SANDBOX_KEYS, SandboxHarness } from '../../../../sandbox/testing/sandbox.harness.ts'
import { ask } from './order-calls.harness.ts'

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

/** Both providers in place of the network. */
export class PayLaterSandbox extends SandboxHarness {
  #timedOut: RegExp | null = null
  #lost: { numbers: readonly number[]; isDone: boolean; from: number } | null = null
  #requests = 0

  constructor() {
    super()
    vi.spyOn(Object.getPrototypeOf(env.OUTBOX), 'send').mockResolvedValue(undefined)
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => this.#losing(new Request(input, init)))
  }

  async #losing(request: Request): Promise<Response> {
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

  /** Requests behave like this, once each, at Afterpay unless it says otherwise. */
  fault(fault: Partial<Fault>): void {
    this.addFault({ target: 'afterpay-api', ...fault })
  }

  /** The next request to this path works, and its answer never comes. */
  timeOut(path: RegExp): void {
    this.#timedOut = path
  }

  /** From here on, the requests with these numbers get no answer; `isDone`: they worked all the same. */
  lose(numbers: readonly number[], isDone: boolean): void {
    this.#lost = { numbers, isDone, from: this.#requests }
  }

  expire(redirectUrl: string): void {
    const { records } = this.ledger
    const { token, id } = checkoutIn(redirectUrl)
    if (token) expireAfterpayCheckout(records, token)
    else expireAffirmCheckout(records, id)
  }

  /** What a refund of the order is asked of. */
  chargeOf(orderNumber: string): string {
    return this.payments.find(({ order }) => order === orderNumber)?.id ?? ''
  }
}

/** Afterpay's page has a token, Affirm's the id of the checkout. */
function checkoutIn(redirectUrl: string): { token: string | null; id: string } {
  const page = new URL(redirectUrl)
  return { token: page.searchParams.get('token'), id: page.pathname.split('/').at(-2) ?? '' }
}

/** The shopper's browser follows the way back; where the shop sends it. */
export async function follow(path: string, quoteId: string): Promise<string | null> {
  return (await ask(path, { quoteId })).headers.get('location')
}
