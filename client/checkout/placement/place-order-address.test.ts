import { expect, test } from 'vitest'
import type { CheckoutView } from '../../../schema/checkout/checkout.api.ts'
import { ADDRESS_REFUSED_MESSAGE } from '../../../schema/orders/life/order-lifecycle.ts'
import { ORDER_MESSAGES } from '../../../schema/orders/order.ts'
import type { ApiResult } from '../../platform/api/call-api.ts'
import type { OrderRequest } from './order-request.ts'
import { type OrderReply, placeOrder } from './place-order.ts'

test('[E13] an address that is found invalid while the order is placed cancels the order, and the message names support', async () => {
  const refused: ApiResult<OrderReply> = {
    ok: false,
    code: 400,
    message: ORDER_MESSAGES['address-invalid'],
    result: { code: 'address-invalid', message: ORDER_MESSAGES['address-invalid'] },
  }
  // A repeated call with a known body: the fields of the steps are not read.
  const placed = await placeOrder(
    {} as CheckoutView,
    { placeOrder: async () => refused, card: null },
    {} as OrderRequest,
  )
  expect(placed).toMatchObject({ kind: 'refused', text: ADDRESS_REFUSED_MESSAGE, isStale: false })
  expect(ADDRESS_REFUSED_MESSAGE).toMatch(/canceled.*contact support/)
})
