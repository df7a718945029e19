/** A change of many units at once: its states, and what its preview says (H14). Amounts are cents. */
import type { ChangeProblem } from '../changes/change.ts'

export const JOB_STATES = ['preview', 'running', 'stopped', 'done'] as const
export type JobState = (typeof JOB_STATES)[number]
export const JOB_STATE_LABELS: Readonly<Record<JobState, string>> = {
  preview: 'Not started',
  running: 'Running',
  stopped: 'Stopped',
  done: 'Done',
}

/** What happens to a unit: it is added, changes, stays as it is, or is refused. */
export type BulkOutcome = 'add' | 'change' | 'same' | ChangeProblem

/** A row of a file that is refused; rows are counted from 1, the header. */
export interface RefusedRow {
  row: number
  sku: string
  message: string
}

export interface BulkSummary {
  /** Units by outcome. */
  outcomes: Partial<Record<BulkOutcome, number>>
  /** The sum of all new prices less the old ones. */
  difference: number
  /** Units that change and will be sold below what they cost. */
  belowCost: number
  /** The first units that are refused, and why. */
  refused: { sku: string; outcome: BulkOutcome }[]
  /** An imported file: its name, how many rows are refused, and the first of them. */
  file?: { name: string; refused: number; rows: RefusedRow[] }
}

export const NO_SUMMARY: BulkSummary = { outcomes: {}, difference: 0, belowCost: 0, refused: [] }

/** A preview that nobody starts is deleted after this time, in hours. */
export const PREVIEW_HOURS = 24
