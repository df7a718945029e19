/** What an address of the cart may say: a notice by its code, and what a removal could bring back. */

import { MAX_QTY } from '../../../schema/cart/cart.ts'
import { type CartNotice, parseNoticeCode } from '../../../schema/cart/cart-notice.ts'

export interface CartSearchParams {
  notice?: CartNotice['code'] | undefined
  count?: number | undefined
  /** Sku of the line that was removed, and how many units it had. */
  sku?: string | undefined
  qty?: number | undefined
}

/** Keeps what is well-formed and drops the rest; text of strangers is never shown. */
export function parseCartSearchParams(given: Record<string, unknown>): CartSearchParams {
  const sku = String(given.sku ?? '')
  const qty = wholeNumber(given.qty)
  const isLine = /^[\w.-]{1,64}$/.test(sku) && qty !== undefined
  // Every name is given, because the router lays this over what the address says.
  return {
    notice: parseNoticeCode(given.notice) ?? undefined,
    count: wholeNumber(given.count),
    sku: isLine ? sku : undefined,
    qty: isLine ? qty : undefined,
  }
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value)
  const isWhole = value !== '' && value !== null && Number.isInteger(number) && number >= 0
  return isWhole && number <= MAX_QTY ? number : undefined
}
