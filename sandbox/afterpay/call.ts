import { takeFault } from '../control/faults.ts'
import type { Records } from '../records.ts'
import { jsonReply } from '../reply.ts'
import type { RestAnswer, RestCall } from '../rest-call.ts'
import { keepCheckout, livingCheckout, OPERATIONS } from './operations.ts'
import { isRefusal, refusalReply, refuse } from './refusal.ts'

/** Whether a request is Afterpay's to answer; others live below /v2 too. */
export function isAfterpayCall(method: string, path: string): boolean {
  return OPERATIONS.some((operation) => operation.method === method && operation.path.test(path))
}

/** Answers one request by Afterpay's rules; no await but for a scripted slowness. */
export async function answerAfterpay(call: RestCall, records: Records): Promise<RestAnswer> {
  const operation = OPERATIONS.find(({ method, path }) => method === call.method && path.test(call.path))
  if (!operation) return { reply: refusalReply(refuse(404, 'not_found', 'Not found')), fault: null }
  const fault = takeFault(records, 'afterpay-api', operation.name)
  if (fault?.action === 'error') {
    return { reply: refusalReply(refuse(fault.status, 'error', 'An error occurred')), fault }
  }
  if (fault?.action === 'slow') await scheduler.wait(fault.ms)
  const ref = decodeURIComponent(operation.path.exec(call.path)?.[1] ?? '')
  const answer = operation.run({ records, call, ref, now: secondsNow(), id: newId })
  if (answer && isRefusal(answer)) return { reply: refusalReply(answer), fault }
  const reply = answer
    ? jsonReply(operation.status, answer)
    : { status: operation.status, headers: {}, body: '' }
  return { reply, fault }
}

/** What the page at Afterpay shows; `null` when the token is unknown or has run out. */
export interface OpenAfterpayCheckout {
  amount: string
  order: string
  decided: boolean
}

export function openAfterpayCheckout(records: Records, token: string): OpenAfterpayCheckout | null {
  const checkout = livingCheckout(records, token, secondsNow())
  return (
    checkout && {
      amount: checkout.request.amount.amount,
      order: checkout.request.merchantReference ?? '',
      decided: checkout.state !== 'open',
    }
  )
}

const APPROVALS = { approve: 'approved', decline: 'risky' } as const
export type AfterpayChoice = keyof typeof APPROVALS | 'cancel'

/** Writes down what the shopper decided; the address that leads back to the shop, `null` when there is nothing to decide. */
export function decideAfterpay(records: Records, token: string, choice: AfterpayChoice): string | null {
  const checkout = livingCheckout(records, token, secondsNow())
  if (checkout?.state !== 'open') return null
  // Who went back may come once more as long as the token lives.
  if (choice !== 'cancel') keepCheckout(records, { ...checkout, state: APPROVALS[choice] })
  const { redirectConfirmUrl, redirectCancelUrl } = checkout.request.merchant
  const back = new URL(choice === 'cancel' ? redirectCancelUrl : redirectConfirmUrl)
  back.searchParams.set('status', choice === 'cancel' ? 'CANCELLED' : 'SUCCESS')
  back.searchParams.set('orderToken', token)
  return back.href
}

/** Lets a checkout run out now; false when there is none. */
export function expireAfterpayCheckout(records: Records, token: string): boolean {
  const checkout = livingCheckout(records, token, secondsNow())
  if (checkout) keepCheckout(records, { ...checkout, expires: secondsNow() })
  return checkout !== null
}

function secondsNow(): number {
  return Math.floor(Date.now() / 1000)
}

/** Afterpay's ids are numbers. */
function newId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return `4${String(high).padStart(10, '0')}${String(low % 100).padStart(2, '0')}`
}
