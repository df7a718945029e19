/** A purchase is reported once, however often its page is looked at. */
import { trackEvent } from '../platform/analytics/events.store.ts'

const KEY = 'purchase-told'

interface Bought {
  orderNumber: string
  lines: readonly { sku: string }[]
  totals: { grandTotal: number }
}

/** `storage` is asked for here, because even naming it may be forbidden. */
export function trackPurchaseOnce(
  storage: () => Pick<Storage, 'getItem' | 'setItem'>,
  { orderNumber, lines, totals }: Bought,
): void {
  try {
    if (storage().getItem(KEY) === orderNumber) return
    storage().setItem(KEY, orderNumber)
  } catch {
    // Nothing can be stored: reported twice at most, when the page is opened twice.
  }
  trackEvent({ kind: 'purchase', orderNumber, skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
}
