/** Sends the unsaved cells of a grid (H14). A save whose answer was lost is sent again first, so that nothing is saved twice. */
import type { GridResult } from '../../../../schema/staff/bulk/grid.api.ts'
import { callApi, NETWORK_ERROR } from '../../../platform/api/call-api.ts'
import type { SentGrid } from './grid-edits.store.ts'
import { applyResult, type Cell, type Edits, toRows } from './grid-edits.ts'

const TIMEOUT_MS = 30_000

export const SAVE_MESSAGES = {
  unknown: 'The answer didn’t arrive. Your cells are stored on this device: save them again later.',
  'signed-out': 'You’re signed out. Your cells are stored on this device: sign in again, then save.',
  nothing: 'Nothing can be saved yet. Look at the marked cells.',
} as const

export interface SaveOutcome {
  edits: Edits
  /** Cells that the shop has now. */
  saved: Cell[]
  result: GridResult | null
  /** A save whose answer is not known. */
  sent: SentGrid | null
  /** Why it ended early. */
  message: string | null
}

interface SaveRequest {
  why: string | null
  /** The save of before whose answer was lost. */
  sent: SentGrid | null
  /** Returns the edits of now: somebody may type while a request runs. */
  current(): Edits
  /** Runs before each request, so that it is stored before it is on its way. */
  onSend(sent: SentGrid): void
  /** Runs after the answer to the save of before. */
  onAnswer(outcome: SaveOutcome): void
}

/** Saves what can be saved and returns what became of it. Never throws. */
export async function saveEdits(path: string, request: SaveRequest): Promise<SaveOutcome> {
  const { why, sent, current } = request
  let outcome: SaveOutcome = { edits: current(), saved: [], result: null, sent: null, message: null }
  if (sent !== null) {
    outcome = await send(path, request, sent)
    if (outcome.message !== null) return outcome
    request.onAnswer(outcome)
  }
  const rows = toRows(current())
  if (rows.length === 0) return sent === null ? { ...outcome, message: SAVE_MESSAGES.nothing } : outcome
  return send(path, request, { key: crypto.randomUUID(), why, rows })
}

async function send(path: string, { current, onSend }: SaveRequest, sent: SentGrid): Promise<SaveOutcome> {
  onSend(sent)
  const answer = await callApi<GridResult>(path, sent, { timeoutMs: TIMEOUT_MS })
  const nothing = { edits: current(), saved: [], result: null, sent: null, message: null }
  if (answer.ok)
    return { ...nothing, ...applyResult(current(), sent.rows, answer.value), result: answer.value }
  const isUnknown = answer.code === NETWORK_ERROR || answer.code >= 500
  if (isUnknown) return { ...nothing, sent, message: SAVE_MESSAGES.unknown }
  return { ...nothing, message: answer.code === 401 ? SAVE_MESSAGES['signed-out'] : answer.message }
}
