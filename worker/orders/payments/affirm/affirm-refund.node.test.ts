import { afterEach, expect, test, vi } from 'vitest'
import { affirmGateway } from './affirm.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const AFFIRM = { publicKey: 'public', privateKey: 'private', apiUrl: 'https://affirm.example' }
const REFUND = { orderNumber: 'TL-7K3M9QXA', chargeRef: 'TX1', amount: 10_000, key: 'refund-1' }

/** A captured loan whose first refund Affirm fails at, before or after it was made; it repeats that under the same key. */
function failingAffirm(isDone: boolean) {
  const events: { type: string; amount: number; reference_id: string }[] = []
  const stored = new Map<string, number>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') {
      return Response.json({ id: 'TX1', status: 'captured', amount: 54_550, events })
    }
    const key = request.headers.get('idempotency-key') ?? ''
    const isFirst = stored.size === 0
    if (!stored.has(key)) {
      stored.set(key, isFirst ? 500 : 200)
      const { amount, reference_id } = await request.json<{ amount: number; reference_id: string }>()
      if (!isFirst || isDone) events.push({ type: 'refund', amount, reference_id })
    }
    return Response.json({}, { status: stored.get(key) ?? 200 })
  })
  return events
}

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] Affirm answers 500 %s the refund was made: it is made, once', async (_, isDone) => {
  const events = failingAffirm(isDone)
  expect(await affirmGateway(AFFIRM).refund(REFUND)).toBe('refunded')
  expect(await affirmGateway(AFFIRM).refund(REFUND)).toBe('refunded')
  expect(events).toEqual([{ type: 'refund', amount: 10_000, reference_id: 'refund-1' }])
})
