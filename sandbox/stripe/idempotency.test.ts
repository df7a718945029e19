import { describe, expect, test } from 'vitest'
import { memoryRecords } from '../records.ts'
import { KEY_LIFETIME, replayOf, type StoredReply, saveReply, storedReply } from './idempotency.ts'
import { cardPayment, control, headerOf, refusalOf, shopStripe, tokenId } from './sdk-test-client.ts'

const stripe = shopStripe()
const VISA = '4242424242424242'

describe('idempotency keys', () => {
  test('the same request gets the same reply and creates one payment', async () => {
    const params = cardPayment(await tokenId(VISA))
    const options = { idempotencyKey: crypto.randomUUID() }
    const first = await stripe.paymentIntents.create(params, options)
    const second = await stripe.paymentIntents.create(params, options)
    expect(second).toEqual(first)
    expect(headerOf(first, 'idempotent-replayed')).toBeNull()
    expect(headerOf(second, 'idempotent-replayed')).toBe('true')
    expect(headerOf(second, 'original-request')).toBe(headerOf(first, 'request-id'))
    expect(headerOf(second, 'request-id')).not.toBe(headerOf(first, 'request-id'))
  })

  test('a hundred requests at once create one charge', async () => {
    const params = { ...cardPayment(await tokenId(VISA)), metadata: { run: crypto.randomUUID() } }
    const options = { idempotencyKey: crypto.randomUUID() }
    const all = await Promise.all(
      Array.from({ length: 100 }, () => stripe.paymentIntents.create(params, options)),
    )
    expect(new Set(all.map((intent) => intent.id)).size).toBe(1)
  })

  test('a decline is replayed with its status', async () => {
    const params = cardPayment(await tokenId('4000000000000002'))
    const options = { idempotencyKey: crypto.randomUUID() }
    const first = await refusalOf(stripe.paymentIntents.create(params, options))
    const second = await refusalOf(stripe.paymentIntents.create(params, options))
    expect(second.statusCode).toBe(402)
    expect(second.charge).toBe(first.charge)
    expect(second.headers?.['idempotent-replayed']).toBe('true')
  })

  test('other parameters with the same key are refused', async () => {
    const options = { idempotencyKey: crypto.randomUUID() }
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, options)
    const error = await refusalOf(stripe.paymentIntents.create({ amount: 501, currency: 'usd' }, options))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('another endpoint with the same key is refused', async () => {
    const options = { idempotencyKey: crypto.randomUUID() }
    const { id } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, options)
    const error = await refusalOf(stripe.paymentIntents.cancel(id, {}, options))
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('a request that fails validation does not use its key', async () => {
    const options = { idempotencyKey: crypto.randomUUID() }
    await refusalOf(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, options))
    expect(await stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, options)).toMatchObject({
      amount: 500,
    })
  })

  test('while the first request runs the second gets 409, afterwards the stored reply', async () => {
    await control('faults', {
      target: 'stripe-api',
      match: 'payment_intents.create',
      action: 'slow',
      ms: 300,
    })
    const params = { amount: 500, currency: 'usd' }
    const options = { idempotencyKey: crypto.randomUUID() }
    const both = await Promise.allSettled([
      stripe.paymentIntents.create(params, options),
      stripe.paymentIntents.create(params, options),
    ])
    // Either request may arrive first.
    const first = both.find(({ status }) => status === 'fulfilled')
    expect(both.find((one) => one !== first)).toMatchObject({
      status: 'rejected',
      reason: { statusCode: 409, code: 'idempotency_key_in_use' },
    })
    const later = await stripe.paymentIntents.create(params, options)
    expect(first).toMatchObject({ value: { id: later.id } })
  })

  test('a key is stored for a day and then deleted', () => {
    const stored: StoredReply = {
      path: '/v1/payment_intents',
      form: 'amount=500',
      requestId: 'req_1',
      reply: { status: 200, headers: {}, body: '{}' },
      created: 1_000_000,
    }
    const records = memoryRecords()
    saveReply(records, 'day-old', stored)
    expect(storedReply(records, 'day-old', stored.created + KEY_LIFETIME)).toEqual(stored)
    expect(storedReply(records, 'day-old', stored.created + KEY_LIFETIME + 1)).toBeNull()
    expect(replayOf(null, 'day-old', stored.path, stored.form)).toBeNull()
  })
})
