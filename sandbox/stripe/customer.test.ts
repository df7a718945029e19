import { expect, test } from 'vitest'
import { cardPayment, refusalOf, shopStripe, tokenId } from './sdk-test-client.ts'

const stripe = shopStripe()

test('cards are saved for a customer, listed newest first, detached, and detached with the customer', async () => {
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
  for (const call of [() => listed(customer.id), () => stripe.customers.del(customer.id)]) {
    expect((await refusalOf(call())).statusCode).toBe(404)
  }
  expect((await stripe.paymentMethods.retrieve(amex.id)).customer).toBeNull()
})

test('a card is saved on request when it has paid, pays again only for its customer, and a declined one is not saved', async () => {
  const [customer, other] = [await stripe.customers.create({}), await stripe.customers.create({})]
  const saving = { customer: customer.id, setup_future_usage: 'on_session' } as const
  const cards = async () => (await stripe.paymentMethods.list({ customer: customer.id })).data
  const declined = cardPayment(await tokenId('4000000000000002'))
  await refusalOf(stripe.paymentIntents.create({ ...declined, ...saving }))
  await stripe.paymentIntents.create({
    ...cardPayment(await tokenId('4242424242424242')),
    customer: customer.id,
  })
  expect(await cards()).toEqual([])
  await stripe.paymentIntents.create({ ...cardPayment(await tokenId('4242424242424242')), ...saving })
  const [card] = await cards()
  expect(card).toMatchObject({ card: { last4: '4242' }, customer: customer.id })
  const { confirmation_token: _, ...payment } = { ...cardPayment(''), payment_method: card?.id ?? '' }
  expect(await stripe.paymentIntents.create({ ...payment, customer: customer.id })).toMatchObject({
    status: 'succeeded',
    payment_method: card?.id,
  })
  for (const payer of [{}, { customer: other.id }]) {
    const error = await refusalOf(stripe.paymentIntents.create({ ...payment, ...payer }))
    expect([error.statusCode, error.param]).toEqual([400, 'payment_method'])
  }
  const unknown = await refusalOf(stripe.paymentIntents.create({ ...payment, customer: 'cus_nobody' }))
  expect([unknown.code, unknown.param]).toEqual(['resource_missing', 'customer'])
})
