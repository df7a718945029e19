import { expect, test } from 'vitest'
import type { Order } from '../orders/order.ts'
import { toOrderHistory } from './order-history.api.ts'

const ADDRESS = {
  firstname: 'Ada',
  lastname: 'Byron',
  street: ['1 Elm Street'],
  city: 'Chicago',
  postcode: '60612',
}
const order = (id: number) =>
  ({
    id,
    orderNumber: `TL-${id}`,
    placedAt: 0,
    status: 'paid',
    email: 'ada@example.com',
    lines: [],
    totals: {},
    billingAddress: ADDRESS,
    shippingAddress: null,
    paymentMethod: 'cashondelivery',
    shippingMethod: id > 0 ? 'freeshipping:freeshipping' : null,
  }) as unknown as Order & { id: number }

test('[audit D11] an order has the title of its shipping method, and ids are positive and unique', () => {
  const page = { pageSize: 20, currentPage: 1, total: 3 }
  const { items } = toOrderHistory([order(2), order(-2), order(-1)], page)
  expect(items.map((one) => one.shipping_description)).toEqual(['Free shipping', '', ''])
  expect(items[0]?.extension_attributes.shipping_assignments[0]?.shipping.method).toBe(
    'freeshipping_freeshipping',
  )
  const ids = items.map((one) => one.entity_id)
  expect(Math.min(...ids)).toBeGreaterThan(0)
  expect(new Set(ids).size).toBe(3)
})
