/** Decides matches of a recall (H14t): the tires are recalled, or they go back to what they were, with a reason. */
import { inParts } from '../../../schema/platform/parts.ts'
import { type Actor, CHANGE_MESSAGES, type ChangeProblem } from '../../../schema/staff/changes/change.ts'
import type { MatchState } from '../../../schema/staff/safety/recall-match.ts'
import { applyMany, PART_SIZE } from '../changes/apply-many.ts'
import { readFreedUnits } from './recalls.sql.ts'

export interface Decision {
  ids: readonly string[]
  state: Exclude<MatchState, 'waiting'>
  why: string | null
  key: string
}

/** Returns the name of the changes of a decision, which are undone as one. */
export function decisionBatch(key: string): string {
  return `recall decision ${key}`
}

/** Returns how many matches were decided, and why others were not. `now` is in milliseconds. */
export async function decideMatches(
  db: D1Database,
  actor: Actor,
  { ids, state, why, key }: Decision,
  now: number,
): Promise<{ decided: number; problem: string | null }> {
  const problems = new Set<ChangeProblem>()
  const decided: string[] = []
  const batch = decisionBatch(key)
  const run = async (
    record: 'recall-match' | 'unit',
    part: { id: string; patch: Record<string, unknown> }[],
  ) => {
    const changes = part.map(({ id, patch }) => ({ id, patch, version: null, key: `${key} ${record} ${id}` }))
    const results = await applyMany(db, actor, { record, changes, batch, why }, now)
    for (const result of results) if (!result.ok) problems.add(result.problem)
    return results.flatMap(({ id, ok }) => (ok ? [id] : []))
  }
  for (const part of inParts(ids, PART_SIZE)) {
    const done = await run(
      'recall-match',
      part.map((id) => ({ id, patch: { state } })),
    )
    decided.push(...done)
    if (state !== 'freed') continue
    const units = await readFreedUnits(db, done)
    await run(
      'unit',
      units.map(({ sku, unitState }) => ({ id: sku, patch: { state: unitState } })),
    )
  }
  const problem = [...problems].map((one) => CHANGE_MESSAGES[one]).join(' ')
  return { decided: decided.length, problem: problem || null }
}
