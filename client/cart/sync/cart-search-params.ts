/** The query parameters of the cart page: the code of a notice, and the removed line that can be added back. */

import { MAX_QTY } from '../../../schema/cart/cart.ts'

export interface CartSearchParams {
  /** The code of a notice; the cart's screen knows the codes and their messages, which other screens do not load. */
  notice?: string | undefined
  count?: number | undefined
  ended?: string | undefined
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
    notice: parseCode(query.notice),
    count: wholeNumber(query.count),
    ended: parseCode(query.ended),
    sku: isLine ? sku : undefined,
    qty: isLine ? qty : undefined,
  }
}

function parseCode(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z-]{1,40}$/.test(value) ? value : undefined
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  const isWhole = value !== '' && value !== null && Number.isInteger(number) && number >= 0
  return isWhole && number <= MAX_QTY ? number : undefined
}
