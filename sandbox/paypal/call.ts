import { randomId, secondsNow } from '../clock.ts'
import { holdKey, takeFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply, type Reply } from '../reply.ts'
import type { Operation, RestAnswer, RestCall } from '../rest-call.ts'
import { type Failure, failure, failureReply, isFailure, oauthFailure } from './failure.ts'
import { type CallContext, isToken } from './operations.ts'
import type { Now } from './order.ts'
import { publish } from './webhook.ts'

/** One request to PayPal's API. `idempotencyKey` is its PayPal-Request-Id. */
export interface PaypalCall extends RestCall {
  /** The credentials in the Authorization header: the app's own keys, or a token. */
  credentials: { app: true } | { token: string }
  /** `Prefer: return=representation`: the reply has the full order, not only its id. */
  wantsFullOrder: boolean
  /** For a verification of an event: whether the sandbox sent the event. */
  isGenuine: boolean
}

/** Answers one request by PayPal's rules; awaits only for a scripted delay, with the request id in use. */
export async function answerPaypal(
  call: PaypalCall,
  operation: Operation<CallContext>,
  ledger: Ledger,
): Promise<RestAnswer> {
  const { records, running } = ledger
  const fault = takeFault(records, 'paypal-api', operation.name)
  const refused = (refusal: Failure) => ({ reply: failureReply(refusal), fault })
  if (fault?.action === 'error') return refused(failure(fault.status, ''))
  if (
    'token' in call.credentials
      ? !isToken(records, call.credentials.token, secondsNow())
      : operation.name !== 'oauth2.token'
  ) {
    return refused(oauthFailure(401, 'invalid_token', 'Token signature verification failed'))
  }
  const key = call.idempotencyKey === null ? null : `${call.path} ${call.idempotencyKey}`
  if (key !== null && running.has(key)) return refused(failure(409, 'PREVIOUS_REQUEST_IN_PROGRESS'))
  // A repeated request gets the stored reply, with 200 instead of 201.
  const stored = key === null ? null : records.get<Reply>('paypal-request', key)
  if (stored) return { reply: { ...stored, status: 200 }, fault }
  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)

  const ref = operation.path.exec(call.path)?.[1] ?? ''
  const at = moment(call.origin)
  const answer = operation.run({ ...at, records, call, ref, publish: (draft) => publish(ledger, draft, at) })
  if (answer && isFailure(answer)) return refused(answer)
  const reply = answer
    ? jsonReply(operation.status, call.wantsFullOrder ? answer : summaryOf(answer))
    : { status: operation.status, headers: {}, body: '' }
  if (key !== null) records.put('paypal-request', key, reply)
  return fault?.action === 'late_error' ? refused(failure(fault.status, '')) : { reply, fault }
}

function summaryOf(answer: object): object {
  const { id, status, links } = answer as { id?: string; status?: string; links?: object[] }
  return id && links ? { id, status, links } : answer
}

/** Returns the time and the ids of one call. PayPal's ids have seventeen letters and digits. */
export function moment(origin: string): Now {
  return { now: secondsNow(), id: () => randomId('0123456789ABCDEFGHJKLMNPRSTUVWXY', 17), origin }
}
