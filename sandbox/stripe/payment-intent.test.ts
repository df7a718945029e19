import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { cardPayment, refusalOf, shopStripe, tokenId, toSandbox } from './sdk-test-client.ts'

const stripe = shopStripe()
const VISA = '4242424242424242'

describe('paying', () => {
  test('one call creates, confirms and charges', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId(VISA)), {
      idempotencyKey: crypto.randomUUID(),
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 1234,
      currency: 'usd',
      metadata: { order: '000000042' },
      receipt_email: 'buyer@example.com',
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
  })

  test('the charge has the details of the card and can be expanded', async () => {
    const params = { ...cardPayment(await tokenId(VISA)), expand: ['latest_charge', 'payment_method'] }
    const intent = await stripe.paymentIntents.create(params)
    expect(intent.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      captured: true,
      amount_captured: 1234,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      billing_details: { address: { postal_code: '35203' } },
    })
    expect(intent.payment_method).toMatchObject({ object: 'payment_method', card: { last4: '4242' } })
  })

  test('an intent can be created first and confirmed later', async () => {
    const { confirm: _, confirmation_token, ...params } = cardPayment(await tokenId(VISA))
    const open = await stripe.paymentIntents.create(params)
    expect(open.status).toBe('requires_payment_method')
    const paid = await stripe.paymentIntents.confirm(open.id, {
      confirmation_token: confirmation_token ?? '',
    })
    expect(paid.status).toBe('succeeded')
    const error = await refusalOf(stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }))
    expect(error.code).toBe('payment_intent_unexpected_state')
  })

  test('after a decline the same intent accepts another card', async () => {
    const declined = await refusalOf(
      stripe.paymentIntents.create(cardPayment(await tokenId('4000000000000002'))),
    )
    const id = declined.payment_intent?.id ?? ''
    const paid = await stripe.paymentIntents.confirm(id, { confirmation_token: await tokenId(VISA) })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })

  test('a confirmation token pays once', async () => {
    const token = await tokenId(VISA)
    await stripe.paymentIntents.create(cardPayment(token))
    const error = await refusalOf(stripe.paymentIntents.create(cardPayment(token)))
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
  })

  test('a token shows its card before it is used', async () => {
    const token = await stripe.confirmationTokens.retrieve(await tokenId(VISA))
    expect(token.payment_method_preview?.card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2044,
    })
    expect(token.payment_intent).toBeNull()
  })

  test('payment methods that may redirect need a return_url', async () => {
    const { automatic_payment_methods: _, ...params } = cardPayment(await tokenId(VISA))
    const error = await refusalOf(stripe.paymentIntents.create(params))
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' })
  })
})

describe('manual capture', () => {
  async function authorized() {
    return stripe.paymentIntents.create({ ...cardPayment(await tokenId(VISA)), capture_method: 'manual' })
  }

  test('authorizes, then captures the whole amount', async () => {
    const authorization = await authorized()
    expect(authorization).toMatchObject({
      status: 'requires_capture',
      amount_capturable: 1234,
      amount_received: 0,
    })
    const captured = await stripe.paymentIntents.capture(authorization.id)
    expect(captured).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 1234 })
  })

  test('captures a part, and no more than was authorized', async () => {
    const authorization = await authorized()
    const error = await refusalOf(
      stripe.paymentIntents.capture(authorization.id, { amount_to_capture: 1235 }),
    )
    expect(error.code).toBe('amount_too_large')
    const captured = await stripe.paymentIntents.capture(authorization.id, { amount_to_capture: 1000 })
    expect(captured.amount_received).toBe(1000)
  })

  test('is released by cancel, after which nothing can be captured', async () => {
    const authorization = await authorized()
    const canceled = await stripe.paymentIntents.cancel(authorization.id, {
      cancellation_reason: 'abandoned',
    })
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'abandoned',
      amount_capturable: 0,
    })
    const error = await refusalOf(stripe.paymentIntents.capture(authorization.id))
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 })
  })

  test('a paid intent cannot be canceled', async () => {
    const paid = await stripe.paymentIntents.create(cardPayment(await tokenId(VISA)))
    const error = await refusalOf(stripe.paymentIntents.cancel(paid.id))
    expect(error.code).toBe('payment_intent_unexpected_state')
    expect(error.payment_intent?.status).toBe('succeeded')
  })
})

describe('refusals of the API', () => {
  test.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'amount'],
    [{ amount: -1, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 100 }, 'parameter_missing', 'currency'],
    [{ amount: 100, currency: 'usd', ammount: 1 }, 'parameter_unknown', 'ammount'],
  ])('%j is refused with %s', async (params, code, param) => {
    const error = await refusalOf(
      stripe.paymentIntents.create(params as Parameters<typeof stripe.paymentIntents.create>[0]),
    )
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param })
  })

  test('an unknown intent is 404 resource_missing', async () => {
    const error = await refusalOf(stripe.paymentIntents.retrieve('pi_nothing'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing', param: 'intent' })
  })

  test('a wrong key is 401, and the key is not repeated', async () => {
    const error = await refusalOf(shopStripe('sk_test_0123456789wrong').paymentIntents.retrieve('pi_nothing'))
    expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    expect(error.message).not.toContain('0123456789')
  })

  test('Basic auth with the key as user name is accepted', async () => {
    const headers = { authorization: `Basic ${btoa(`${env.STRIPE_SECRET_KEY}:`)}` }
    expect((await toSandbox('/v1/events', { headers })).status).toBe(200)
  })

  test('a page can read its own intent with the client secret, without metadata, and no other', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId(VISA)))
    const key = env.STRIPE_PUBLISHABLE_KEY
    const asPage = (secret: string) =>
      toSandbox(`/v1/payment_intents/${intent.id}?${new URLSearchParams({ key, client_secret: secret })}`)
    const reply = await asPage(intent.client_secret ?? '')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    const body = await reply.json<object>()
    expect(body).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect(body).not.toHaveProperty('metadata')
    expect((await asPage(`${intent.id}_secret_wrong`)).status).toBe(400)
    const refund = await toSandbox('/v1/refunds', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ payment_intent: intent.id }),
    })
    expect(refund.status).toBe(403)
  })

  test('a server that sends a card number is refused', async () => {
    const reply = await toSandbox('/v1/confirmation_tokens', {
      method: 'POST',
      headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
      body: new URLSearchParams({
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': VISA,
      }),
    })
    expect(reply.status).toBe(403)
  })

  test('a JSON body is refused with a hint', async () => {
    const reply = await toSandbox('/v1/payment_intents', {
      method: 'POST',
      headers: { authorization: `Bearer ${env.STRIPE_SECRET_KEY}`, 'content-type': 'application/json' },
      body: '{"amount":100}',
    })
    expect(reply.status).toBe(400)
    expect(await reply.text()).toContain('application/x-www-form-urlencoded')
  })
})
