/** A unit that a recall may mean, as a record that a person decides (H14t). */
import * as v from 'valibot'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export const MATCH_STATES = ['waiting', 'confirmed', 'freed'] as const
export type MatchState = (typeof MATCH_STATES)[number]

export const MATCH_LABELS: Readonly<Record<MatchState, string>> = {
  waiting: 'To look at',
  confirmed: 'Recalled',
  freed: 'Not recalled',
}

export interface MatchValues {
  state: MatchState
}

export const MATCH_PATCH = v.partial(v.strictObject({ state: v.picklist(MATCH_STATES) }))
export type MatchPatch = v.InferOutput<typeof MATCH_PATCH>

/** Evaluates a decision; who frees a tire says why. */
export function evaluateMatch(
  before: MatchValues,
  patch: MatchPatch,
  _facts: null,
  { actor, why, isUndo }: EvaluationContext,
): Evaluation<MatchValues> {
  if (!actor.may('safety')) return { ok: false, problem: 'permission' }
  if (patch.state === 'freed' && !why && !isUndo) return { ok: false, problem: 'why' }
  return { ok: true, after: changedFields(before, patch as Partial<MatchValues>) }
}
