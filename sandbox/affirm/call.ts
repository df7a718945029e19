import { randomId, secondsNow } from '../clock.ts'
import { holdKey, takeFault, underFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply } from '../reply.ts'
import type { Operation, RestAnswer, RestCall } from '../rest-call.ts'
import { saveReply, storedReply } from '../stripe/idempotency.ts'
import type { CallContext } from './operations.ts'
import { isRefusal, type Refusal, refusalReply, refuse } from './refusal.ts'

/** Answers one request by Affirm's rules: with a key that was used, what was answered then. */
export async function answerAffirm(
  call: RestCall,
  operation: Operation<CallContext>,
  { records, running, keys }: Ledger,
): Promise<RestAnswer> {
  const { path } = call
  const form = JSON.stringify(call.body)
  const key = call.method === 'POST' && call.idempotencyKey ? `affirm:${call.idempotencyKey}` : null
  const stored = key && storedReply(records, key, secondsNow())
  const fault = takeFault(records, 'affirm-api', operation.name, Boolean(stored))
  const refused = (refusal: Refusal) => ({ reply: refusalReply(refusal), fault })
  if (key && running.has(key)) return refused(processing())
  if (stored && (stored.path !== path || stored.form !== form)) return refused(otherUse())
  if (stored) return { reply: stored.reply, fault }

  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)
  const now = secondsNow()
  const ref = operation.path.exec(path)?.[1] ?? ''
  const context = { records, call, ref, publicKey: keys.AFFIRM_PUBLIC_KEY, now, id: newId }
  const answer = underFault(
    fault,
    () => operation.run(context),
    (status) => refuse(status, 'api_error', 'Something went wrong.'),
  )
  const refusal = answer && isRefusal(answer) ? answer : null
  const reply = refusal ? refusalReply(refusal) : jsonReply(operation.status, answer)
  // A failure of Affirm's own is repeated for its key, a refusal is not.
  if (key && (!refusal || refusal.status_code >= 500)) {
    saveReply(records, key, { path, form, requestId: newId(), reply, created: now })
  }
  return { reply, fault }
}

function processing(): Refusal {
  const message =
    'The transaction with this idempotency key is processing. Please wait to retry or use a different idempotency key.'
  return refuse(409, 'idempotency_conflict', message)
}

function otherUse(): Refusal {
  return refuse(409, 'idempotency_conflict', 'The idempotency key was used for another request.')
}

/** Affirm's ids are sixteen letters and digits. */
function newId(): string {
  return randomId('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)
}
