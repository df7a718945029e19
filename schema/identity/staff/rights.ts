/**
 * The roles of staff and what each may do (H14): one table of rights, read by every page, form and call of the back office.
 * Amounts are cents, shares percent.
 */

export const STAFF_ROLES = ['owner', 'manager', 'counter', 'yard', 'books'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/** Rights that a role has or has not. */
export const STAFF_RIGHTS = [
  'intake',
  'intake.old',
  'inspect',
  'units.see',
  'units.move',
  'units.correct',
  'price',
  'price.free',
  'price.below-cost',
  'cost.see',
  'audit.own',
  'audit.see',
  'orders.see',
  'orders.send',
  'orders.cancel',
  'refund',
  'returns',
  'chat',
  'reviews',
  'mounting',
  'counts',
  'health',
  'people',
] as const
export type StaffRight = (typeof STAFF_RIGHTS)[number]

interface RoleRules {
  rights: readonly StaffRight[]
  /** Largest refund of one act and of a day, in cents; `null` for no limit. */
  refund: { act: number | null; day: number | null }
}

const EVERYTHING: RoleRules = { rights: STAFF_RIGHTS, refund: { act: null, day: null } }
const NO_REFUND = { act: 0, day: 0 }
const YARD_WORK: readonly StaffRight[] = ['intake', 'units.see', 'units.move', 'audit.own']

const ROLES: Readonly<Record<StaffRole, RoleRules>> = {
  owner: EVERYTHING,
  manager: {
    rights: STAFF_RIGHTS.filter((right) => right !== 'people' && right !== 'price.below-cost'),
    refund: { act: 50_000, day: 200_000 },
  },
  counter: {
    rights: [
      ...YARD_WORK,
      'price',
      'orders.see',
      'orders.send',
      'orders.cancel',
      'refund',
      'returns',
      'chat',
      'mounting',
    ],
    refund: { act: 20_000, day: 50_000 },
  },
  yard: { rights: [...YARD_WORK, 'inspect', 'orders.see', 'orders.send', 'mounting'], refund: NO_REFUND },
  books: {
    rights: ['units.see', 'cost.see', 'audit.own', 'audit.see', 'orders.see', 'counts'],
    refund: NO_REFUND,
  },
}

/** Checks whether a role has a right. */
export function hasRight(role: StaffRole, right: StaffRight): boolean {
  return ROLES[role].rights.includes(right)
}

/** Checks whether a role may refund `amount` when `today` was refunded by the same person already; all in cents. */
export function mayRefund(role: StaffRole, { amount, today }: { amount: number; today: number }): boolean {
  if (!hasRight(role, 'refund')) return false
  const { act, day } = ROLES[role].refund
  return (act === null || amount <= act) && (day === null || today + amount <= day)
}
