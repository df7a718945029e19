/** Records the outcome of each call to a payment provider: a data point, and a message that D1 counts by minute. */
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { type MetricsBinding, writePoint } from '../../platform/metrics/write-point.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import type { Gateway, PaymentResult, RefundResult } from './gateway.ts'

/** The counted outcome of one call. */
export interface PaymentOutcome {
  /** Minutes since the epoch. */
  minute: number
  /** The code of the payment method. */
  provider: string
  step: 'begin' | 'pay' | 'read' | 'end' | 'refund'
  /**
   * `paid`, `declined` and `refunded`; `technical` when the provider refused the request, `timeout` when it did not
   * answer; else the state of the payment.
   */
  outcome: string
}

/** The bindings that outcomes are sent to; absent in tests that count nothing. */
export interface OutcomeBindings extends MetricsBinding {
  COUNTS?: Pick<Queue<{ payment: PaymentOutcome }>, 'send'>
  VERSION?: WorkerVersionMetadata
}

/** Wraps a gateway so that each call is recorded. Recording delays no call and never fails one. */
export function withOutcomes(gateway: Gateway, provider: string, env: OutcomeBindings): Gateway {
  async function record<Result>(
    step: PaymentOutcome['step'],
    call: Promise<Result>,
    toOutcome: (result: Result) => string,
  ): Promise<Result> {
    const began = Date.now()
    const result = await call
    const now = Date.now()
    const outcome = toOutcome(result)
    const values = { provider, step, outcome, version: env.VERSION?.id ?? '', ms: now - began }
    writePoint(env, 'payment', values)
    const payment = { minute: Math.floor(now / MINUTE_MS), provider, step, outcome }
    // Not awaited: the shopper waits for the payment only.
    env.COUNTS?.send({ payment }).catch((error: unknown) =>
      console.warn('the outcome of a payment was not counted', describeError(error)),
    )
    return result
  }
  return {
    needsToken: gateway.needsToken,
    lateMs: gateway.lateMs,
    begin: (...args) => record('begin', gateway.begin(...args), paymentOutcome),
    pay: (...args) => record('pay', gateway.pay(...args), paymentOutcome),
    read: (...args) => record('read', gateway.read(...args), paymentOutcome),
    end: (...args) => record('end', gateway.end(...args), paymentOutcome),
    refund: (...args) => record('refund', gateway.refund(...args), refundOutcome),
  }
}

function paymentOutcome(result: PaymentResult): string {
  if (result.kind === 'payment') return result.payment.declined ? 'declined' : result.payment.state
  if (result.kind === 'rejected') return result.isOutdated ? 'outdated' : 'technical'
  return result.kind === 'unclear' ? 'timeout' : 'declined'
}

function refundOutcome(result: RefundResult): string {
  if (result === 'refunded') return result
  return result === 'refused' ? 'technical' : 'timeout'
}
