/** Keys of programs that call the API: what they may do, and a key as a record that staff change (H14y). */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

/** The permissions that a call of the API can need; accounts, keys and money are for people alone. */
export const KEY_PERMISSIONS = [
  'units.see',
  'units.move',
  'units.correct',
  'price',
  'price.free',
  'price.below-cost',
  'cost.see',
  'intake',
  'intake.old',
  'inspect',
  'orders.see',
  'orders.pick',
  'orders.send',
  'reviews',
  'bulk',
  'dealers',
  'coupons',
  'settings',
] as const satisfies readonly StaffPermission[]
export type KeyPermission = (typeof KEY_PERMISSIONS)[number]

/** Programs that search texts for secrets know a key by this beginning. */
const KEY_PREFIX = 'tlk_'

/** Returns a key as its program sends it. */
export function formatKey(token: string): string {
  return KEY_PREFIX + token
}

/** Returns the token of an `Authorization` header with a key; `null` for any other header. */
export function parseKeyHeader(header: string | undefined): string | null {
  return /^Bearer tlk_([\w-]{43})$/.exec(header ?? '')?.[1] ?? null
}

export const KEY_ID = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/))

export interface KeyValues {
  name: string
  permissions: KeyPermission[]
  isActive: boolean
}

export const NEW_KEY: KeyValues = { name: '', permissions: [], isActive: false }

export const KEY_NAME = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60))
export const KEY_PATCH = v.partial(
  v.strictObject({
    name: KEY_NAME,
    permissions: v.pipe(v.array(v.picklist(KEY_PERMISSIONS)), v.minLength(1)),
    isActive: v.boolean(),
  }),
)
export type KeyPatch = v.InferOutput<typeof KEY_PATCH>

/** Evaluates a key: nobody gives it more than they may do themself, and after it is made it can only be ended. */
export function evaluateKey(
  before: KeyValues,
  patch: KeyPatch | Partial<KeyValues>,
  { isNew }: { isNew: boolean },
  { actor }: EvaluationContext,
): Evaluation<KeyValues> {
  if (!actor.may('keys')) return { ok: false, problem: 'permission' }
  const after = changedFields(before, patch as Partial<KeyValues>)
  if (isNew) {
    const { name, permissions } = after
    if (name === undefined || permissions === undefined || after.isActive !== true)
      return { ok: false, problem: 'invalid' }
    return permissions.every((permission) => actor.may(permission))
      ? { ok: true, after }
      : { ok: false, problem: 'permission', field: 'permissions' }
  }
  const isEnd = Object.keys(after).every((field) => field === 'isActive') && after.isActive !== true
  return isEnd ? { ok: true, after } : { ok: false, problem: 'invalid' }
}
