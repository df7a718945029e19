/**
 * PayPal as far as the shop's tests need it, inside the test: orders with their life, request ids, the adding-up rule,
 * money that is counted, the question about a signature. Bound as `fetch`. The full stand-in on the wire is sandbox/.
 */

interface Money {
  currency_code: string
  value: string
}
interface Unit {
  reference_id: string
  invoice_id?: string
  custom_id?: string
  description?: string
  items: { unit_amount: Money; quantity: string; sku: string; name: string; category: string }[]
  amount: Money & { breakdown: Record<'item_total' | 'shipping' | 'discount' | 'tax_total', Money> }
  shipping?: object
  payments?: { captures: object[]; refunds: object[] }
}
interface Order {
  id: string
  status: string
  purchase_units: [Unit]
  links: { rel: string; href: string }[]
  /** Not PayPal's: how the next capture ends. */
  next: 'ok' | 'declined' | 'pending' | 'denied'
  context: Record<string, string>
}

interface NewOrder {
  purchase_units: [Unit]
  payment_source: { paypal: object }
}
interface Change {
  op: string
  path: string
  value: unknown
}

/** Runs differ between fakes, as ids do between days at PayPal. */
let runs = 0

export class FakePaypal {
  readonly orders = new Map<string, Order>()
  /** Cents taken and given back by order number. */
  readonly captured = new Map<string, number>()
  readonly refunded = new Map<string, number>()
  /** Requests that were really executed, e.g. `POST /v2/checkout/orders`. */
  readonly calls: string[] = []
  readonly #prefix: string
  readonly #done = new Map<string, string>()

  constructor() {
    runs += 1
    this.#prefix = `PAY${runs}ORDER`
  }

  /** The shopper agrees at PayPal; `next` is how the bank will answer the capture. */
  approve(id: string, next: Order['next'] = 'ok'): void {
    const order = this.orders.get(id)
    if (order?.status === 'PAYER_ACTION_REQUIRED') Object.assign(order, { status: 'APPROVED', next })
  }

  /** Returns the headers of an event that PayPal sends. */
  signed(): Record<string, string> {
    return {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.paypal.com/cert',
      'paypal-transmission-id': 'transmission',
      'paypal-transmission-sig': 'genuine',
      'paypal-transmission-time': '2026-09-18T12:00:00Z',
    }
  }

  /** Stands in for the platform's `fetch`; a test may put itself before it. */
  fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/oauth2/token') {
      this.calls.push('token')
      return Response.json({ access_token: `token-${this.#prefix}`, expires_in: 32_400 })
    }
    if (!request.headers.get('authorization')?.startsWith('Bearer token-')) {
      return Response.json({ name: 'AUTHENTICATION_FAILURE' }, { status: 401 })
    }
    const key = request.headers.get('paypal-request-id')
    const earlier = key === null ? undefined : this.#done.get(`${pathname} ${key}`)
    if (earlier !== undefined) return new Response(earlier, { status: 200 })
    this.calls.push(`${request.method} ${pathname}`)
    const text = await request.text()
    const { status, body } = this.#execute(request.method, pathname, text === '' ? null : JSON.parse(text))
    const answer = status === 204 ? null : JSON.stringify(body)
    if (key !== null && status < 300) this.#done.set(`${pathname} ${key}`, answer ?? '')
    return new Response(answer, { status, headers: { 'content-type': 'application/json' } })
  }

  #create(body: NewOrder) {
    const [unit] = body.purchase_units
    if (!addsUp(unit)) return problem(422, 'AMOUNT_MISMATCH')
    const id = `${this.#prefix}${this.orders.size + 1}`
    const source = body.payment_source.paypal as { experience_context: Record<string, string> }
    const links = [{ rel: 'payer-action', href: `https://paypal.example/checkoutnow?token=${id}` }]
    const made: Order = {
      id,
      status: 'PAYER_ACTION_REQUIRED',
      purchase_units: [unit],
      links,
      next: 'ok',
      context: source.experience_context,
    }
    this.orders.set(id, made)
    return { status: 201, body: made }
  }

  #patch(order: Order, changes: Change[]) {
    const [unit] = order.purchase_units
    const changed = structuredClone(unit) as Unit & Record<string, unknown>
    for (const { path, value } of changes) {
      const [, name = '', below] = path.replace(/^\/purchase_units\/@reference_id=='[^']*'/, '').split('/')
      changed[name] = below ? { ...(changed[name] as object), [below]: value } : value
    }
    if (order.status === 'COMPLETED' || !addsUp(changed)) return problem(422, 'ORDER_CANNOT_BE_PATCHED')
    order.purchase_units = [changed]
    return { status: 204, body: '' }
  }

  #capture(order: Order) {
    const [unit] = order.purchase_units
    if (order.status === 'COMPLETED') return problem(422, 'ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') return problem(422, 'ORDER_NOT_APPROVED')
    if (order.next === 'declined') {
      order.status = 'PAYER_ACTION_REQUIRED'
      return problem(422, 'INSTRUMENT_DECLINED')
    }
    const status = { ok: 'COMPLETED', pending: 'PENDING', denied: 'DECLINED' }[order.next]
    const { breakdown: _, ...amount } = unit.amount
    unit.payments = { captures: [{ id: `CAP-${order.id}`, status, amount }], refunds: [] }
    order.status = 'COMPLETED'
    if (status === 'COMPLETED') count(this.captured, unit, cents(amount))
    return { status: 201, body: order }
  }

  #refund(order: Order | undefined, body: { amount?: Money }) {
    const unit = order?.purchase_units[0]
    if (!unit?.payments) return problem(404, 'INVALID_RESOURCE_ID')
    const number = unit.invoice_id ?? ''
    const left = (this.captured.get(number) ?? 0) - (this.refunded.get(number) ?? 0)
    const wanted = body.amount ? cents(body.amount) : left
    if (left === 0) return problem(422, 'CAPTURE_FULLY_REFUNDED')
    if (wanted > left) return problem(422, 'REFUND_AMOUNT_EXCEEDED')
    count(this.refunded, unit, wanted)
    const amount = { currency_code: 'USD', value: (wanted / 100).toFixed(2) }
    unit.payments.refunds.push({ status: 'COMPLETED', amount })
    return { status: 201, body: { id: `REF-${number}`, status: 'COMPLETED', amount } }
  }

  #execute(method: string, path: string, body: unknown): { status: number; body: unknown } {
    if (path.endsWith('/verify-webhook-signature')) {
      const { transmission_sig: sent } = body as { transmission_sig: string }
      return { status: 200, body: { verification_status: sent === 'genuine' ? 'SUCCESS' : 'FAILURE' } }
    }
    if (path === '/v2/checkout/orders') return this.#create(body as NewOrder)
    const [, , , kind, id = ''] = path.split('/')
    if (kind === 'captures') {
      return this.#refund(this.orders.get(id.replace('CAP-', '')), body as { amount?: Money })
    }
    const order = this.orders.get(id)
    if (!order) return problem(404, 'INVALID_RESOURCE_ID')
    if (method === 'PATCH') return this.#patch(order, body as Change[])
    return method === 'POST' ? this.#capture(order) : { status: 200, body: order }
  }
}

function addsUp({ items, amount }: Unit): boolean {
  const { item_total: total, shipping, discount, tax_total: tax } = amount.breakdown
  const sum = items.reduce((all, item) => all + cents(item.unit_amount) * Number(item.quantity), 0)
  return sum === cents(total) && sum + cents(shipping) + cents(tax) - cents(discount) === cents(amount)
}

function count(counted: Map<string, number>, unit: Unit, amount: number): void {
  const number = unit.invoice_id ?? ''
  counted.set(number, (counted.get(number) ?? 0) + amount)
}

function cents({ value }: Money): number {
  return Math.round(Number(value) * 100)
}

function problem(status: number, issue: string) {
  return { status, body: { name: 'UNPROCESSABLE_ENTITY', debug_id: 'd', details: [{ issue }] } }
}
