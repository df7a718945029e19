import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passesLuhn, TEST_CARDS } from './cards.ts'
import { cardPayment, refusalOf, shopStripe, tokenFor, tokenId } from './sdk-test-client.ts'

const stripe = shopStripe()

describe('test cards', () => {
  for (const card of TEST_CARDS) {
    const { outcome } = card
    if (outcome === 'approve') {
      test(`${card.number} is charged`, async () => {
        const intent = await stripe.paymentIntents.create(cardPayment(await tokenId(card.number)))
        expect(intent.status).toBe('succeeded')
        expect(intent.amount_received).toBe(1234)
      })
    } else if (outcome === 'authenticate' || outcome === 'authenticate_then_decline') {
      test(`${card.number} asks for 3-D Secure`, async () => {
        const intent = await stripe.paymentIntents.create(cardPayment(await tokenId(card.number)))
        expect(intent.status).toBe('requires_action')
        expect(intent.next_action?.type).toBe('use_stripe_sdk')
        expect(intent.amount_received).toBe(0)
      })
    } else {
      test(`${card.number} is refused with ${outcome.code} ${outcome.decline_code}`, async () => {
        const error = await refusalOf(stripe.paymentIntents.create(cardPayment(await tokenId(card.number))))
        expect(error).toMatchObject({
          type: 'StripeCardError',
          statusCode: 402,
          code: outcome.code,
          decline_code: outcome.decline_code,
          message: outcome.message,
        })
        expect(error.payment_intent).toMatchObject({
          status: 'requires_payment_method',
          payment_method: null,
          last_payment_error: { code: outcome.code, decline_code: outcome.decline_code },
        })
      })
    }
    for (const name of card.names) {
      test(`${name} behaves like ${card.number}`, async () => {
        const params = { amount: 500, currency: 'usd', payment_method_types: ['card'], confirm: true }
        const call = stripe.paymentIntents.create({ ...params, payment_method: name })
        if (outcome === 'approve') expect((await call).status).toBe('succeeded')
        else if (typeof outcome === 'string') expect((await call).status).toBe('requires_action')
        else expect((await refusalOf(call)).code).toBe(outcome.code)
      })
    }
  }

  test.each([
    ['a number that has a wrong check digit', '4242424242424241', {}, 'incorrect_number', 'number'],
    ['an incomplete number', '4242', {}, 'invalid_number', 'number'],
    ['an invalid month', '4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    ['a year in the past', '4242424242424242', { exp_year: '2020' }, 'invalid_expiry_year', 'exp_year'],
    ['a code of two digits', '4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
  ])('%s is refused when the token is created', async (_, number, fields, code, param) => {
    const more = Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
    )
    const reply = await tokenFor(number, more)
    expect(reply.status).toBe(402)
    expect(await reply.json()).toMatchObject({ error: { type: 'card_error', code, param } })
  })

  test('a number that could be a real card is declined as in test mode', async () => {
    const reply = await tokenFor('4111111111111111')
    expect(reply.status).toBe(402)
    expect(await reply.json()).toMatchObject({
      error: { code: 'card_declined', decline_code: 'test_mode_live_card' },
    })
  })

  test('every listed number has a valid check digit, and every other last digit is wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TEST_CARDS), fc.integer({ min: 1, max: 9 }), (card, step) => {
        const other = (Number(card.number.slice(-1)) + step) % 10
        return passesLuhn(card.number) && !passesLuhn(card.number.slice(0, -1) + other)
      }),
    )
  })
})
