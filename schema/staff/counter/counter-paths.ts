/** Addresses of the counter in the back office (H14p). */
import { staffPaths } from '../../paths.ts'

export const COUNTER_PATHS = {
  sell: staffPaths.sell,
  form: '/staff/sell/form/',
  drawer: '/staff/sell/drawer',
} as const

/** Paper that a receipt is laid out for. */
export const RECEIPT_FORMATS = ['80mm', 'letter'] as const
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number]

/** Returns the address of a sale. */
export function saleHref(id: number): string {
  return `${COUNTER_PATHS.sell}${id}`
}

/** Returns the address where the pay link of a sale is shown. */
export function payLinkHref(id: number): string {
  return `${saleHref(id)}/link`
}

/** Returns the address of the receipt of a sale. */
export function receiptHref(id: number, paper: ReceiptFormat): string {
  return `${saleHref(id)}/receipt?paper=${paper}`
}
