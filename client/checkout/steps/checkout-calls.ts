/** The API calls of the checkout; other pages do not load this code. */
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { COUNTRY } from '../../../schema/identity/location/delivery-area.ts'
import { paths } from '../../../schema/paths.ts'
import { type ApiResult, callApi } from '../../platform/api/call-api.ts'

/** Sends a step's fields to the server, which validates and stores them. */
export function postCheckoutForm(fields: Record<string, string>): Promise<ApiResult<CheckoutView>> {
  return callApi(paths.checkoutForm, new URLSearchParams(fields))
}

/** Sets the destination of the cart, on which tax and fees depend. */
export function sendDestination(to: {
  zipCode: string
  state: string
  regionId: number | null
}): Promise<ApiResult<unknown>> {
  const address = { country_id: COUNTRY, region: to.state, region_id: to.regionId, postcode: to.zipCode }
  return callApi('/api/cart/shipping-information', { addressInformation: { shippingAddress: address } })
}

/** Longer than the deadline of the server, so that the browser receives its answer. */
const ORDER_TIMEOUT_MS = 20_000

/** Places the order of this browser's cart. A repeated call for the same cart places no second order. */
export function sendOrder(body: unknown): Promise<ApiResult<{ orderNumber?: string | null }>> {
  return callApi('/api/order', body, { timeoutMs: ORDER_TIMEOUT_MS })
}
