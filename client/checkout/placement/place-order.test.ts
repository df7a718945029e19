import { expect, test, vi } from 'vitest'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { emptyPayment, emptyPersonal, emptyShipping } from '../../../schema/checkout/checkout-details.ts'
import type { ApiResult } from '../../platform/api/call-api.ts'
import { savedCardSource } from '../payments/stripe/saved-card-source.ts'
import type { CardPaymentSource } from '../payments/stripe/stripe-elements.ts'
import { isCardRefusal, type OrderReply, placeOrder } from './place-order.ts'

const address = {
  firstName: 'Dana',
  lastName: 'Whitfield',
  streetAddress: '1458 N Wood St',
  apartmentNumber: '2',
  city: 'Chicago',
  state: 'Illinois',
  regionId: 23,
  zipCode: '60612',
  phoneNumber: '3125550186',
}

function view(paymentMethod: string): CheckoutView {
  return {
    ordered: false,
    pending: null,
    account: null,
    cart: {
      key: 'k',
      version: 3,
      lines: [
        {
          ...{ itemId: 1, sku: 'TL-1002-2', parentSku: 'TL-1002', type: 'configurable', title: 'Halden' },
          ...{ qty: 1, setqty: 2, unitPrice: 11_400, rowTotal: 11_400, href: '/p/x', picture: null },
          ...{
            facts: '',
            tires: 2,
            fitting: [],
            choices: [],
            tire: null,
            mixed: [],
            service: null,
            instead: null,
            left: null,
            most: { max: 24, why: '' },
            problem: null,
          },
        },
      ],
      tires: 2,
      arrives: null,
      warranty: null,
      offers: { plan: null, mounting: null, kit: null },
      saved: [],
      totals: {
        ...{ lines: [], subtotal: 11_400, discount: 0, shipping: 0, tax: 713, taxPercent: 6.25, fees: [] },
        ...{ grandTotal: 12_113, couponCode: null, placeKnown: true },
      },
      zip: '60612',
      couponShort: null,
      zipProblem: null,
      allVirtual: false,
      overTime: null,
      express: null,
    },
    personal: { ...emptyPersonal(), firstName: 'Dana', lastName: 'Whitfield', emailAddress: 'd@w.example' },
    shipping: { ...emptyShipping(), ...address, shippingMethod: 'freeshipping:freeshipping' },
    payment: { ...emptyPayment(), paymentMethod },
    step: 'payment',
    errors: {},
    notice: null,
    shippingMethods: [],
    paymentMethods: [],
    addresses: [],
    regions: [{ id: 23, code: 'IL', name: 'Illinois', allowed: true }],
    card: null,
  }
}

function card(more: Partial<CardPaymentSource> = {}): CardPaymentSource {
  return {
    savesCard: false,
    token: async () => ({ ok: true, id: 'ctoken_1' }),
    confirm: async () => null,
    ...more,
  }
}

const good: ApiResult<OrderReply> = { ok: true, value: { orderNumber: 'TL-0000000A' } }
const bad = (code: number, result: unknown): ApiResult<OrderReply> => ({
  ok: false,
  code,
  message: typeof result === 'string' ? result : String((result as { message?: string }).message),
  result,
})

test('[E12] cash on delivery sends the order without a card', async () => {
  const send = vi.fn(async () => good)
  expect(await placeOrder(view('cashondelivery'), { placeOrder: send, card: null })).toEqual({
    kind: 'placed',
    orderNumber: 'TL-0000000A',
  })
  expect(send).toHaveBeenCalledWith(
    expect.objectContaining({
      user_id: '',
      products: [{ sku: 'TL-1002-2', qty: 1, price: 114, server_item_id: 1 }],
      addressInformation: expect.objectContaining({
        payment_method_code: 'cashondelivery',
        payment_method_additional: '',
        shipping_carrier_code: 'freeshipping',
        shipping_method_code: 'freeshipping',
        shippingAddress: expect.objectContaining({
          region: 'Illinois',
          region_id: 23,
          region_code: 'IL',
          street: ['1458 N Wood St', '2'],
          telephone: '3125550186',
          email: 'd@w.example',
        }),
      }),
    }),
  )
})

test('[E8] a card is sent as a token, with the choice to save it; a saved card is sent by its id', async () => {
  const stored = savedCardSource('pm_1', { scriptUrl: 'https://cards.example/', publishableKey: 'pk_1' })
  for (const [source, additional] of [
    [card(), { confirmation_token: 'ctoken_1' }],
    [card({ savesCard: true }), { confirmation_token: 'ctoken_1', save_card: true }],
    [stored, { confirmation_token: 'pm_1' }],
  ] as const) {
    const send = vi.fn(async () => good)
    await placeOrder(view('stripe'), { placeOrder: send, card: source })
    expect(send).toHaveBeenCalledWith(
      expect.objectContaining({
        addressInformation: expect.objectContaining({ payment_method_additional: additional }),
      }),
    )
  }
})

test('[E8] a card that the card fields refuse is never sent', async () => {
  const send = vi.fn(async () => good)
  const token = async () => ({ ok: false as const, text: 'Your card number is incomplete.' })
  expect(await placeOrder(view('stripe'), { placeOrder: send, card: card({ token }) })).toEqual({
    kind: 'refused',
    text: 'Your card number is incomplete.',
    code: 'payment-details',
    isStale: false,
  })
  expect(send).not.toHaveBeenCalled()
})

test('[E8] after the bank’s authentication the same order is sent again', async () => {
  const action = bad(402, {
    code: 'payment-action',
    message: 'Confirm',
    action: { clientSecret: 'pi_1_secret' },
  })
  const send = vi
    .fn<() => Promise<ApiResult<OrderReply>>>()
    .mockResolvedValueOnce(action)
    .mockResolvedValueOnce(good)
  const confirm = vi.fn(async () => null)
  const token = vi.fn(async () => ({ ok: true as const, id: 'ctoken_1' }))
  expect(
    await placeOrder(view('stripe'), { placeOrder: send, card: card({ confirm, token }) }),
  ).toMatchObject({
    kind: 'placed',
  })
  expect(confirm).toHaveBeenCalledWith('pi_1_secret')
  expect(token).toHaveBeenCalledTimes(1)
  expect(send.mock.calls[0]).toEqual(send.mock.calls[1])
})

test('[E8] a shopper who fails the bank’s authentication sees the reason and is not charged', async () => {
  const send = vi.fn(async () =>
    bad(402, { code: 'payment-action', message: 'Confirm', action: { clientSecret: 'pi_1_secret' } }),
  )
  const confirm = async () => 'We are unable to authenticate your payment method.'
  expect(await placeOrder(view('stripe'), { placeOrder: send, card: card({ confirm }) })).toMatchObject({
    kind: 'refused',
    text: 'We are unable to authenticate your payment method.',
  })
  expect(send).toHaveBeenCalledTimes(1)
})

test('[E9] [E10] [E11] a payment that is approved at the provider redirects the shopper there', async () => {
  const redirectUrl = 'https://provider.example/approve?token=1'
  const send = async () => bad(402, { code: 'payment-action', message: 'Confirm', action: { redirectUrl } })
  expect(await placeOrder(view('paypal_express'), { placeOrder: send, card: null })).toEqual({
    kind: 'redirect',
    href: redirectUrl,
  })
})

test('[E8] a declined card is a message in the form', async () => {
  const send = async () => bad(402, { code: 'payment-declined', message: 'The bank declined this card.' })
  expect(await placeOrder(view('stripe'), { placeOrder: send, card: card() })).toEqual({
    kind: 'refused',
    text: 'The bank declined this card.',
    code: 'payment-declined',
    isStale: false,
  })
})

test('[E6] after a refusal for stock the page reloads its data', async () => {
  const send = async () => bad(409, { code: 'out-of-stock', message: 'Some products are out of stock.' })
  expect(await placeOrder(view('cashondelivery'), { placeOrder: send, card: null })).toMatchObject({
    kind: 'refused',
    isStale: true,
  })
})

test('[E6] a reply without an order number asks to try again in 2 minutes', async () => {
  for (const answer of [
    { ok: true as const, value: { orderNumber: null } },
    bad(503, { code: 'payment-unavailable', message: 'x' }),
    bad(500, 'x'),
  ]) {
    const placed = await placeOrder(view('cashondelivery'), { placeOrder: async () => answer, card: null })
    expect(placed).toEqual({ kind: 'try-later' })
  }
})

test('[E6] without an answer the same order is stored to be sent again', async () => {
  const lost = bad(0, 'There is no Internet connection')
  const first = await placeOrder(view('stripe'), { placeOrder: async () => lost, card: card() })
  expect(first).toMatchObject({ kind: 'no-answer', text: 'There is no Internet connection' })
  if (first.kind !== 'no-answer') return
  const token = vi.fn(card().token)
  const send = vi.fn(async () => good)
  await placeOrder(view('stripe'), { placeOrder: send, card: card({ token }) }, first.body)
  expect(token).not.toHaveBeenCalled()
  expect(send).toHaveBeenCalledWith(first.body)
})

test('[E8] only what the card fields can mend leads there', () => {
  for (const code of ['payment-details', 'payment-declined', 'payment-action'])
    expect(isCardRefusal(code)).toBe(true)
  // A limit has no code, whatever the payment method.
  for (const code of [null, 'out-of-stock', 'payment-expired', 'payment-method'])
    expect(isCardRefusal(code)).toBe(false)
})
