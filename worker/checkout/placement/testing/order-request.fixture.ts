/** Order requests for tests of order placement. */
import type { PlaceOrderRequest } from '../../../../schema/orders/order.ts'

const ADDRESS = {
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '60612',
  city: 'Chicago',
  street: ['2720 W Grand Ave'],
  firstname: 'Ada',
  lastname: 'Miller',
  telephone: '3125550142',
  email: '',
  company: '',
  vatId: '',
}

/** The request of a guest in Chicago with a valid card. */
export function cardOrder(rest: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest {
  return {
    lines: null,
    email: 'ada@example.com',
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    shippingMethod: { carrierCode: 'freeshipping', methodCode: 'freeshipping' },
    paymentMethod: 'stripe',
    confirmationToken: 'ctoken_ok',
    marketing: null,
    shownTotal: null,
    ...rest,
  }
}

export function cashOrder(rest: Partial<PlaceOrderRequest> = {}): PlaceOrderRequest {
  return cardOrder({ paymentMethod: 'cashondelivery', confirmationToken: null, ...rest })
}
