/** The tabs of the list of orders, and its address (H14o). */
import { paths } from '../../paths.ts'

/** In the order of the work. */
export const ORDER_TABS = {
  all: 'All',
  pick: 'To pick',
  pack: 'To pack',
  send: 'To send',
  sent: 'On the way',
  money: 'Waits for money',
  returns: 'Returns',
  refunds: 'Refunds to check',
  canceled: 'Canceled',
} as const
export type OrderTab = keyof typeof ORDER_TABS

export interface OrderFilter {
  tab: OrderTab
  /** What is searched for, as typed. */
  q: string
  /** The id of the last order of the page before; `null` for the first page. */
  before: number | null
  /** Orders with this tag; empty for all. */
  tag: string
  /** Orders that this person looks after; `null` for all. */
  assignee: number | null
}

/** Reads the parameters of the list's address; what it does not know is left out. */
export function parseOrderFilter(parameters: Iterable<readonly [name: string, value: string]>): OrderFilter {
  const { tab = '', q = '', before = '', tag = '', assignee = '' } = Object.fromEntries(parameters)
  return {
    tab: Object.hasOwn(ORDER_TABS, tab) ? (tab as OrderTab) : 'all',
    q: q.trim(),
    before: /^-?\d{1,15}$/.test(before) ? Number(before) : null,
    tag: tag.trim().toLowerCase(),
    assignee: /^[1-9]\d{0,14}$/.test(assignee) ? Number(assignee) : null,
  }
}

/** Returns the address of the list. */
export function orderListHref({ tab, q, before, tag, assignee }: OrderFilter): string {
  const query = [
    tab === 'all' ? '' : `tab=${tab}`,
    q && `q=${encodeURIComponent(q).replace(/%20/g, '+')}`,
    tag && `tag=${encodeURIComponent(tag).replace(/%20/g, '+')}`,
    assignee === null ? '' : `assignee=${assignee}`,
    before === null ? '' : `before=${before}`,
  ].filter(Boolean)
  return query.length > 0 ? `${paths.staffOrders}?${query.join('&')}` : paths.staffOrders
}
