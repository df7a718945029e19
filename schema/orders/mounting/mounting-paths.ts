/** Addresses of appointments for mounting. Not part of `paths`, because every page loads `paths`. */
import { ORDER_STATUS_PATTERN, paths } from '../../paths.ts'

/** The appointment of an order, by the order's signed link. */
export const MOUNTING_PATTERN = `${ORDER_STATUS_PATTERN}/mounting`
/** The appointments of a store's day, for staff. */
export const STAFF_MOUNTING = `${paths.staff}mounting`

/** Returns the address of an order's appointment; `statusHref` is the order's own page. */
export function mountingHref(statusHref: string): string {
  return `${statusHref}/mounting`
}
