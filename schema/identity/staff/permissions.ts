/**
 * The roles of staff and what each may do (H14): one table of permissions, read by every page, form and call of the back office.
 * Amounts are cents, shares percent.
 */

import { roleNameKey } from './role-name.ts'

export const BUILT_IN_ROLES = ['owner', 'manager', 'counter', 'yard', 'books'] as const
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number]
/** The role of a person. */
export type AssignedRole = BuiltInRole | CustomRole
/** The role that a session acts with: that of its person, or what is left of it after a PIN on a shared phone. */
export type SessionRole = AssignedRole | 'pin' | 'pin-counter'
type NamedRole = Exclude<SessionRole, CustomRole>

const PIN_LABEL = 'Yard phone'
const ROLE_LABELS: Readonly<Record<NamedRole, string>> = {
  owner: 'Owner',
  manager: 'Manager',
  counter: 'Counter',
  yard: 'Yard',
  books: 'Books',
  pin: PIN_LABEL,
  'pin-counter': PIN_LABEL,
}

/** Returns what a role is called. */
export function roleLabel(role: SessionRole): string {
  return typeof role === 'string' ? ROLE_LABELS[role] : role.name
}

/** Checks whether a name is that of a built-in role in upper or lower case, so that no custom role is mistaken for it. */
export function isBuiltInRoleName(name: string): boolean {
  const typed = roleNameKey(name)
  return Object.entries(ROLE_LABELS).some(([key, label]) => typed === key || typed === label.toLowerCase())
}

/** What a role is for, after its name. */
export const ROLE_TASKS: Readonly<Record<BuiltInRole, string>> = {
  owner: 'everything',
  manager: 'everything but people',
  counter: 'selling, orders, returns, chat',
  yard: 'taking in, moving, sending',
  books: 'sees, changes nothing',
}

/** What a role may do or may not, by the work that it belongs to, as the form of a role shows it. */
export const PERMISSION_GROUPS = [
  {
    title: 'Tires',
    permissions: [
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
      'bulk',
      'plans',
      'plans.large',
      'import',
      'export',
      'safety.see',
      'safety',
    ],
  },
  {
    title: 'Orders and selling',
    permissions: [
      'orders.see',
      'orders.pick',
      'orders.send',
      'orders.edit',
      'orders.cancel',
      'refund',
      'returns',
      'credit',
      'sell',
      'discount',
      'drawer',
      'mounting',
    ],
  },
  {
    title: 'Customers',
    permissions: ['customers.see', 'customers.edit', 'customers.erase', 'dealers', 'chat', 'reviews'],
  },
  {
    title: 'The shop',
    permissions: [
      'reports',
      'people.numbers',
      'counts',
      'coupons',
      'texts',
      'settings',
      'taxes.see',
      'taxes',
      'health',
      'audit.own',
      'audit.see',
      'phones',
      'people',
      'keys',
    ],
  },
] as const
export type StaffPermission = (typeof PERMISSION_GROUPS)[number]['permissions'][number]
export const STAFF_PERMISSIONS: readonly StaffPermission[] = PERMISSION_GROUPS.flatMap<StaffPermission>(
  ({ permissions }) => permissions,
)

/** The permission that another one needs, because its page or form asks for that one first. */
export const NEEDED_PERMISSIONS: Readonly<Partial<Record<StaffPermission, StaffPermission>>> = {
  'audit.see': 'audit.own',
  import: 'bulk',
  taxes: 'taxes.see',
  safety: 'safety.see',
  people: 'phones',
}

/** What a permission allows, after "can’t". */
export const PERMISSION_LABELS: Readonly<Record<StaffPermission, string>> = {
  intake: 'take in tires',
  'intake.old': 'take in tires that are too old',
  inspect: 'do second inspections',
  'units.see': 'see units',
  'units.move': 'move units',
  'units.correct': 'correct stock, receive and scrap tires',
  price: 'change prices',
  'price.free': 'set prices freely',
  'price.below-cost': 'price below cost',
  bulk: 'change many units at once',
  plans: 'plan prices',
  'plans.large': 'allow large price plans',
  import: 'import files',
  export: 'export units',
  'cost.see': 'see what tires cost',
  'audit.own': 'see their own audit log',
  'audit.see': 'see the audit log',
  'orders.see': 'see orders',
  'orders.pick': 'pick orders',
  'orders.send': 'send orders',
  'orders.edit': 'edit orders',
  'orders.cancel': 'cancel orders',
  refund: 'refund money',
  returns: 'handle returns',
  credit: 'give store credit',
  'customers.see': 'see customers',
  'customers.edit': 'look into accounts, sign customers out, move orders',
  'customers.erase': 'export or erase customers',
  dealers: 'answer dealers',
  coupons: 'change coupons',
  settings: 'change settings',
  texts: 'change texts and redirects',
  taxes: 'change taxes and fees',
  'taxes.see': 'see taxes and fees',
  chat: 'answer chats',
  reviews: 'moderate reviews',
  mounting: 'see mounting appointments',
  sell: 'sell at the counter',
  discount: 'give discounts',
  drawer: 'count the cash drawer',
  counts: 'see visits and purchases',
  reports: 'see reports',
  'people.numbers': 'see the numbers of other people',
  safety: 'register tires or answer recalls',
  'safety.see': 'see registrations and recalls',
  health: 'see the shop’s health',
  phones: 'enroll shared phones',
  people: 'manage people',
  keys: 'make API keys and webhooks',
}

/** The most of one refund or gift of store credit, and the most of a day, in cents; `null` for no limit. */
export interface MoneyLimits {
  act: number | null
  day: number | null
}

/** Largest refund without a passkey of the last ten minutes, in cents. */
export const UNVERIFIED_REFUND_MAX = 20_000

/** What a role may do, with its limits. */
export interface RoleRules {
  permissions: readonly StaffPermission[]
  refund: MoneyLimits
  /** Store credit that is given, in cents. */
  credit: MoneyLimits
  /** The most units of one change; `null` for no limit. */
  bulk: number | null
  /** The largest discount at the counter, in percent. */
  discount: number
}

/** A role that the shop made from permissions and limits. */
export interface CustomRole extends RoleRules {
  id: string
  name: string
  /** Counts its changes, so that nobody gives another role than they saw. */
  version: number
  /** What its person may do after a PIN. */
  isPin?: true
}

const NO_LIMIT = { act: null, day: null }
const EVERYTHING: RoleRules = {
  permissions: STAFF_PERMISSIONS,
  refund: NO_LIMIT,
  credit: NO_LIMIT,
  bulk: null,
  discount: 100,
}
const NOTHING = { act: 0, day: 0 }
/** Limits of a role that moves no money. */
const NO_MONEY = { refund: NOTHING, credit: NOTHING, bulk: 0, discount: 0 }
/** The rules of a role that may do nothing. */
export const NO_RULES: RoleRules = { permissions: [], ...NO_MONEY }
const YARD_WORK: readonly StaffPermission[] = [
  'intake',
  'units.see',
  'units.move',
  'orders.pick',
  'audit.own',
]

const COUNTER_WORK: readonly StaffPermission[] = [
  ...YARD_WORK,
  'price',
  'orders.see',
  'orders.send',
  'orders.edit',
  'orders.cancel',
  'refund',
  'returns',
  'credit',
  'customers.see',
  'customers.edit',
  'chat',
  'mounting',
  'sell',
  'discount',
  'drawer',
  'safety.see',
]
/** The work of the yard, without names and addresses of customers. */
export const PIN_WORK: readonly StaffPermission[] = [
  'intake',
  'inspect',
  'units.see',
  'units.move',
  'orders.pick',
]

const ROLES: Readonly<Record<NamedRole, RoleRules>> = {
  owner: EVERYTHING,
  manager: {
    permissions: STAFF_PERMISSIONS.filter(
      (permission) =>
        permission !== 'people' &&
        permission !== 'keys' &&
        permission !== 'people.numbers' &&
        permission !== 'price.below-cost' &&
        permission !== 'plans.large' &&
        permission !== 'customers.erase' &&
        permission !== 'taxes' &&
        permission !== 'taxes.see',
    ),
    refund: { act: 50_000, day: 200_000 },
    credit: { act: 25_000, day: 100_000 },
    bulk: 5_000,
    discount: 25,
  },
  counter: {
    permissions: COUNTER_WORK,
    refund: { act: 20_000, day: 50_000 },
    credit: { act: 10_000, day: 25_000 },
    bulk: 0,
    discount: 10,
  },
  yard: {
    permissions: [...YARD_WORK, 'inspect', 'orders.see', 'orders.send', 'mounting', 'safety.see'],
    ...NO_MONEY,
  },
  books: {
    permissions: [
      'units.see',
      'export',
      'cost.see',
      'audit.own',
      'audit.see',
      'orders.see',
      'customers.see',
      'taxes.see',
      'counts',
      'reports',
      'safety.see',
    ],
    ...NO_MONEY,
  },
  pin: { permissions: PIN_WORK, ...NO_MONEY },
  'pin-counter': {
    permissions: PIN_WORK.filter((permission) => COUNTER_WORK.includes(permission)),
    ...NO_MONEY,
  },
}

/** Returns the rules of a role. */
export function rulesOf(role: SessionRole | RoleRules): RoleRules {
  return typeof role === 'string' ? ROLES[role] : role
}

/** Returns what a person may do after a PIN: never more than their own role. `null` for a role that does not work in the yard. */
export function pinRole(own: AssignedRole): SessionRole | null {
  if (own === 'books') return null
  if (typeof own === 'string') return own === 'counter' ? 'pin-counter' : 'pin'
  const permissions = PIN_WORK.filter((permission) => own.permissions.includes(permission))
  return permissions.length === 0 ? null : { ...own, ...NO_MONEY, permissions, name: PIN_LABEL, isPin: true }
}

/** Checks whether a PIN opened the session. */
export function isPinRole(role: SessionRole): boolean {
  return typeof role === 'string' ? role === 'pin' || role === 'pin-counter' : role.isPin === true
}

/** Checks whether a role has a permission. */
export function hasPermission(role: SessionRole, permission: StaffPermission): boolean {
  return rulesOf(role).permissions.includes(permission)
}

/** What somebody may do: what their role allows, and for a program's key no more than these permissions of it. */
export interface Grant {
  role: SessionRole
  permissions?: readonly StaffPermission[] | undefined
}

/** Checks whether somebody has a permission. */
export function isGranted({ role, permissions }: Grant, permission: StaffPermission): boolean {
  return hasPermission(role, permission) && (permissions?.includes(permission) ?? true)
}

/** Returns how many units a role may change at once; `null` for no limit. */
export function maxBulkUnits(role: SessionRole): number | null {
  return rulesOf(role).bulk
}

/** Returns how much a role may refund. */
export function refundLimits(role: SessionRole): MoneyLimits {
  return rulesOf(role).refund
}

/** Returns how much store credit a role may give. */
export function creditLimits(role: SessionRole): MoneyLimits {
  return rulesOf(role).credit
}

/** Checks whether limits allow to refund or give `amount` after `today`, what the same person did that day already; all in cents. */
export function fitsMoneyLimits(
  { act, day }: MoneyLimits,
  { amount, today }: { amount: number; today: number },
): boolean {
  return (act === null || amount <= act) && (day === null || today + amount <= day)
}

/** How far a price may be from the suggested one without the permission to set prices freely, in percent. */
export const MAX_PRICE_CHANGE = 10

/** Returns how far somebody may set a price from the suggested one, in percent; `null` for no limit. */
export function maxPriceChange(grant: Grant): number | null {
  return isGranted(grant, 'price.free') ? null : MAX_PRICE_CHANGE
}

/** Returns the largest discount that a role may give at the counter, in percent. */
export function maxDiscount(role: SessionRole): number {
  return hasPermission(role, 'discount') ? rulesOf(role).discount : 0
}

const isWithin = (limit: number | null, outer: number | null) =>
  outer === null || (limit !== null && limit <= outer)

/** Checks whether a person with role `by` holds all that `role` gives: nobody grants more than they have. */
export function canGrant(by: SessionRole, role: SessionRole | RoleRules): boolean {
  const [given, held] = [rulesOf(role), rulesOf(by)]
  return (
    held.permissions.includes('people') &&
    given.permissions.every((permission) => held.permissions.includes(permission)) &&
    isWithin(given.bulk, held.bulk) &&
    isWithin(given.refund.act, held.refund.act) &&
    isWithin(given.refund.day, held.refund.day) &&
    isWithin(given.credit.act, held.credit.act) &&
    isWithin(given.credit.day, held.credit.day) &&
    given.discount <= maxDiscount(by)
  )
}
