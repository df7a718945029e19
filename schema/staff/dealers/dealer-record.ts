/** The application of a dealer as a record that staff change (H14k). */
import * as v from 'valibot'
import {
  APPLICATION_ANSWERS,
  APPLICATION_REASONS,
  type ApplicationReason,
  type ApplicationState,
} from '../../account/dealer/dealer-application.ts'
import { shopDayEnd } from '../../platform/shop-calendar.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export interface DealerValues {
  state: ApplicationState
  reason: ApplicationReason | null
  /** The last day of the resale certificate, `2027-03-31`; `null` if it does not expire. */
  certificateUntil: string | null
}

export const CALENDAR_DAY = v.pipe(v.string(), v.isoDate())

export const DEALER_PATCH = v.partial(
  v.strictObject({
    state: v.picklist(APPLICATION_ANSWERS),
    reason: v.nullable(v.picklist(APPLICATION_REASONS)),
    certificateUntil: v.nullable(CALENDAR_DAY),
  }),
)
export type DealerPatch = v.InferOutput<typeof DEALER_PATCH>

/**
 * Evaluates an answer: a refusal and a question need a reason, and a certificate that has expired approves nobody.
 */
export function evaluateDealer(
  before: DealerValues,
  patch: DealerPatch | Partial<DealerValues>,
  _facts: unknown,
  { actor, now }: EvaluationContext,
): Evaluation<DealerValues> {
  if (!actor.may('dealers')) return { ok: false, problem: 'permission', field: 'state' }
  const after: DealerValues = { ...before, ...(patch as Partial<DealerValues>) }
  if (after.state === 'approved') after.reason = null
  else if (after.reason === null) return { ok: false, problem: 'why', field: 'reason' }
  const { certificateUntil: until } = after
  const isPast = until !== null && (shopDayEnd(until) ?? 0) < now
  if (after.state === 'approved' && isPast)
    return { ok: false, problem: 'invalid', field: 'certificateUntil' }
  return { ok: true, after: changedFields(before, after) }
}
