import { expect, test } from 'vitest'
import { refusalOf, shopStripe } from './sdk-client.ts'

const stripe = shopStripe()

test('cards are kept for a customer, listed newest first, taken away, and end with the customer', async () => {
  const [customer, other] = [
    await stripe.customers.create({ email: 'ada@example.com' }),
    await stripe.customers.create({}),
  ]
  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  const amex = await stripe.paymentMethods.attach('pm_card_amex', { customer: customer.id })
  const listed = async (id: string) =>
    (await stripe.paymentMethods.list({ customer: id, type: 'card' })).data.map((one) => [
      one.id,
      one.card?.brand,
      one.card?.last4,
    ])
  expect(await listed(customer.id)).toEqual([
    [amex.id, 'amex', amex.card?.last4],
    [visa.id, 'visa', '4242'],
  ])
  expect(await listed(other.id)).toEqual([])
  expect((await stripe.paymentMethods.detach(visa.id)).customer).toBeNull()
  expect((await refusalOf(stripe.paymentMethods.detach(visa.id))).statusCode).toBe(404)
  expect(await listed(customer.id)).toHaveLength(1)
  expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  for (const call of [listed(customer.id), stripe.customers.del(customer.id)]) {
    expect((await refusalOf(call)).statusCode).toBe(404)
  }
  expect((await stripe.paymentMethods.retrieve(amex.id)).customer).toBeNull()
})
