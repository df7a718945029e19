import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CARD_METHOD } from '../../../schema/orders/payment.ts'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { ShopMessage } from '../../env.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { RecordedPoints } from '../../platform/testing/data-points.harness.ts'
import { handleQueue } from '../../queue.ts'
import { type Gateway, type PaymentResult, unchargedPayment } from './gateway.ts'
import { getGateway } from './gateways.ts'
import { paymentCountsSince } from './payment-call.sql.ts'
import { type PaymentOutcome, withOutcomes } from './payment-outcome.ts'

const NOW = 1_800_000_000_000
let queued: { payment: PaymentOutcome }[] = []
let points = new RecordedPoints()

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
})
beforeEach(() => {
  queued = []
  points = new RecordedPoints()
})

/** Returns a gateway whose calls give this result, with recording bindings. */
function gatewayWith(
  result: PaymentResult,
  send = async (body: (typeof queued)[0]) => void queued.push(body),
) {
  const call = async () => result
  const gateway: Gateway = {
    needsToken: true,
    lateMs: 0,
    begin: call,
    pay: call,
    read: call,
    end: call,
    refund: async () => 'unclear',
  }
  const bindings = { METRICS: points, COUNTS: { send }, VERSION: { id: 'v1', tag: '', timestamp: '' } }
  return withOutcomes(gateway, CARD_METHOD, bindings as never)
}
const PAYMENT = unchargedPayment('pi_1', 100)
const pay = (gateway: Gateway) => gateway.pay({} as never, { paymentId: 'pi_1', token: null })

test.each<[string, PaymentResult]>([
  ['paid', { kind: 'payment', payment: { ...PAYMENT, state: 'paid' } }],
  ['action', { kind: 'payment', payment: { ...PAYMENT, state: 'action' } }],
  ['declined', { kind: 'declined', reason: 'declined' }],
  ['declined', { kind: 'payment', payment: { ...PAYMENT, declined: 'declined' } }],
  ['technical', { kind: 'rejected', detail: 'wrong key' }],
  ['outdated', { kind: 'rejected', detail: 'the total changed', isOutdated: true }],
  ['timeout', { kind: 'unclear', detail: 'no answer' }],
])('[H12] the outcome %s is a point and a message, and the result is unchanged', async (outcome, result) => {
  expect(await pay(gatewayWith(result))).toEqual(result)
  const expected = { provider: CARD_METHOD, step: 'pay', outcome }
  expect(queued).toEqual([{ payment: { minute: NOW / MINUTE_MS, ...expected } }])
  expect(points.of('payment')).toEqual([{ index: 'payment', version: 'v1', ms: 0, ...expected }])
})

test('[H12] the gateways of the shop record their calls', async () => {
  const refusal = { error: { type: 'invalid_request_error', message: 'no' } }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(refusal, { status: 400 }))
  const COUNTS = { send: async (body: (typeof queued)[0]) => void queued.push(body) }
  const gateway = getGateway({ ...env, COUNTS }, CARD_METHOD)
  const refund = { orderNumber: 'TL-1', chargeRef: 'ch_1', amount: 100, key: 'key' }
  expect(await gateway?.refund(refund)).toBe('unclear')
  expect(queued).toMatchObject([{ payment: { provider: CARD_METHOD, step: 'refund', outcome: 'timeout' } }])
})

test('[H12] a queue that fails does not fail a payment', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const gateway = gatewayWith({ kind: 'unclear', detail: '' }, async () => expect.fail('the queue is away'))
  expect(await gateway.refund({} as never)).toBe('unclear')
  await vi.waitFor(() => expect(String(warn.mock.calls.flat())).toContain('was not counted'))
})

test('[H12] the queue adds outcomes to the counts of their minutes', async () => {
  const paid = gatewayWith({ kind: 'payment', payment: { ...PAYMENT, state: 'paid' } })
  await pay(paid)
  await pay(paid)
  await paid.refund({} as never)
  await paid.read({} as never, { paymentId: 'pi_1', token: null })
  const messages = queued.map((body) => ({ body, timestamp: new Date(), ack: vi.fn(), retry: vi.fn() }))
  for (let delivery = 0; delivery < 2; delivery += 1)
    await handleQueue({ queue: 'counts', messages } as unknown as MessageBatch<ShopMessage>, env as never)
  expect(await paymentCountsSince(connect(env.DB), NOW / MINUTE_MS)).toEqual([
    { provider: CARD_METHOD, step: 'pay', outcome: 'paid', count: 4 },
    { provider: CARD_METHOD, step: 'refund', outcome: 'timeout', count: 2 },
  ])
  expect(await paymentCountsSince(connect(env.DB), NOW / MINUTE_MS + 1)).toEqual([])
})
