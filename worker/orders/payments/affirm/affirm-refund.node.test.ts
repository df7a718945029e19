import { expect, test, vi } from 'vitest'
import { authorize, capture } from '../../../../sandbox/affirm/transaction.ts'
import { secondsNow } from '../../../../sandbox/clock.ts'
import { SANDBOX_KEYS, SandboxHarness } from '../../../../sandbox/testing/sandbox.harness.ts'
import { affirmGateway } from './affirm.ts'

const AFFIRM = {
  publicKey: SANDBOX_KEYS.AFFIRM_PUBLIC_KEY,
  privateKey: SANDBOX_KEYS.AFFIRM_PRIVATE_KEY,
  apiUrl: 'https://affirm.example',
}
const REFUND = { orderNumber: 'TL-7K3M9QXA', chargeRef: 'TX1', amount: 10_000, key: 'refund-1' }

/** Creates a captured loan; Affirm answers its first refund with 500, before or after the refund was made. */
function failingAffirm(isDone: boolean): SandboxHarness {
  const sandbox = new SandboxHarness()
  const at = { now: secondsNow(), id: () => 'R1' }
  const checkout = { id: 'CHECKOUT1', token: 'TX1', request: { total: 54_550, currency: 'USD' } as const }
  const change = capture(authorize(checkout, REFUND.orderNumber, at), undefined, at)
  if ('refused' in change) throw new Error(change.message)
  sandbox.ledger.records.put('affirm-transaction', 'TX1', change.transaction)
  sandbox.addFault({
    target: 'affirm-api',
    match: 'transactions.refund',
    action: isDone ? 'late_error' : 'error',
  })
  vi.spyOn(globalThis, 'fetch').mockImplementation(sandbox.fetch)
  return sandbox
}

test.each([
  ['before', false],
  ['after', true],
])('[audit C5] after one 500 of Affirm %s the refund was made, it is made once', async (_, isDone) => {
  const sandbox = failingAffirm(isDone)
  expect(await affirmGateway(AFFIRM).refund(REFUND)).toBe('refunded')
  expect(await affirmGateway(AFFIRM).refund(REFUND)).toBe('refunded')
  expect(sandbox.refunded).toEqual(new Map([[REFUND.orderNumber, 10_000]]))
})
