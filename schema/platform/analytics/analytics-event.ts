/**
 * Analytics events (docs/events.md). The shop's own counts use only kind and sku; third-party scripts receive the
 * whole event, after the visitor's consent.
 */
export interface TrackedProduct {
  sku: string
  name: string
  /** Price of one tire in cents; `null` when the page does not show it. */
  price: number | null
}

export type AnalyticsEvent =
  | { kind: 'list'; path: string; products: TrackedProduct[] }
  | { kind: 'product'; product: TrackedProduct }
  | { kind: 'add' | 'remove'; sku: string; qty: number }
  | { kind: 'cart'; skus: string[]; total: number }
  | { kind: 'checkout'; step: string }
  | { kind: 'purchase'; orderNumber: string; skus: string[]; total: number }
  | { kind: 'identify'; email: string; phone: string | null }

/** Number of products of a listing in its event (G10). */
export const MAX_LISTED_PRODUCTS = 3

/** Milliseconds between the `identify` event and the cart and checkout events (G10). */
export const IDENTIFY_DELAY_MS = { cart: 1000, checkout: 2000 } as const

/** A list that was shown, by which the shop knows what is asked for (H14s). */
export interface AskedList {
  /** Its path and query. */
  path: string
  isEmpty: boolean
}

/** Largest number of events in one batch. */
export const MAX_EVENTS_PER_BATCH = 50

export const TRACKED_EVENT_KINDS = [
  'list',
  'product',
  'add',
  'remove',
  'checkout-personal',
  'checkout-shipping',
  'checkout-payment',
  'purchase',
] as const
export type CountedKind = (typeof TRACKED_EVENT_KINDS)[number]

export interface TrackedCount {
  kind: CountedKind
  /** Empty for an event without a product. */
  sku: string
}

/** Returns the counts of an event: only kind and sku, no data about the shopper. */
export function toTrackedCounts(event: AnalyticsEvent): TrackedCount[] {
  switch (event.kind) {
    case 'list':
      return [{ kind: 'list', sku: '' }]
    case 'product':
      return [{ kind: 'product', sku: event.product.sku }]
    case 'add':
    case 'remove':
      return [{ kind: event.kind, sku: event.sku }]
    case 'checkout': {
      const kind = TRACKED_EVENT_KINDS.find((known) => known === `checkout-${event.step}`)
      return kind ? [{ kind, sku: '' }] : []
    }
    case 'purchase':
      return ['', ...event.skus].map((sku) => ({ kind: 'purchase', sku }))
    default:
      return []
  }
}
