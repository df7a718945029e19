/** Formats orders for the list of orders, the order's page and the customer's data export. */
import type { OrderStatus } from '../order.ts'

export const ORDER_STATUS_LABELS: Readonly<Record<OrderStatus, string>> = {
  pending_payment: 'Waiting for payment',
  paid: 'Paid',
  processing: 'Being prepared',
  shipped: 'On its way',
  delivered: 'Delivered',
  canceled: 'Canceled',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
}

/** Formats an event of the history for the buyer; `null` for internal events. */
export function formatOrderEvent(kind: string): string | null {
  if (kind === 'placed') return 'Order placed'
  if (kind === 'tracking-corrected') return 'New tracking number'
  if (kind === 'late') return 'Running late, we emailed you'
  return Object.hasOwn(ORDER_STATUS_LABELS, kind) ? ORDER_STATUS_LABELS[kind as OrderStatus] : null
}

const DATE = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
})

/** Formats `Nov 22, 2026` in the shop's time zone. `at` in milliseconds. */
export function formatOrderDate(at: number): string {
  return DATE.format(at)
}

const TIME = /* @__PURE__ */ new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Formats `Sat, Nov 28, 3:12 PM CST`, for an end that is not the end of a day. `at` in milliseconds. */
export function formatShopTime(at: number): string {
  return TIME.format(at)
}
