import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardPayment, refusalOf, shopStripe, tokenId } from './sdk-test-client.ts'

const stripe = shopStripe()

async function paid() {
  const params = { ...cardPayment(await tokenId('4242424242424242')), expand: ['latest_charge'] }
  return stripe.paymentIntents.create(params)
}

describe('refunds', () => {
  test('a refund without an amount returns everything, once', async () => {
    const { id } = await paid()
    const refund = await stripe.refunds.create({ payment_intent: id, reason: 'requested_by_customer' })
    expect(refund).toMatchObject({ object: 'refund', amount: 1234, status: 'succeeded', payment_intent: id })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, amount: 1234 })
    const again = await refusalOf(stripe.refunds.create({ payment_intent: id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  })

  test('partial refunds never add up to more than was paid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 5 }), async (amounts) => {
        const { id } = await paid()
        let returned = 0
        for (const amount of amounts) {
          const refund = await stripe.refunds.create({ payment_intent: id, amount }).catch(() => null)
          expect(refund !== null).toBe(returned + amount <= 1234)
          returned += refund?.amount ?? 0
        }
        const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
        expect(intent.latest_charge).toMatchObject({ amount_refunded: returned, refunded: returned === 1234 })
      }),
      { numRuns: 15 },
    )
  })

  test('a refund that is too large is refused with a message', async () => {
    const { id } = await paid()
    await stripe.refunds.create({ payment_intent: id, amount: 1000 })
    const error = await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 500 }))
    expect(error.message).toBe('Refund amount ($5.00) is greater than unrefunded amount on charge ($2.34)')
  })

  test('an intent without a charge has nothing to refund', async () => {
    const open = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    expect((await refusalOf(stripe.refunds.create({ payment_intent: open.id }))).statusCode).toBe(400)
    expect((await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).code).toBe(
      'resource_missing',
    )
  })
})
