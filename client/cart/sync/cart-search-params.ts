/** The query parameters of the cart page: the code of a notice, and the removed line that can be added back. */

import { MAX_QTY } from '../../../schema/cart/cart.ts'
import { type CartNotice, parseEnded, parseNoticeCode } from '../../../schema/cart/cart-notice.ts'

export interface CartSearchParams {
  notice?: CartNotice['code'] | undefined
  count?: number | undefined
  ended?: CartNotice['ended'] | undefined
  /** SKU of the removed line, and its quantity in `qty`. */
  sku?: string | undefined
  qty?: number | undefined
}

/** Keeps well-formed parameters and drops the rest; text from a crafted link is never shown. */
export function parseCartSearchParams(query: Record<string, unknown>): CartSearchParams {
  const sku = String(query.sku ?? '')
  const qty = wholeNumber(query.qty)
  const isLine = /^[\w.-]{1,64}$/.test(sku) && qty !== undefined
  // Every name is set, because the router merges this object over the raw query.
  return {
    notice: parseNoticeCode(query.notice) ?? undefined,
    count: wholeNumber(query.count),
    ended: parseEnded(query.ended),
    sku: isLine ? sku : undefined,
    qty: isLine ? qty : undefined,
  }
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  const isWhole = value !== '' && value !== null && Number.isInteger(number) && number >= 0
  return isWhole && number <= MAX_QTY ? number : undefined
}
