/** What each block of the intake page gets and changes (H14). */
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'

export interface BlockBody {
  draft: IntakeDraft
  /** Changes values; the block stays open. */
  change(patch: Partial<IntakeDraft>): void
  /** Changes the last value; the block closes if nothing is wrong with it. */
  complete(patch: Partial<IntakeDraft>): void
}
