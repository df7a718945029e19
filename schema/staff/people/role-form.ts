/** POST /staff/people/roles/form: makes, changes or deletes a custom role (H14a). Amounts are typed in dollars. */
import * as v from 'valibot'
import {
  NEEDED_PERMISSIONS,
  PERMISSION_LABELS,
  type RoleRules,
  rulesOf,
  type SessionRole,
  STAFF_PERMISSIONS,
  type StaffPermission,
} from '../../identity/staff/permissions.ts'
import { formatAmount, parseDollars, plainNumber } from '../../platform/money.ts'
import { CHANGE_KEY, FORM_VERSION } from '../changes/change.api.ts'
import { ROLE_ID, ROLE_MAX, type RolePatch } from './role-record.ts'

export const ROLE_PATHS = {
  roles: '/staff/people/roles',
  form: '/staff/people/roles/form',
} as const

/** Returns the address of a custom role. */
export function roleHref(id: string): string {
  return `${ROLE_PATHS.roles}/${id}`
}

/** Returns what the form says of a permission, with the one that it needs and adds. */
export function permissionText(permission: StaffPermission): string {
  const label = PERMISSION_LABELS[permission]
  const needed = NEEDED_PERMISSIONS[permission]
  const more = needed ? ` (includes: ${PERMISSION_LABELS[needed]})` : ''
  return label.charAt(0).toUpperCase() + label.slice(1) + more
}

/** The limits of a role, as the form has them. */
export const LIMIT_FIELDS = [
  { name: 'refundAct', label: 'Most of one refund or canceled order, in dollars', isMoney: true },
  { name: 'refundDay', label: 'Refunds and canceled orders of a day, in dollars', isMoney: true },
  { name: 'creditAct', label: 'Most store credit at once, in dollars', isMoney: true },
  { name: 'creditDay', label: 'Store credit of a day, in dollars', isMoney: true },
  { name: 'discount', label: 'Largest discount at the counter, in percent', isMoney: false },
  { name: 'bulk', label: 'Most units of one change or file', isMoney: false },
] as const
export type LimitName = (typeof LIMIT_FIELDS)[number]['name']

const NUMBER_TEXT = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(20)), '')
/** One checked box is a text, several are a list. */
const PERMISSIONS = v.pipe(
  v.optional(v.union([v.string(), v.array(v.string())]), []),
  v.transform((chosen) => [chosen].flat()),
  v.array(v.picklist(STAFF_PERMISSIONS)),
)

export const ROLE_FORM = v.variant('action', [
  v.object({
    action: v.literal('save'),
    id: ROLE_ID,
    version: FORM_VERSION,
    key: CHANGE_KEY,
    name: v.pipe(v.string(), v.trim(), v.maxLength(40)),
    permission: PERMISSIONS,
    refundAct: NUMBER_TEXT,
    refundDay: NUMBER_TEXT,
    creditAct: NUMBER_TEXT,
    creditDay: NUMBER_TEXT,
    discount: NUMBER_TEXT,
    bulk: NUMBER_TEXT,
  }),
  v.object({ action: v.literal('delete'), id: ROLE_ID, version: FORM_VERSION, key: CHANGE_KEY }),
])
export type RoleForm = Extract<v.InferOutput<typeof ROLE_FORM>, { action: 'save' }>

/** What the form has of a role: its name, what is ticked, and the limits as text. */
export type RoleTexts = Pick<RoleForm, 'name' | 'permission' | LimitName>

export const ROLE_MESSAGES = {
  name: 'Enter a name, up to 40 characters.',
  none: 'Check what its people may do: without a permission they see nothing.',
  amount: 'Type dollars up to 100,000, such as 200.',
  discount: 'Type a percentage from 0 to 100.',
  bulk: 'Type a whole number up to 1,000,000.',
  wrong: 'Nothing was changed: please check what you typed.',
  saved: 'The role is saved. It counts from the next click of its people on.',
  changed:
    'Someone changed this role while you had the page open. Compare what they saved with yours, then save again.',
  gone: 'Someone deleted this role while you had the page open. Save it to make it again.',
  deleted: 'The role is deleted.',
} as const

export type RoleErrors = Partial<Record<'name' | 'permission' | LimitName, string>>

/** Reads what was typed, with the permissions that the ticked ones need; an empty limit is zero. Returns the messages at the fields that are wrong. */
export function readRole(form: RoleTexts): {
  patch: RolePatch
  errors: RoleErrors
} {
  const { name, permission: ticked } = form
  const needed = ticked.flatMap((permission) => NEEDED_PERMISSIONS[permission] ?? [])
  const permissions = [...new Set([...ticked, ...needed])]
  const errors: RoleErrors = name === '' ? { name: ROLE_MESSAGES.name } : {}
  if (ticked.length === 0) errors.permission = ROLE_MESSAGES.none
  const patch: RolePatch = { name, permissions }
  for (const { name: field, isMoney } of LIMIT_FIELDS) {
    const text = plainNumber(form[field]) || form[field].trim()
    const amount =
      text === '' ? 0 : isMoney ? parseDollars(text) : /^\d{1,7}$/.test(text) ? Number(text) : null
    const kind = isMoney ? 'amount' : field
    if (amount === null || amount < 0 || amount > ROLE_MAX[kind]) errors[field] = ROLE_MESSAGES[kind]
    else patch[field] = amount
  }
  return { patch, errors }
}

/** Returns what the form shows of a role; a limit that the role does not have is empty. */
export function roleTexts(role: SessionRole | RoleRules, name: string): RoleTexts {
  const { permissions, refund, credit, bulk, discount } = rulesOf(role)
  const dollars = (cents: number | null) => (cents === null ? '' : formatAmount(cents))
  return {
    name,
    permission: [...permissions],
    discount: String(discount),
    bulk: String(bulk ?? ''),
    refundAct: dollars(refund.act),
    refundDay: dollars(refund.day),
    creditAct: dollars(credit.act),
    creditDay: dollars(credit.day),
  }
}
