/** What a sale at the counter still needs before it can be paid (H14p). */
import { COUNTER_MESSAGES } from '../../../schema/staff/counter/counter-form.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import type { CounterQuote } from '../../orders/counter/counter-quote.ts'

/** Returns what the sale still needs before it can be paid; `null` if nothing. */
export function findProblem({ lines, way }: CounterDraft, { totals, shipTo }: CounterQuote): string | null {
  if (lines.length === 0) return COUNTER_MESSAGES.empty
  if (shipTo === null || !totals.placeKnown)
    return way === 'delivery' ? COUNTER_MESSAGES.address : COUNTER_MESSAGES.store
  return null
}
