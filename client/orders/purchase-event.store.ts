/** Reports each purchase to analytics once, also when the buyer reloads its page. */
import { trackEvent } from '../platform/analytics/events.store.ts'
import { storedText } from '../platform/storage/stored-value.store.ts'

const reported = storedText('purchase-told', () => sessionStorage)

interface Purchase {
  orderNumber: string
  lines: readonly { sku: string }[]
  totals: { grandTotal: number }
}

/** Reports a purchase; without session storage, a page that is opened twice reports twice. */
export function trackPurchaseOnce({ orderNumber, lines, totals }: Purchase): void {
  if (reported.read() === orderNumber) return
  reported.save(orderNumber)
  trackEvent({ kind: 'purchase', orderNumber, skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
}
