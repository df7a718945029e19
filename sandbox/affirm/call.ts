import { randomId, secondsNow } from '../clock.ts'
import { holdKey, runWithFault, takeFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply } from '../reply.ts'
import type { Operation, RestAnswer, RestCall } from '../rest-call.ts'
import { saveReply, storedReply } from '../stripe/idempotency.ts'
import type { CallContext } from './operations.ts'
import { isRefusal, type Refusal, refusalReply, refuse } from './refusal.ts'

/** Answers one request by Affirm's rules; a used idempotency key gets the stored reply. */
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
  if (key && running.has(key)) return refused(inProgress())
  if (stored && (stored.path !== path || stored.form !== form)) return refused(keyReused())
  if (stored) return { reply: stored.reply, fault }

  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)
  const now = secondsNow()
  const ref = operation.path.exec(path)?.[1] ?? ''
  const context = { records, call, ref, publicKey: keys.AFFIRM_PUBLIC_KEY, now, id: newId }
  const answer = runWithFault(
    fault,
    () => operation.run(context),
    (status) => refuse(status, 'api_error', 'Something went wrong.'),
  )
  const refusal = answer && isRefusal(answer) ? answer : null
  const reply = refusal ? refusalReply(refusal) : jsonReply(operation.status, answer)
  // Affirm repeats its own failures for the key, but not its refusals.
  if (key && (!refusal || refusal.status_code >= 500)) {
    saveReply(records, key, { path, form, requestId: newId(), reply, created: now })
  }
  return { reply, fault }
}

function inProgress(): Refusal {
  const message =
    'The transaction with this idempotency key is processing. Please wait to retry or use a different idempotency key.'
  return refuse(409, 'idempotency_conflict', message)
}

function keyReused(): Refusal {
  return refuse(409, 'idempotency_conflict', 'The idempotency key was used for another request.')
}

/** Returns a new id in Affirm's form: sixteen letters and digits. */
function newId(): string {
  return randomId('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)
}
