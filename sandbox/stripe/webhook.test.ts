import { env } from 'cloudflare:workers'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  cardPayment,
  control,
  headerOf,
  refusalOf,
  shopStripe,
  tokenId,
  toSandbox,
} from './sdk-test-client.ts'

const stripe = shopStripe()
const SHOP = 'http://shop.test/webhooks/stripe'
const crypt = Stripe.createSubtleCryptoProvider()

/** Webhooks that the shop received, and the status of its next replies. */
let received: { body: string; signature: string }[] = []
let answers: number[] = []

beforeEach(async () => {
  received = []
  answers = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    expect(request.url).toBe(SHOP)
    received.push({ body: await request.text(), signature: request.headers.get('stripe-signature') ?? '' })
    return new Response(null, { status: answers.shift() ?? 200 })
  })
  await control('reset', {})
  await control('webhook', { url: SHOP })
})

afterEach(() => vi.restoreAllMocks())

/** Waits for this number of events and verifies them as the shop does. */
async function events(count: number): Promise<Stripe.Event[]> {
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), { timeout: 5000 })
  return Promise.all(
    received.map(({ body, signature }) =>
      stripe.webhooks.constructEventAsync(body, signature, env.STRIPE_WEBHOOK_SECRET, undefined, crypt),
    ),
  )
}

async function types(count: number): Promise<string[]> {
  return (await events(count)).map((event) => event.type)
}

const pay = async (number: string) => stripe.paymentIntents.create(cardPayment(await tokenId(number)))

describe('webhooks', () => {
  test('a payment sends signed events in order, each with the state at its time', async () => {
    const intent = await pay('4242424242424242')
    const [created, charged, succeeded] = await events(3)
    expect(created).toMatchObject({
      type: 'payment_intent.created',
      data: { object: { status: 'requires_payment_method' } },
    })
    expect(charged).toMatchObject({
      type: 'charge.succeeded',
      data: { object: { payment_intent: intent.id } },
    })
    expect(succeeded).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { id: intent.id, status: 'succeeded', metadata: { order: '000000042' } } },
    })
    expect(succeeded?.id).toMatch(/^evt_/)
  })

  test('each change has its event', async () => {
    await refusalOf(pay('4000000000000002'))
    expect(await types(3)).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
    await pay('4000002760003184')
    expect((await types(5)).slice(3)).toEqual(['payment_intent.created', 'payment_intent.requires_action'])
    const authorization = await stripe.paymentIntents.create({
      ...cardPayment(await tokenId('4242424242424242')),
      capture_method: 'manual',
    })
    expect((await types(8)).slice(6)).toEqual([
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ])
    await stripe.paymentIntents.capture(authorization.id)
    expect((await types(10)).slice(8)).toEqual(['charge.captured', 'payment_intent.succeeded'])
    await stripe.refunds.create({ payment_intent: authorization.id })
    expect((await types(12)).slice(10)).toEqual(['refund.created', 'charge.refunded'])
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    await stripe.paymentIntents.cancel(open.id)
    expect((await types(14)).slice(12)).toEqual(['payment_intent.created', 'payment_intent.canceled'])
  })

  test('an event that the shop does not accept is sent again', async () => {
    answers = [500]
    await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    const [first, second] = await events(2)
    expect(second?.id).toBe(first?.id)
    await vi.waitFor(async () => {
      const { deliveries } = await (await toSandbox('/control/deliveries')).json<{ deliveries: object[] }>()
      expect(deliveries).toMatchObject([{ state: 'delivered', attempts: 2, result: '200' }])
    })
  })

  test('the list of events has the sent events', async () => {
    await pay('4242424242424242')
    const list = await stripe.events.list({ type: 'payment_intent.succeeded' })
    const sent = await events(3)
    expect(list.data.map((event) => event.id)).toEqual([sent[2]?.id])
  })
})

describe('scripted faults', () => {
  const fault = (action: string, more: object = {}) =>
    control('faults', { target: 'stripe-webhook', match: 'payment_intent.succeeded', action, ...more })

  test('an event is sent twice with one id', async () => {
    await fault('twice')
    await pay('4242424242424242')
    const sent = await events(4)
    expect(sent[2]?.id).toBe(sent[3]?.id)
  })

  test('an event is sent after the next one', async () => {
    await control('faults', {
      target: 'stripe-webhook',
      match: 'charge.succeeded',
      action: 'reorder',
      ms: 60_000,
    })
    await pay('4242424242424242')
    expect(await types(3)).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'])
  })

  test('an event is sent late', async () => {
    await control('faults', { target: 'stripe-webhook', match: 'charge.*', action: 'delay', ms: 200 })
    await pay('4242424242424242')
    expect(await types(3)).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded'])
  })

  test('a dropped event can be sent again on request', async () => {
    await fault('drop')
    await pay('4242424242424242')
    expect(await types(2)).toEqual(['payment_intent.created', 'charge.succeeded'])
    const [lost] = (await stripe.events.list({ type: 'payment_intent.succeeded' })).data
    expect((await control(`events/${lost?.id}/resend`, {})).status).toBe(200)
    expect((await types(3))[2]).toBe('payment_intent.succeeded')
  })

  test('a forged event does not pass the verification', async () => {
    await fault('forge')
    await pay('4242424242424242')
    await vi.waitFor(() => expect(received).toHaveLength(3))
    const { body, signature } = received[2] ?? { body: '', signature: '' }
    const check = stripe.webhooks.constructEventAsync(
      body,
      signature,
      env.STRIPE_WEBHOOK_SECRET,
      undefined,
      crypt,
    )
    expect(await refusalOf(check)).toMatchObject({ type: 'StripeSignatureVerificationError' })
  })

  test('after a lost reply the same key returns the payment', async () => {
    await control('faults', { target: 'stripe-api', match: 'payment_intents.create', action: 'lose_reply' })
    const params = cardPayment(await tokenId('4242424242424242'))
    const options = { idempotencyKey: crypto.randomUUID() }
    expect(await refusalOf(stripe.paymentIntents.create(params, options))).toBeInstanceOf(
      Stripe.errors.StripeAPIError,
    )
    const found = await stripe.paymentIntents.create(params, options)
    expect(found.status).toBe('succeeded')
    expect(headerOf(found, 'idempotent-replayed')).toBe('true')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test('a capture with a lost reply is captured', async () => {
    const authorization = await stripe.paymentIntents.create({
      ...cardPayment(await tokenId('4242424242424242')),
      capture_method: 'manual',
    })
    await control('faults', { target: 'stripe-api', match: 'payment_intents.capture', action: 'lose_reply' })
    await refusalOf(stripe.paymentIntents.capture(authorization.id))
    expect((await stripe.paymentIntents.retrieve(authorization.id)).status).toBe('succeeded')
  })

  test('too many requests are 429 once', async () => {
    await control('faults', { target: 'stripe-api', action: 'error', status: 429 })
    expect(await refusalOf(stripe.paymentIntents.list())).toMatchObject({ type: 'StripeRateLimitError' })
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })

  test('an invalid fault is refused with a message', async () => {
    const reply = await control('faults', { target: 'stripe-api', action: 'twice' })
    expect(reply.status).toBe(400)
    expect(await reply.json()).toEqual({
      error: 'action for stripe-api must be one of error, slow, hang, lose_reply, late_error',
    })
  })
})
