/** The read-only view of a customer's account for staff (H14k): which pages it has, their addresses, and how long it is open. */
import { paths, staffCustomerHref } from '../../paths.ts'
import { MINUTE_MS } from '../../platform/duration.ts'

/** Pages of the view, with the page of the account that each shows. Payment methods and privacy settings are not among them. */
const VIEWED_PAGES = {
  profile: paths.account,
  addresses: paths.addressBook,
  garage: paths.garage,
  orders: paths.orders,
  order: paths.order,
  reviews: paths.accountReviews,
  dealer: paths.dealer,
} as const
export type ViewedPage = keyof typeof VIEWED_PAGES

/** How long the account can be looked at after a reason was written. */
export const READ_ONLY_ACCOUNT_MS = 30 * MINUTE_MS

/** Returns the page of the account with this name; `null` when the view does not have it. */
export function findViewedPage(name: string): { name: ViewedPage; path: string } | null {
  const path = Object.entries(VIEWED_PAGES).find(([known]) => known === name)
  return path ? { name: path[0] as ViewedPage, path: path[1] } : null
}

/** Returns the address of a page of the view. */
export function readOnlyAccountHref(
  customerId: number | string,
  page: ViewedPage | ':page' = 'profile',
): string {
  return `${staffCustomerHref(customerId)}/account/${page}`
}

/** Returns where a link of the account leads in the view; `null` for a link that leaves the account or belongs to an act. */
export function toViewHref(customerId: number, href: string): string | null {
  const [path, ...query] = (href.split('#')[0] ?? '').split('?')
  const page = Object.entries(VIEWED_PAGES).find(([, known]) => known === path)
  return page ? [readOnlyAccountHref(customerId, page[0] as ViewedPage), ...query].join('?') : null
}

const OF_VIEW = /^https?:\/\/[^/]+\/staff\/customers\/[0-9]+\/account\//

/** Checks whether the header `Referer` of a request names a page of the view. */
export function isFromReadOnlyAccount(referer: string | undefined): boolean {
  return referer !== undefined && OF_VIEW.test(referer)
}

export const READ_ONLY_ACCOUNT_MESSAGES = {
  why: 'Say why you look at this account.',
  ended: 'This view has ended. Say again why you look at this account.',
  refused: 'Nothing can be changed from here: you’re looking at a customer’s account.',
} as const
