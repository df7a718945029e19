import { holdKey, takeFault } from '../control/faults.ts'
import type { Records } from '../records.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { RestAnswer, RestCall } from '../rest-call.ts'
import { keepReply, storedReply } from '../stripe/idempotency.ts'
import { keepCheckout, livingCheckout, OPERATIONS } from './operations.ts'
import { isRefusal, type Refusal, refusalReply, refuse } from './refusal.ts'

/** Whether a request is Affirm's to answer. */
export function isAffirmCall(method: string, path: string): boolean {
  return OPERATIONS.some((operation) => operation.method === method && operation.path.test(path))
}

/** What the ledger lends to a call. */
export interface AffirmContext {
  records: Records
  /** Idempotency keys whose first request is at work in this very object. */
  running: Set<string>
  publicKey: string
}

/** Answers one request by Affirm's rules: with a key that was used, what was answered then. */
export async function answerAffirm(call: RestCall, context: AffirmContext): Promise<RestAnswer> {
  const { records, running, publicKey } = context
  const operation = OPERATIONS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!operation) return { reply: refusalReply(refuse(404, 'not_found', 'Not found.')), fault: null }
  const fault = takeFault(records, 'affirm-api', operation.name)
  if (fault?.action === 'error') {
    return { reply: refusalReply(refuse(fault.status, 'api_error', 'Something went wrong.')), fault }
  }
  const key = call.method === 'POST' && call.idempotencyKey ? `affirm:${call.idempotencyKey}` : null
  if (key && running.has(key)) return { reply: refusalReply(processing()), fault }
  const form = JSON.stringify(call.body)
  const stored = key && storedReply(records, key, secondsNow())
  if (stored && (stored.path !== call.path || stored.form !== form))
    return { reply: refusalReply(otherUse()), fault }
  if (stored) return { reply: stored.reply, fault }

  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)
  const ref = operation.path.exec(call.path)?.[1] ?? ''
  const answer = operation.run({ records, call, ref, publicKey, now: secondsNow(), id: newId })
  if (isRefusal(answer)) return { reply: refusalReply(answer), fault }
  const reply: Reply = jsonReply(200, answer)
  if (key)
    keepReply(records, key, { path: call.path, form, requestId: newId(), reply, created: secondsNow() })
  return { reply, fault }
}

/** What the page at Affirm shows; `null` when the checkout is unknown or has run out. */
export interface OpenAffirmCheckout {
  /** Cents. */
  amount: number
  order: string
  decided: boolean
}

export function openAffirmCheckout(records: Records, id: string): OpenAffirmCheckout | null {
  const checkout = livingCheckout(records, id, secondsNow())
  return (
    checkout && {
      amount: checkout.request.total,
      order: checkout.request.order_id ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const DECISIONS = { approve: 'approved', risky: 'risky', decline: 'denied' } as const
export type AffirmChoice = keyof typeof DECISIONS | 'cancel'

/** Writes down what was decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decideAffirm(records: Records, id: string, choice: AffirmChoice): string | null {
  const checkout = livingCheckout(records, id, secondsNow())
  if (checkout?.state !== 'open') return null
  // Who went back may come once more as long as the checkout lives.
  if (choice !== 'cancel') keepCheckout(records, { ...checkout, state: DECISIONS[choice] })
  const { user_confirmation_url: confirm, user_cancel_url: cancel } = checkout.request.merchant
  if (choice === 'cancel' || choice === 'decline') return cancel
  const back = new URL(confirm)
  back.searchParams.set('checkout_token', checkout.token)
  return back.href
}

/** Lets a checkout run out now; false when there is none. */
export function expireAffirmCheckout(records: Records, id: string): boolean {
  const checkout = livingCheckout(records, id, secondsNow())
  if (checkout) keepCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}

function processing(): Refusal {
  const message =
    'The transaction with this idempotency key is processing. Please wait to retry or use a different idempotency key.'
  return refuse(409, 'idempotency_conflict', message)
}

function otherUse(): Refusal {
  return refuse(409, 'idempotency_conflict', 'The idempotency key was used for another request.')
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Affirm's ids are sixteen letters and digits. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => LETTERS[byte % 32]).join('')
}
