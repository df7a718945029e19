/** API calls of the cart. */
import type { CartView } from '../../schema/cart/cart.api.ts'
import type { CartFormFields, CartFormResult } from '../../schema/cart/cart-form.api.ts'
import { paths } from '../../schema/paths.ts'
import { type ApiResult, callApi, readApi, type SendOptions } from '../platform/api/call-api.ts'

export const readCart = (): Promise<CartView> => readApi('/api/ext/cart')

/** Changes the cart through its form endpoint. A success contains the new cart, a failure its message. */
export function postCartForm(
  fields: CartFormFields,
  options: SendOptions = {},
): Promise<ApiResult<CartFormResult>> {
  return callApi(paths.cartForm, new URLSearchParams({ ...fields }), options)
}
