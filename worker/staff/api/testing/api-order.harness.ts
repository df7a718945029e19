/** Orders for tests of keys and webhooks, placed as a client of the shop's API would. */
import { Browser } from '../../../account/testing/account.harness.ts'

const ADDRESS = {
  ...{ region: 'Illinois', region_id: 23, country_id: 'US', street: ['2720 W Grand Ave', ''] },
  ...{ telephone: '3125550142', city: 'Chicago', postcode: '60612' },
  ...{ firstname: 'Ada', lastname: 'Miller', email: 'ada@example.com' },
}

/** Buys one of a tire, to be paid in cash, and returns the order's number. */
export async function placeTestOrder(sku = 'TL-1001', browser = new Browser()): Promise<string> {
  const post = async <Result>(path: string, body?: object) => {
    const response = await browser.fetch(`/api/${path}`, { method: 'POST', body: JSON.stringify(body ?? {}) })
    return (await response.json<{ result: Result }>()).result
  }
  const cart = await post<string>('cart/create')
  await post(`cart/update?cartId=${cart}`, { cartItem: { sku, qty: 1, parentSku: sku } })
  const { orderNumber } = await post<{ orderNumber: string }>('order', {
    cart_id: cart,
    addressInformation: {
      ...{ billingAddress: ADDRESS, shippingAddress: ADDRESS, payment_method_code: 'cashondelivery' },
      ...{ shipping_carrier_code: 'freeshipping', shipping_method_code: 'freeshipping' },
    },
  })
  return orderNumber
}
