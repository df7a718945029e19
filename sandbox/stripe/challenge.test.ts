import { describe, expect, test } from 'vitest'
import { cardPayment, shopStripe, tokenId, toSandbox } from './sdk-test-client.ts'

const stripe = shopStripe()

function answer(id: string, secret: string | null, result: 'succeed' | 'fail') {
  const body = new URLSearchParams({ client_secret: secret ?? '', result })
  return toSandbox(`/3ds/${id}`, { method: 'POST', body, redirect: 'manual' })
}

describe('3-D Secure', () => {
  test('a passed challenge charges the card', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId('4000002760003184')))
    const page = await toSandbox(`/3ds/${intent.id}?client_secret=${intent.client_secret}`)
    expect(await page.text()).toContain('Complete authentication')
    expect(await (await answer(intent.id, intent.client_secret, 'succeed')).json()).toEqual({
      status: 'succeeded',
    })
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1234, next_action: null })
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    })
  })

  test('with manual capture it only authorizes', async () => {
    const params = { ...cardPayment(await tokenId('4000002500003155')), capture_method: 'manual' as const }
    const intent = await stripe.paymentIntents.create(params)
    await answer(intent.id, intent.client_secret, 'succeed')
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture')
  })

  test('a failed challenge resets the intent for another card', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId('4000002760003184')))
    await answer(intent.id, intent.client_secret, 'fail')
    const back = await stripe.paymentIntents.retrieve(intent.id)
    expect(back.status).toBe('requires_payment_method')
    expect(back.last_payment_error?.code).toBe('payment_intent_authentication_failure')
    expect(back.amount_received).toBe(0)
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })

  test('the bank may still decline after a passed challenge', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId('4000008400001629')))
    await answer(intent.id, intent.client_secret, 'succeed')
    expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.code).toBe('card_declined')
  })

  test('an answer needs the client secret, and a second answer is refused', async () => {
    const intent = await stripe.paymentIntents.create(cardPayment(await tokenId('4000002760003184')))
    expect((await answer(intent.id, 'wrong', 'succeed')).status).toBe(409)
    expect((await toSandbox(`/3ds/${intent.id}?client_secret=wrong`)).status).toBe(404)
    await answer(intent.id, intent.client_secret, 'succeed')
    expect((await answer(intent.id, intent.client_secret, 'fail')).status).toBe(409)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  })

  test('a confirmation with a return_url gets an address, which leads back there', async () => {
    const intent = await stripe.paymentIntents.create({
      amount: 800,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://localhost:8787/back?order=7',
    })
    expect(intent.next_action?.type).toBe('redirect_to_url')
    expect(intent.next_action?.redirect_to_url?.url).toContain(`http://localhost:8788/3ds/${intent.id}`)
    const reply = await answer(intent.id, intent.client_secret, 'fail')
    expect(reply.status).toBe(303)
    const back = new URL(reply.headers.get('location') ?? '')
    expect(Object.fromEntries(back.searchParams)).toEqual({
      order: '7',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'failed',
    })
  })
})
