/** The registration of new tires as a record that staff change (H14t): the TINs, and that they were registered. */
import * as v from 'valibot'
import { dotDateProblem, parseDotCode } from '../../catalog/sizes/dot-code.ts'
import type { OrderStatus } from '../../orders/order.ts'
import { wholeNumber } from '../../platform/forms/number-text.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'
import type { DealerKind } from './registration-due.ts'

/** Handed to the buyer as a form, or sent to the maker in a file. */
export const SENT_WAYS = ['form', 'file'] as const
export type SentAs = (typeof SENT_WAYS)[number]

export const SENT_LABELS: Readonly<Record<SentAs, string>> = {
  form: 'Form given to the buyer',
  file: 'Sent to the maker',
}

/** Tires by TIN. */
export type Tins = Readonly<Record<string, number>>

export interface RegistrationValues {
  tins: Tins
  sentAs: SentAs | null
  /** Milliseconds. */
  sentAt: number | null
}

export interface RegistrationFacts {
  /** New tires of the line. */
  tires: number
  orderStatus: OrderStatus
  dealer: DealerKind
}

const TIRES_MAX = 9_999

export const REGISTRATION_ID = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/))

export const REGISTRATION_PATCH = v.partial(
  v.strictObject({
    /** How many of the tires have this TIN; 0 takes it away. */
    set: v.strictObject({
      tin: v.pipe(v.string(), v.maxLength(40)),
      tires: wholeNumber(TIRES_MAX),
    }),
    sentAs: v.nullable(v.picklist(SENT_WAYS)),
  }),
)
export type RegistrationPatch = v.InferOutput<typeof REGISTRATION_PATCH>

/** Counts the tires that have a TIN. */
export function countTins(tins: Tins): number {
  return Object.values(tins).reduce((sum, tires) => sum + tires, 0)
}

/** Returns a typed or scanned TIN as it is stored; `null` for a text that no tire made until `now` (ms) can have. */
export function readTin(typed: string, now: number): string | null {
  const code = parseDotCode(typed)
  if (typeof code === 'string' || code.tin === null) return null
  return dotDateProblem(code.week, code.year, now) === null ? code.tin : null
}

/** Evaluates a change: as many TINs as tires, each readable, and nothing after the tires were registered. */
export function evaluateRegistration(
  before: RegistrationValues,
  patch: RegistrationPatch | Partial<RegistrationValues>,
  { tires, orderStatus, dealer }: RegistrationFacts,
  { actor, now, isUndo }: EvaluationContext,
): Evaluation<RegistrationValues> {
  const { set, ...fields } = patch as RegistrationPatch & Partial<RegistrationValues>
  if (!actor.may(permissionOf(before, fields.sentAs))) return { ok: false, problem: 'permission' }
  if (orderStatus === 'canceled') return { ok: false, problem: 'order-ended' }
  const tin = set && (before.tins[set.tin] === undefined ? readTin(set.tin, now) : set.tin)
  if (tin === null) return { ok: false, problem: 'tin', field: 'tins' }
  const tins = set && tin ? withTin(before.tins, tin, set.tires) : (fields.tins ?? before.tins)
  const sentAs = fields.sentAs === undefined ? before.sentAs : fields.sentAs
  const isSent = fields.sentAs !== undefined && fields.sentAs !== before.sentAs
  const sentAt = !isSent ? before.sentAt : isUndo ? (fields.sentAt ?? null) : sentAs === null ? null : now
  const after = changedFields(before, { tins, sentAs, sentAt })
  if (after.tins && before.sentAs !== null && !isSent)
    return { ok: false, problem: 'registered', field: 'tins' }
  if (countTins(tins) > tires) return { ok: false, problem: 'stock', field: 'tins' }
  if (isSent && sentAs !== null && countTins(tins) < tires) return { ok: false, problem: 'no-tin' }
  if (isSent && sentAs === 'form' && dealer !== 'independent') return { ok: false, problem: 'maker-dealer' }
  return { ok: true, after }
}

/** TINs and forms are for those who pack, files for those who answer for safety. */
function permissionOf(before: RegistrationValues, sentAs: SentAs | null | undefined) {
  if (sentAs === undefined) return 'orders.pick'
  return (sentAs ?? before.sentAs) === 'file' ? 'safety' : 'orders.send'
}

/** In the order of the TINs, so that equal ones are written alike in the audit log. */
function withTin(tins: Tins, tin: string, tires: number): Tins {
  const next = Object.entries({ ...tins, [tin]: tires }).filter(([, count]) => count > 0)
  return Object.fromEntries(next.sort(([a], [b]) => (a < b ? -1 : 1)))
}
