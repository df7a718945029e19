/** Answers requests to Afterpay's API, with the faults that a test has scripted. */
import { secondsNow } from '../clock.ts'
import { runWithFault, takeFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply } from '../reply.ts'
import type { Operation, RestAnswer, RestCall } from '../rest-call.ts'
import type { CallContext } from './operations.ts'
import { isRefusal, refusalReply, refuse } from './refusal.ts'

/** Answers one request by Afterpay's rules; awaits only for a scripted delay. */
export async function answerAfterpay(
  call: RestCall,
  operation: Operation<CallContext>,
  { records }: Ledger,
): Promise<RestAnswer> {
  const fault = takeFault(records, 'afterpay-api', operation.name)
  if (fault?.action === 'slow') await scheduler.wait(fault.ms)
  const ref = decodeURIComponent(operation.path.exec(call.path)?.[1] ?? '')
  const answer = runWithFault(
    fault,
    () => operation.run({ records, call, ref, now: secondsNow(), id: newId }),
    (status) => refuse(status, 'error', 'An error occurred'),
  )
  if (answer && isRefusal(answer)) return { reply: refusalReply(answer), fault }
  const reply = answer
    ? jsonReply(operation.status, answer)
    : { status: operation.status, headers: {}, body: '' }
  return { reply, fault }
}

/** Returns a new id in Afterpay's form: a number. */
function newId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `4${String(high).padStart(10, '0')}${String(low % 100).padStart(2, '0')}`
}
