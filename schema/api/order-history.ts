/** Orders as GET /api/user/order-history shows them (wire.md §2). */
import type { WireAddress } from '../domain/address.ts'
import { CURRENCY, percentOf, toDollars } from '../domain/money.ts'
import type { Order, OrderStatus } from '../domain/order.ts'
import { paymentTitle } from '../domain/payment.ts'
import { wireTime } from './user.ts'

/** `state` of the original, coarser than `status`. */
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

export function orderHistory(
  orders: readonly (Order & { id: number })[],
  page: { pageSize: number; currentPage: number; total: number },
): object {
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

function orderDocument(order: Order & { id: number }): object {
  const { totals, billingAddress, shippingAddress, lines } = order
  return {
    entity_id: order.id,
    increment_id: order.orderNumber,
    created_at: wireTime(order.placedAt),
    status: order.status,
    state: STATES[order.status],
    customer_firstname: billingAddress.firstname,
    customer_lastname: billingAddress.lastname,
    customer_email: order.email,
    grand_total: toDollars(totals.grandTotal),
    subtotal: toDollars(totals.subtotal),
    subtotal_incl_tax: toDollars(totals.subtotal + totals.tax),
    shipping_amount: toDollars(totals.shipping),
    shipping_description: order.shippingMethod ?? '',
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
            method: order.shippingMethod ?? '',
          },
        },
      ],
    },
  }
}

function addressDocument(address: WireAddress): object {
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
