/** The calls of the checkout alone; other pages do not load them. */
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { COUNTRY } from '../../../schema/identity/location/delivery-area.ts'
import { paths } from '../../../schema/paths.ts'
import { type ApiResult, callApi } from '../../platform/api/call-api.ts'

/** Hands a step's fields to the server, which validates and keeps them. */
export function postCheckoutForm(fields: Record<string, string>): Promise<ApiResult<CheckoutView>> {
  return callApi(paths.checkoutForm, new URLSearchParams(fields))
}

/** Sends the destination to the cart, so that tax and fees follow. */
export function sendDestination(to: {
  zipCode: string
  state: string
  regionId: number | null
}): Promise<ApiResult<unknown>> {
  const address = { country_id: COUNTRY, region: to.state, region_id: to.regionId, postcode: to.zipCode }
  return callApi('/api/cart/shipping-information', { addressInformation: { shippingAddress: address } })
}

/** Longer than the server lets a shopper wait, so that its answer is still heard. */
const ORDER_TIMEOUT_MS = 20_000

/** Places the order of this browser's cart. Sent again for the same cart it stays one order. */
export function sendOrder(body: unknown): Promise<ApiResult<{ orderNumber?: string | null }>> {
  return callApi('/api/order', body, { timeoutMs: ORDER_TIMEOUT_MS })
}
