/** A purchase is reported once, however often its page is looked at. */
import { trackEvent } from '../platform/analytics/events.store.ts'
import { storedText } from '../platform/storage/stored-value.store.ts'

const reported = storedText('purchase-told', () => sessionStorage)

interface Bought {
  orderNumber: string
  lines: readonly { sku: string }[]
  totals: { grandTotal: number }
}

/** Where nothing can be stored, a page that is opened twice reports twice. */
export function trackPurchaseOnce({ orderNumber, lines, totals }: Bought): void {
  if (reported.read() === orderNumber) return
  reported.save(orderNumber)
  trackEvent({ kind: 'purchase', orderNumber, skus: lines.map(({ sku }) => sku), total: totals.grandTotal })
}
