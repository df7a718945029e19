import { describe, expect, test, vi } from 'vitest'
import { PROVIDER_TOKEN } from '../../../schema/orders/payment.ts'
import { paypalCaller } from '../../orders/payments/paypal/paypal-call.ts'
import { callJson } from './json-call.ts'

const UNSAFE_IDS = ['', '.', '..', '%2e', '%2E.']

describe('[audit A17] an id that changes the path is never sent to a provider', () => {
  test.each(
    UNSAFE_IDS.flatMap((id) => [
      `/v1/transactions/${id}`,
      `/v1/transactions/${id}/void`,
      `/v2/token:${id}/reversal`,
    ]),
  )('%s', async (path) => {
    const fetchSpy = vi.spyOn(globalThis, 'fetch')
    const call = { method: 'GET' as const, url: `http://localhost:1${path}`, headers: {}, ms: 1000 }
    expect(await callJson(call)).toEqual({ kind: 'answer', status: 404, body: null })
    const paypal = { apiUrl: 'http://localhost:1', clientId: 'a', clientSecret: 'b', webhookId: 'c' }
    const answer = await paypalCaller(paypal, () => 0)({ method: 'GET', path })
    expect(answer).toMatchObject({ kind: 'refused', status: 404 })
    expect(fetchSpy).not.toHaveBeenCalled()
  })

  test('texts of only dots are not tokens', () => {
    for (const token of ['.', '..', '...', '', 'a/b', 'a b']) expect(PROVIDER_TOKEN.test(token)).toBe(false)
    for (const token of ['002.5lg55aejgk', 'a', '.a', 'EC-1']) expect(PROVIDER_TOKEN.test(token)).toBe(true)
  })
})
