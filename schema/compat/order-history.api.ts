/** The reply of GET /api/user/order-history (F1). Amounts are dollars. */
import * as v from 'valibot'
import { shippingTitle } from '../cart/totals/shipping.ts'
import { formatApiTimestamp } from '../catalog/price/compat-price.api.ts'
import type { ApiAddress } from '../identity/location/address.ts'
import type { Order, OrderStatus } from '../orders/order.ts'
import { paymentTitle } from '../orders/payment.ts'
import { CURRENCY, percentOf, toDollars } from '../platform/money.ts'

const ORDER_ADDRESS = v.object({
  firstname: v.string(),
  lastname: v.string(),
  street: v.array(v.string()),
  city: v.string(),
  postcode: v.string(),
  country_id: v.string(),
  region: v.string(),
  region_id: v.nullable(v.number()),
  region_code: v.string(),
  telephone: v.string(),
  vat_id: v.string(),
})

const ORDER_DOCUMENT = v.object({
  entity_id: v.number(),
  increment_id: v.string(),
  created_at: v.string(),
  status: v.string(),
  state: v.string(),
  customer_firstname: v.string(),
  customer_lastname: v.string(),
  customer_email: v.string(),
  grand_total: v.number(),
  subtotal: v.number(),
  subtotal_incl_tax: v.number(),
  shipping_amount: v.number(),
  shipping_description: v.string(),
  discount_amount: v.number(),
  discount_tax_compensation_amount: v.number(),
  tax_amount: v.number(),
  total_qty_ordered: v.number(),
  order_currency_code: v.string(),
  items: v.array(
    v.object({
      item_id: v.number(),
      sku: v.string(),
      name: v.string(),
      qty_ordered: v.number(),
      price: v.number(),
      price_incl_tax: v.number(),
      row_total: v.number(),
      row_total_incl_tax: v.number(),
      product_id: v.number(),
      product_type: v.string(),
    }),
  ),
  billing_address: ORDER_ADDRESS,
  payment: v.object({ method: v.string(), additional_information: v.array(v.string()) }),
  extension_attributes: v.object({
    shipping_assignments: v.array(
      v.object({ shipping: v.object({ address: ORDER_ADDRESS, method: v.string() }) }),
    ),
  }),
})

export const ORDER_HISTORY = v.object({
  items: v.array(ORDER_DOCUMENT),
  search_criteria: v.object({
    filter_groups: v.array(v.unknown()),
    sort_orders: v.array(v.object({ field: v.string(), direction: v.string() })),
    page_size: v.number(),
    current_page: v.number(),
  }),
  total_count: v.number(),
})
export type OrderHistory = v.InferOutput<typeof ORDER_HISTORY>

/** `state` of Magento orders, which has fewer values than `status`. */
const STATES: Record<OrderStatus, string> = {
  pending_payment: 'pending_payment',
  paid: 'processing',
  processing: 'processing',
  shipped: 'complete',
  delivered: 'complete',
  canceled: 'canceled',
  refunded: 'closed',
  partly_refunded: 'complete',
}

/** Offset for the ids of demo orders: these ids are negative, and clients treat a negative id as absent. */
const DEMO_ORDER_OFFSET = 2_000_000_000

export function toOrderHistory(
  orders: readonly (Order & { id: number })[],
  page: { pageSize: number; currentPage: number; total: number },
): OrderHistory {
  return {
    items: orders.map(orderDocument),
    search_criteria: {
      filter_groups: [],
      sort_orders: [{ field: 'created_at', direction: 'DESC' }],
      page_size: page.pageSize,
      current_page: page.currentPage,
    },
    total_count: page.total,
  }
}

function orderDocument(order: Order & { id: number }): v.InferOutput<typeof ORDER_DOCUMENT> {
  const { totals, billingAddress, shippingAddress, lines } = order
  return {
    entity_id: order.id > 0 ? order.id : DEMO_ORDER_OFFSET - order.id,
    increment_id: order.orderNumber,
    created_at: formatApiTimestamp(order.placedAt),
    status: order.status,
    state: STATES[order.status],
    customer_firstname: billingAddress.firstname,
    customer_lastname: billingAddress.lastname,
    customer_email: order.email,
    grand_total: toDollars(totals.grandTotal),
    subtotal: toDollars(totals.subtotal),
    subtotal_incl_tax: toDollars(totals.subtotal + totals.tax),
    shipping_amount: toDollars(totals.shipping),
    shipping_description: shippingTitle(order.shippingMethod),
    discount_amount: toDollars(totals.discount),
    discount_tax_compensation_amount: 0,
    tax_amount: toDollars(totals.tax),
    total_qty_ordered: lines.reduce((sum, line) => sum + line.qty, 0),
    order_currency_code: CURRENCY,
    items: lines.map((line) => ({
      item_id: line.itemId,
      sku: line.sku,
      name: line.name,
      qty_ordered: line.qty,
      price: toDollars(line.unitPrice),
      price_incl_tax: toDollars(line.unitPrice + percentOf(line.unitPrice, line.taxPercent)),
      row_total: toDollars(line.rowTotal),
      row_total_incl_tax: toDollars(line.rowTotal + line.tax),
      product_id: line.productId,
      product_type: line.type,
    })),
    billing_address: addressDocument(billingAddress),
    payment: { method: order.paymentMethod, additional_information: [paymentTitle(order.paymentMethod)] },
    extension_attributes: {
      shipping_assignments: [
        {
          shipping: {
            address: addressDocument(shippingAddress ?? billingAddress),
            method: (order.shippingMethod ?? '').replace(':', '_'),
          },
        },
      ],
    },
  }
}

function addressDocument(address: ApiAddress): v.InferOutput<typeof ORDER_ADDRESS> {
  const { firstname, lastname, street, city, postcode, region, telephone } = address
  return {
    firstname,
    lastname,
    street,
    city,
    postcode,
    country_id: address.countryId,
    region,
    region_id: address.regionId,
    region_code: address.regionCode,
    telephone,
    vat_id: address.vatId,
  }
}
