/**
 * Stripe as far as the shop's tests need it, inside the test: intents with their life, saved cards, idempotency keys, money
 * that is counted. Bound as `fetch`. The full stand-in on the wire is sandbox/.
 */

interface Intent {
  id: string
  object: 'payment_intent'
  status: string
  amount: number
  amount_received: number
  currency: string
  metadata: Record<string, string>
  client_secret: string
  last_payment_error: { code: string; decline_code?: string } | null
  customer: string | null
  setup_future_usage: string | null
  /** Not Stripe's: what the bank will say when the shopper has been asked. */
  afterAction: 'approve' | 'decline' | null
  /** Not Stripe's: what it is to be paid with. */
  token: string
}

/** A saved card. `token`: what paying with it does. */
interface SavedCard {
  id: string
  customer: string | null
  token: string
}

/** Runs differ between fakes, as ids do between days at Stripe. */
let runs = 0

/** What a token does: `ctoken_ok`, `ctoken_declined`, `ctoken_3ds` (then ok), `ctoken_3ds_fails`; others are unknown. */
export class FakeStripe {
  readonly intents = new Map<string, Intent>()
  /** Cents taken and given back by order number. */
  readonly captured = new Map<string, number>()
  readonly refunded = new Map<string, number>()
  /** By id, e.g. `pm_1_1`. */
  readonly cards = new Map<string, SavedCard>()
  /** Requests that were really executed, e.g. `POST /v1/payment_intents`. */
  readonly calls: string[] = []
  /** The next post to each of these paths is answered with 500, before or after it was done. */
  readonly failures: { path: RegExp; isDone: boolean }[] = []
  readonly #run: number
  readonly #replies = new Map<string, { status: number; body: string }>()
  readonly #refunds: { of: string; metadata: { refund_key: string } }[] = []
  #customers = 0

  constructor() {
    runs += 1
    this.#run = runs
  }

  /** The shopper answers the bank. */
  answerBank(id: string): void {
    const intent = this.intents.get(id)
    if (intent?.status !== 'requires_action') return
    if (intent.afterAction === 'approve') this.#capture(intent)
    else this.#decline(intent, 'payment_intent_authentication_failure')
  }

  /** Stands in for the platform's `fetch`; a test may put itself before it. */
  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const key = request.headers.get('idempotency-key')
    const earlier = key && request.method === 'POST' ? this.#replies.get(key) : undefined
    const form = new URLSearchParams(typeof init?.body === 'string' ? init.body : searchParams)
    if (!earlier) this.calls.push(`${request.method} ${pathname}`)
    const { status, body } = earlier ?? this.#failing(request.method, pathname, form)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    if (key && request.method === 'POST') this.#replies.set(key, { status, body: text })
    return new Response(text, {
      status,
      headers: {
        'content-type': 'application/json',
        'request-id': 'req_1',
        ...(earlier ? { 'idempotent-replayed': 'true' } : {}),
      },
    })
  }

  #capture(intent: Intent): void {
    const order = intent.metadata.order_number ?? ''
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount, last_payment_error: null })
    this.captured.set(order, (this.captured.get(order) ?? 0) + intent.amount)
    if (intent.customer === null || intent.setup_future_usage === null) return
    const id = `pm_${this.#run}_${this.cards.size + 1}`
    this.cards.set(id, { id, customer: intent.customer, token: intent.token })
  }

  #decline(intent: Intent, code: string) {
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: { code } })
  }

  #confirm(intent: Intent, form: URLSearchParams): { status: number; body: unknown } {
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status)) {
      return problem(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    }
    const saved = this.cards.get(form.get('payment_method') ?? '')
    // Stripe takes a saved card for its own customer alone.
    if (saved && saved.customer !== intent.customer) {
      return problem(400, 'invalid_request_error', 'payment_intent_invalid_parameter')
    }
    const token = saved?.token ?? form.get('confirmation_token') ?? ''
    intent.token = token
    if (token === 'ctoken_declined') {
      this.#decline(intent, 'card_declined')
      return problem(402, 'card_error', 'card_declined')
    }
    if (token === 'ctoken_ok') this.#capture(intent)
    else if (token === 'ctoken_3ds' || token === 'ctoken_3ds_fails') {
      intent.status = 'requires_action'
      intent.afterAction = token === 'ctoken_3ds' ? 'approve' : 'decline'
    } else return problem(400, 'invalid_request_error', 'resource_missing')
    return { status: 200, body: intent }
  }

  #readCards(id: string | undefined, form: URLSearchParams): { status: number; body: unknown } {
    const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2034 }
    const shown = ({ token: _, ...one }: SavedCard) => ({ ...one, object: 'payment_method', card })
    if (!id) {
      const own = [...this.cards.values()].filter(({ customer }) => customer === form.get('customer'))
      return { status: 200, body: { object: 'list', data: own.map(shown) } }
    }
    const known = this.cards.get(id)
    return known
      ? { status: 200, body: shown(known) }
      : problem(404, 'invalid_request_error', 'resource_missing')
  }

  #execute(method: string, path: string, form: URLSearchParams): { status: number; body: unknown } {
    const [, , , id, act] = path.split('/')
    if (path === '/v1/refunds') {
      const intent = this.intents.get(form.get('payment_intent') ?? '')
      const order = intent?.metadata.order_number ?? ''
      if (method === 'GET') {
        return {
          status: 200,
          body: { object: 'list', data: this.#refunds.filter(({ of }) => of === intent?.id) },
        }
      }
      const before = this.refunded.get(order) ?? 0
      const left = (intent?.amount_received ?? 0) - before
      if (left <= 0) return problem(400, 'invalid_request_error', 'charge_already_refunded')
      const wanted = Number(form.get('amount') ?? left)
      if (wanted > left) return problem(400, 'invalid_request_error', 'amount_too_large')
      this.refunded.set(order, before + wanted)
      const metadata = { refund_key: form.get('metadata[refund_key]') ?? '' }
      const made = { id: `re_${this.#refunds.length + 1}`, object: 'refund', status: 'succeeded', metadata }
      this.#refunds.push({ ...made, of: intent?.id ?? '' })
      return { status: 200, body: made }
    }
    if (path === '/v1/customers') {
      this.#customers += 1
      return { status: 200, body: { id: `cus_${this.#run}_${this.#customers}`, object: 'customer' } }
    }
    if (path.startsWith('/v1/payment_methods')) return this.#readCards(id, form)
    if (!id) {
      const made: Intent = {
        id: `pi_${this.#run}_${this.intents.size + 1}`,
        object: 'payment_intent',
        status: 'requires_payment_method',
        amount: Number(form.get('amount')),
        amount_received: 0,
        currency: form.get('currency') ?? '',
        metadata: { order_number: form.get('metadata[order_number]') ?? '' },
        client_secret: `pi_${this.#run}_${this.intents.size + 1}_secret`,
        last_payment_error: null,
        customer: form.get('customer'),
        setup_future_usage: form.get('setup_future_usage'),
        afterAction: null,
        token: '',
      }
      this.intents.set(made.id, made)
      return { status: 200, body: made }
    }
    const intent = this.intents.get(id)
    if (!intent) return problem(404, 'invalid_request_error', 'resource_missing')
    if (act === 'confirm') return this.#confirm(intent, form)
    if (act === 'cancel') {
      if (intent.status === 'succeeded' || intent.status === 'canceled') {
        return problem(400, 'invalid_request_error', 'payment_intent_unexpected_state')
      }
      intent.status = 'canceled'
    }
    return { status: 200, body: intent }
  }

  /** What was done under a failure stays done; the answer is Stripe's own 500 all the same. */
  #failing(method: string, path: string, form: URLSearchParams) {
    const at = this.failures.findIndex((known) => method === 'POST' && known.path.test(path))
    const [failure] = at < 0 ? [] : this.failures.splice(at, 1)
    const done = failure?.isDone === false ? null : this.#execute(method, path, form)
    return failure || !done ? problem(500, 'api_error', 'api_error') : done
  }
}

function problem(status: number, type: string, code: string) {
  return { status, body: { error: { type, code, message: code } } }
}

/** The SDK pauses before it asks again; tests do not wait for it. Time-outs stay as they are. Gives the way back. */
export function skipRetryDelays(): () => void {
  const { setTimeout: real } = globalThis
  globalThis.setTimeout = ((run: () => void, ms = 0, ...rest: []) =>
    real(run, ms < 5000 ? 0 : ms, ...rest)) as typeof setTimeout
  return () => {
    globalThis.setTimeout = real
  }
}
