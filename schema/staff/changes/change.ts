/**
 * Changes of records by staff (H14). A record is a noun with a version, such as a unit or a bin. A request names the fields it
 * changes and the version that its sender saw; fields that others changed meanwhile are merged.
 */
import type { RoleRules, StaffPermission } from '../../identity/staff/permissions.ts'

/** How a field is written in the audit log. */
export type FieldFormat =
  | 'money'
  | 'time'
  | 'state'
  | 'person'
  | 'staff'
  | 'count'
  | 'delta'
  | 'amounts'
  | 'yes'
  | 'list'
  | 'text'
  | 'hidden'

/** Who makes a change. An import, a plan and the shop itself have no staff member. */
export interface Actor {
  staffId: number | null
  /** The name in inspection reports. */
  name: string
  /** The beginning of the session's id, or which key a program used. */
  session: string | null
  source: 'page' | 'api' | 'plan' | 'import' | 'shop'
  may(permission: StaffPermission): boolean
  /** How far a price may be from the suggested one, in percent; `null` for no limit. */
  maxPriceChange: number | null
  /** Whether the actor may give a role with these rules; absent for actors that give none. */
  mayGrant?(rules: RoleRules): boolean
}

/** The shop itself, which asks nobody: it completes a paid edit and takes a recalled tire off sale. */
export const SHOP_ACTOR: Actor = {
  ...{ staffId: null, name: 'The shop', session: null, source: 'shop', maxPriceChange: null },
  may: () => true,
}

/** What the audit log has in place of a session for a program with this key. */
export function keySession(keyId: string): string {
  return `key ${keyId}`
}

/** Names who made a change: a person on any of their devices, or one key. `null` for an import, a plan or the shop. */
export function changerOf({ staffId, session }: Pick<Actor, 'staffId' | 'session'>): string | null {
  if (staffId === null) return null
  return session?.startsWith(keySession('')) ? session : String(staffId)
}

export const CHANGE_MESSAGES = {
  gone: 'It’s gone, so nothing was changed.',
  permission: 'Your role doesn’t include this. Ask a manager.',
  invalid: 'This value isn’t possible.',
  conflict: 'Someone changed this while you had the page open.',
  busy: 'Others are changing this right now. Try again.',
  'repeated-key': 'This request was used for another change.',
  state: 'It can’t go from its state to this one.',
  held: 'It’s in an order. Cancel or refund the order first.',
  'in-set': 'It’s in a set. Break up the set first.',
  split: 'This set was broken up.',
  'order-ended': 'This order was canceled, refunded or sent. Put the tire back.',
  'in-parcel': 'It’s in a parcel. Take it out first.',
  'parcel-sent': 'This parcel was sent already.',
  'not-picked': 'It isn’t picked for this order.',
  packed: 'All of these are in a parcel already.',
  'tracking-taken': 'Another parcel has this tracking number.',
  'not-ready': 'Pack a tire and add a tracking number first.',
  tin: 'No tire has this TIN. It ends with the week and year the tire was made, such as 2325.',
  'no-tin': 'Some of these tires have no TIN yet.',
  'not-inspected': 'It needs its second inspection first. Scan it.',
  uninspected: 'It goes on sale once a second person has inspected it.',
  recalled: 'It’s recalled. Don’t send it, and ask a manager.',
  'recall-open': 'An open recall names it, so it stays off sale. Free it on the recall’s page first.',
  registered: 'These tires were registered. Undo that first.',
  'maker-dealer': 'A dealer of a tire maker registers tires by file.',
  'taken-sku': 'Another unit has this number.',
  bin: 'No bin has this code.',
  lot: 'No lot has this number.',
  'derived-price': 'Its price follows from its parts. Change theirs.',
  special: 'The special price must be below the price.',
  'below-cost': 'That’s below what the tire cost. Only the owner can sell below cost.',
  'price-limit': 'That’s further from the suggested price than your role allows.',
  why: 'Say why.',
  inspector: 'The second inspection must be made by another person than the first.',
  stock: 'There are fewer tires than that.',
  'not-restocked':
    'Only new tires and retreads in the yard can be received here. Take in each used tire by itself.',
  'text-in-use': 'The shop links to this text or includes it in another one, so it can’t be hidden.',
  'unknown-block': 'It includes a block that doesn’t exist.',
  'address-taken': 'The shop has a page at this address, and a redirect never hides a page.',
  'redirect-loop': 'It would lead to itself.',
  'redirect-chain': 'This address is redirected itself. Use the one where it leads.',
  'redirect-target': 'Other redirects lead to this path. Change them first.',
  'role-in-use': 'People have this role. Give them another one first.',
  'role-name': 'There’s a role with this name.',
  'role-letters': 'Use Latin letters, digits, spaces and simple punctuation, such as Night shift (2).',
  grant: 'You can’t give more than your own role can do.',
  undone: 'This was undone already.',
  'changed-since': 'Someone changed it since, so nothing was undone.',
  'not-undoable': 'This can’t be undone here.',
  expired: 'This is older than 30 days, so it can’t be undone.',
} as const
export type ChangeProblem = keyof typeof CHANGE_MESSAGES

/** A field that somebody else changed since the version that the sender saw. */
export interface FieldConflict {
  field: string
  theirs: unknown
  by: number | null
  /** Milliseconds. */
  at: number
}

export type ChangeResult =
  | { ok: true; version: number; auditId: number | null }
  | { ok: false; problem: 'conflict'; conflicts: FieldConflict[]; version: number }
  | { ok: false; problem: Exclude<ChangeProblem, 'conflict'>; field?: string }

/** The fields of a change that passed the rules of its record, or what speaks against it. */
export type Evaluation<Values> =
  | { ok: true; after: Partial<Values> }
  | { ok: false; problem: Exclude<ChangeProblem, 'conflict'>; field?: string }

export interface EvaluationContext {
  actor: Actor
  /** Milliseconds. */
  now: number
  why: string | null
  /** An undo brings a record back to a state that no other change leads to. */
  isUndo: boolean
}

/** Checks whether two values of a field are the same; fields hold what JSON can hold. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** Returns the fields of `patch` that differ from `values`. */
export function changedFields<Values extends object>(
  values: Values,
  patch: Partial<Values>,
): Partial<Values> {
  const fields = Object.entries(patch).filter(
    ([field, value]) => !isSameValue(values[field as keyof Values], value),
  )
  return Object.fromEntries(fields) as Partial<Values>
}
