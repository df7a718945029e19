/** A custom role, as a record that staff change (H14a). Amounts in cents, the discount in percent. */
import * as v from 'valibot'
import {
  isBuiltInRoleName,
  type RoleRules,
  STAFF_PERMISSIONS,
  type StaffPermission,
} from '../../identity/staff/permissions.ts'
import { isRoleName, toRoleName } from '../../identity/staff/role-name.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import type { Cents } from '../../platform/money.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export const ROLE_ID = v.pipe(v.string(), v.regex(/^own-[0-9a-f]{12}$/))

export interface RoleValues {
  name: string
  permissions: StaffPermission[]
  refundAct: Cents
  refundDay: Cents
  creditAct: Cents
  creditDay: Cents
  bulk: number
  discount: number
  isActive: boolean
}

export const NEW_ROLE: RoleValues = {
  name: '',
  permissions: [],
  refundAct: 0,
  refundDay: 0,
  creditAct: 0,
  creditDay: 0,
  bulk: 0,
  discount: 0,
  isActive: false,
}

/** The largest limits of a role: cents of one refund or day, percent, and units of one change, more than a yard has. */
export const ROLE_MAX = { amount: 10_000_000, discount: 100, bulk: 1_000_000 } as const

export const ROLE_PATCH = v.partial(
  v.strictObject({
    name: v.pipe(v.string(), v.transform(toRoleName), v.minLength(1), v.maxLength(40)),
    permissions: v.array(v.picklist(STAFF_PERMISSIONS)),
    refundAct: wholeNumber(ROLE_MAX.amount),
    refundDay: wholeNumber(ROLE_MAX.amount),
    creditAct: wholeNumber(ROLE_MAX.amount),
    creditDay: wholeNumber(ROLE_MAX.amount),
    bulk: wholeNumber(ROLE_MAX.bulk),
    discount: wholeNumber(ROLE_MAX.discount),
    isActive: v.boolean(),
  }),
)
export type RolePatch = v.InferOutput<typeof ROLE_PATCH>

export interface RoleFacts {
  /** People of today with the role. */
  people: number
  /** Another role has the name. */
  isNameTaken: boolean
}

/** Returns the rules of a role; a limit without what it limits is none. */
function toRules(values: RoleValues): RoleRules {
  const { permissions, refundAct, refundDay, creditAct, creditDay, bulk, discount } = values
  const has = (...names: StaffPermission[]) => names.some((name) => permissions.includes(name))
  const [mayRefund, mayGive] = [has('refund', 'returns', 'orders.cancel'), has('refund', 'returns', 'credit')]
  return {
    permissions: STAFF_PERMISSIONS.filter((one) => permissions.includes(one)),
    refund: mayRefund ? { act: refundAct, day: refundDay } : { act: 0, day: 0 },
    credit: mayGive ? { act: creditAct, day: creditDay } : { act: 0, day: 0 },
    bulk: has('bulk', 'import') ? bulk : 0,
    discount: has('discount') ? discount : 0,
  }
}

/** Evaluates a role: nobody gives what they do not hold, nor changes a role that can do more than they can. */
export function evaluateRole(
  before: RoleValues,
  patch: RolePatch | Partial<RoleValues>,
  { people, isNameTaken }: RoleFacts,
  { actor }: EvaluationContext,
): Evaluation<RoleValues> {
  const typed: RoleValues = { ...before, ...(patch as Partial<RoleValues>) }
  const rules = toRules(typed)
  const mayGrant = actor.mayGrant?.(rules) && actor.mayGrant(toRules(before))
  if (!actor.may('people') || !mayGrant) return { ok: false, problem: 'grant', field: 'permissions' }
  if (typed.name === '') return { ok: false, problem: 'invalid', field: 'name' }
  if (typed.isActive && !isRoleName(typed.name)) return { ok: false, problem: 'role-letters', field: 'name' }
  const isTaken = isNameTaken || isBuiltInRoleName(typed.name)
  if (typed.isActive && isTaken) return { ok: false, problem: 'role-name', field: 'name' }
  if (!typed.isActive && people > 0) return { ok: false, problem: 'role-in-use' }
  const { refund, credit, bulk, discount, permissions } = rules
  const after: RoleValues = {
    name: typed.name,
    isActive: typed.isActive,
    permissions: [...permissions],
    discount,
    bulk: bulk ?? 0,
    refundAct: refund.act ?? 0,
    refundDay: refund.day ?? 0,
    creditAct: credit.act ?? 0,
    creditDay: credit.day ?? 0,
  }
  return { ok: true, after: changedFields(before, after) }
}
