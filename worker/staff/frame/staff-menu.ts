/** The menu of the back office (H14): one row for each page, with the right that opens it. */
import { type AccessRole, hasRight, type StaffRight } from '../../../schema/identity/staff/rights.ts'
import { STAFF_MOUNTING } from '../../../schema/orders/mounting/mounting-paths.ts'
import { paths, staffPaths } from '../../../schema/paths.ts'

export interface MenuItem {
  label: string
  href: string
  right: StaffRight
}

export interface MenuGroup {
  label: string
  items: readonly MenuItem[]
}

/** In the order of a working day; the bar of a phone has the first items that a person may open. */
const GROUPS: readonly MenuGroup[] = [
  {
    label: 'Yard',
    items: [
      { label: 'Take in', href: staffPaths.intake, right: 'intake' },
      { label: 'Units', href: staffPaths.units, right: 'units.see' },
      { label: 'Bins', href: staffPaths.bins, right: 'units.see' },
      { label: 'Move units', href: staffPaths.move, right: 'units.move' },
      { label: 'Second inspection', href: staffPaths.intakeQueue, right: 'inspect' },
    ],
  },
  {
    label: 'Selling',
    items: [
      { label: 'Orders', href: paths.staffOrders, right: 'orders.see' },
      { label: 'Pick', href: staffPaths.pick, right: 'orders.pick' },
      { label: 'Mounting', href: STAFF_MOUNTING, right: 'mounting' },
    ],
  },
  {
    label: 'Customers',
    items: [
      { label: 'Chats', href: staffPaths.chats, right: 'chat' },
      { label: 'Reviews', href: paths.staffReviews, right: 'reviews' },
    ],
  },
  {
    label: 'Shop',
    items: [
      { label: 'Counts', href: paths.staffCounts, right: 'counts' },
      { label: 'Health', href: paths.staffHealth, right: 'health' },
      { label: 'Audit log', href: staffPaths.audit, right: 'audit.own' },
      { label: 'People', href: staffPaths.people, right: 'phones' },
    ],
  },
]

/** Returns the groups with the pages that a role may open; none is empty. */
export function staffMenu(role: AccessRole): MenuGroup[] {
  return GROUPS.map(({ label, items }) => ({
    label,
    items: items.filter(({ right }) => hasRight(role, right)),
  })).filter(({ items }) => items.length > 0)
}
