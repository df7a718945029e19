/** The menu of the back office (H14): one row for each page, with the permission that opens it. */
import {
  hasPermission,
  type SessionRole,
  type StaffPermission,
} from '../../../schema/identity/staff/permissions.ts'
import { STAFF_MOUNTING } from '../../../schema/orders/mounting/mounting-paths.ts'
import { paths, staffPaths } from '../../../schema/paths.ts'
import { API_PATHS } from '../../../schema/staff/api/api-paths.ts'
import { CARRIER_PATHS } from '../../../schema/staff/carriers/carrier-paths.ts'
import { CREDIT_PATHS } from '../../../schema/staff/credit/credit-form.ts'
import { SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { SCRAP_PATH } from '../../../schema/staff/yard/scrap-sheet.ts'

export interface MenuItem {
  label: string
  href: string
  permission: StaffPermission
}

export interface MenuGroup {
  label: string
  items: readonly MenuItem[]
}

/** In the order of a working day. */
const GROUPS: readonly MenuGroup[] = [
  {
    label: 'Yard',
    items: [
      { label: 'Take in', href: staffPaths.intake, permission: 'intake' },
      { label: 'Units', href: staffPaths.units, permission: 'units.see' },
      { label: 'Bins', href: staffPaths.bins, permission: 'units.see' },
      { label: 'Move units', href: staffPaths.move, permission: 'units.move' },
      { label: 'Bulk changes', href: staffPaths.bulk, permission: 'bulk' },
      { label: 'Price plans', href: staffPaths.plans, permission: 'plans' },
      { label: 'Import', href: staffPaths.importUnits, permission: 'import' },
      { label: 'Scrap', href: SCRAP_PATH, permission: 'units.see' },
      { label: 'Recalls', href: SAFETY_PATHS.recalls, permission: 'safety.see' },
      { label: 'Second inspection', href: staffPaths.intakeQueue, permission: 'inspect' },
    ],
  },
  {
    label: 'Selling',
    items: [
      { label: 'Sell', href: staffPaths.sell, permission: 'sell' },
      { label: 'Orders', href: paths.staffOrders, permission: 'orders.see' },
      { label: 'Pick', href: staffPaths.pick, permission: 'orders.pick' },
      { label: 'Pack', href: staffPaths.pack, permission: 'orders.pick' },
      { label: 'Carrier files', href: CARRIER_PATHS.page, permission: 'orders.send' },
      { label: 'Mounting', href: STAFF_MOUNTING, permission: 'mounting' },
      { label: 'Registrations', href: SAFETY_PATHS.registrations, permission: 'safety.see' },
    ],
  },
  {
    label: 'Customers',
    items: [
      { label: 'Customers', href: staffPaths.customers, permission: 'customers.see' },
      { label: 'Store credit', href: CREDIT_PATHS.credit, permission: 'customers.see' },
      { label: 'Dealers', href: staffPaths.dealers, permission: 'dealers' },
      { label: 'Chats', href: staffPaths.chats, permission: 'chat' },
      { label: 'Reviews', href: paths.staffReviews, permission: 'reviews' },
    ],
  },
  {
    label: 'Shop',
    items: [
      { label: 'Reports', href: staffPaths.reports, permission: 'reports' },
      { label: 'Coupons', href: staffPaths.coupons, permission: 'coupons' },
      { label: 'Texts', href: staffPaths.texts, permission: 'texts' },
      { label: 'Redirects', href: staffPaths.redirects, permission: 'texts' },
      { label: 'Taxes and fees', href: staffPaths.taxes, permission: 'taxes.see' },
      { label: 'Settings', href: staffPaths.settings, permission: 'settings' },
      { label: 'API and webhooks', href: API_PATHS.settings, permission: 'keys' },
      { label: 'Visits and purchases', href: paths.staffCounts, permission: 'counts' },
      { label: 'Health', href: paths.staffHealth, permission: 'health' },
      { label: 'Audit log', href: staffPaths.audit, permission: 'audit.own' },
      { label: 'People', href: staffPaths.people, permission: 'phones' },
    ],
  },
]

/** What most people open many times a day, in the order of a yard's day. */
const DAILY: readonly string[] = [
  staffPaths.intake,
  staffPaths.sell,
  paths.staffOrders,
  staffPaths.units,
  staffPaths.pick,
  staffPaths.pack,
]

/** Returns the daily pages that a role may open, for the bar of a phone and the start page. */
export function dailyPages(role: SessionRole): MenuItem[] {
  const items = staffMenu(role).flatMap((group) => group.items)
  return DAILY.flatMap((daily) => items.filter(({ href }) => href === daily))
}

/** The group that a role works in most, which comes first. */
const FIRST_GROUP: Readonly<Partial<Record<string, string>>> = { counter: 'Selling', books: 'Selling' }

/** Returns the groups with the pages that a role may open; none is empty. */
export function staffMenu(role: SessionRole): MenuGroup[] {
  const first = GROUPS.filter(({ label }) => label === (typeof role === 'string' && FIRST_GROUP[role]))
  return [...first, ...GROUPS.filter((group) => !first.includes(group))]
    .map(({ label, items }) => ({
      label,
      items: items.filter(({ permission }) => hasPermission(role, permission)),
    }))
    .filter(({ items }) => items.length > 0)
}
