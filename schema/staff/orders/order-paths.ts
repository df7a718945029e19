/** Addresses below the page of an order for staff (H14o). */
import { packHref, staffOrderHref } from '../../paths.ts'

/** Returns the address where staff edit the lines of an order. */
export function orderItemsHref(orderNumber: string): string {
  return `${staffOrderHref(orderNumber)}/items`
}

/** Returns the address of an email about an order for staff. */
export function orderMailHref(orderNumber: string, mail: number | string): string {
  return `${staffOrderHref(orderNumber)}/mails/${mail}`
}

/** Returns the address of the second inspection of a tire that is about to go into a parcel. */
export function inspectHref(orderNumber: string, parcel: number, sku: string): string {
  return `${packHref(orderNumber, parcel)}&inspect=${encodeURIComponent(sku)}`
}

/** The socket that informs an open screen about new orders. */
export const NEW_ORDERS_PATH = '/api/ext/staff/new-orders'
/** The code with which a screen is closed for good, because too many are open. */
export const TOO_MANY_WINDOWS = 4001
