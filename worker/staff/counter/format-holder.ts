/** Says who has a tire that can't be sold now, and until when (H14p). */
import { formatShopTime } from '../../../schema/orders/status/order-format.ts'
import type { Holder } from './holders.sql.ts'

/** `ownDraft` is the sale in which the tire was scanned, if there is one. */
export function formatHolder(sku: string, holder: Holder | null, ownDraft?: number): string {
  if (!holder) return `${sku} isn’t on sale now.`
  switch (holder.kind) {
    case 'draft':
      return holder.id === ownDraft
        ? `${sku} is in this sale already, and there are no more of it.`
        : `${sku} is held in sale ${holder.id} by ${holder.by} until ${formatShopTime(holder.until)}.`
    case 'payment':
      return `A buyer on the web is paying for ${sku}. If they don’t, it’s free at ${formatShopTime(holder.until)}.`
    case 'order':
      return `${sku} was sold in order ${holder.orderNumber}.`
  }
}
