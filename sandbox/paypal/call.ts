import { holdKey, takeFault } from '../control/faults.ts'
import type { Records } from '../records.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { RestAnswer, RestCall } from '../rest-call.ts'
import { centsOf } from './amount.ts'
import type { EventDraft } from './event.ts'
import { type Failure, failure, failureReply, isFailure, oauthFailure } from './failure.ts'
import { approvedEvent, isToken, keepOrder, livingOrder, OPERATIONS } from './operations.ts'
import { approveOrder, type Choice, type Now } from './order.ts'

/** One request to PayPal's API. `idempotencyKey` is its PayPal-Request-Id. */
export interface PaypalCall extends RestCall {
  /** What the Authorization header carries: the app's own keys, or a token. */
  by: { app: true } | { token: string }
  /** `Prefer: return=representation`: the whole order and not only its name. */
  isWhole: boolean
  /** Of a question about an event: whether it was sent from here. */
  isGenuine: boolean
}

/** What the ledger lends to a call. */
export interface PaypalContext {
  records: Records
  /** Request ids whose first request is at work in this very object. */
  running: Set<string>
  announce(draft: EventDraft): void
}

/** Whether a request is PayPal's to answer; other services live below /v1 and /v2 too. */
export function isPaypalCall(method: string, path: string): boolean {
  return OPERATIONS.some((operation) => operation.method === method && operation.path.test(path))
}

/** Answers one request by PayPal's rules; no await but for a scripted slowness, during which the request id is in use. */
export async function answerPaypal(call: PaypalCall, context: PaypalContext): Promise<RestAnswer> {
  const { records, running } = context
  const operation = OPERATIONS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!operation) return { reply: failureReply(failure(404, '')), fault: null }
  const fault = takeFault(records, 'paypal-api', operation.name)
  const refused = (refusal: Failure) => ({ reply: failureReply(refusal), fault })
  if (fault?.action === 'error') return refused(failure(fault.status, ''))
  if ('token' in call.by ? !isToken(records, call.by.token, now()) : operation.name !== 'oauth2.token') {
    return refused(oauthFailure(401, 'invalid_token', 'Token signature verification failed'))
  }
  const key = call.idempotencyKey === null ? null : `${call.path} ${call.idempotencyKey}`
  if (key !== null && running.has(key)) return refused(failure(409, 'PREVIOUS_REQUEST_IN_PROGRESS'))
  // A repeat gets what the first one made, with 200 instead of 201.
  const stored = key === null ? null : records.get<Reply>('paypal-request', key)
  if (stored) return { reply: { ...stored, status: 200 }, fault }
  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)

  const ref = operation.path.exec(call.path)?.[1] ?? ''
  const answer = operation.run({ ...at(call.origin), records, call, ref, announce: context.announce })
  if (answer && isFailure(answer)) return refused(answer)
  const reply = answer
    ? jsonReply(operation.status, call.isWhole ? answer : nameOf(answer))
    : { status: operation.status, headers: {}, body: '' }
  if (key !== null) records.put('paypal-request', key, reply)
  return { reply, fault }
}

/** What the page at PayPal shows. */
export interface OpenCheckout {
  amount: string
  order: string
  decided: boolean
}

/** `null` when the token is unknown or has run out. */
export function openPaypalCheckout(records: Records, token: string): OpenCheckout | null {
  const stored = livingOrder(records, token, now())
  if (!stored) return null
  const [{ amount, invoice_id: invoice = 'your purchase' }] = stored.order.purchase_units
  return {
    amount: `$${(centsOf(amount) / 100).toFixed(2)}`,
    order: invoice,
    decided: stored.order.status !== 'PAYER_ACTION_REQUIRED',
  }
}

const PAYER_ID = 'SANDBOXPAYER2'

/** Writes down what the payer decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decidePaypal(context: PaypalContext, token: string, choice: Choice): string | null {
  const stored = livingOrder(context.records, token, now())
  if (stored?.order.status !== 'PAYER_ACTION_REQUIRED') return null
  const back = new URL(choice === 'cancel' ? stored.cancelUrl : stored.returnUrl)
  back.searchParams.set('token', token)
  if (choice === 'cancel') return back.href
  const approved = approveOrder(stored, choice)
  if (!approved) return null
  keepOrder(context.records, approved)
  context.announce(approvedEvent(approved.order))
  back.searchParams.set('PayerID', PAYER_ID)
  return back.href
}

/** Lets an order that is not captured run out now; false when there is none. */
export function expirePaypalOrder(records: Records, token: string): boolean {
  const stored = livingOrder(records, token, now())
  if (stored) keepOrder(records, { ...stored, expires: now() })
  return stored !== null
}

function nameOf(answer: object): object {
  const { id, status, links } = answer as { id?: string; status?: string; links?: object[] }
  return id && links ? { id, status, links } : answer
}

function now(): number {
  return Math.floor(Date.now() / 1000)
}

/** Time and chance of one call. */
export function at(origin: string): Now {
  return { now: now(), id: newId, origin }
}

const LETTERS = '0123456789ABCDEFGHJKLMNPRSTUVWXY'

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(17)), (byte) => LETTERS[byte % 32]).join('')
}
