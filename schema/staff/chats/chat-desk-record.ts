/** What staff write down about a conversation, as a record that they change (H14m). */
import * as v from 'valibot'
import { formatTireSize, parseTireSize } from '../../catalog/sizes/tire-size.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

/** The most sizes of one conversation. */
const MAX_WANTS = 10

export interface ChatDeskValues {
  /** The id of a staff member; `null` for nobody. */
  assignee: number | null
  /** Labels of sizes, such as `225/45R17`. */
  wants: string[]
}

export const CHAT_DESK_ID = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/))

/** A size in any spelling, which becomes its label. */
const SIZE = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform(parseTireSize),
  v.nonNullable(v.custom<NonNullable<ReturnType<typeof parseTireSize>>>((size) => size !== null)),
  v.transform(formatTireSize),
)

export const CHAT_DESK_PATCH = v.partial(
  v.strictObject({
    assignee: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
    wants: v.pipe(v.array(SIZE), v.maxLength(MAX_WANTS)),
  }),
)
export type ChatDeskPatch = v.InferOutput<typeof CHAT_DESK_PATCH>

export const NEW_CHAT_DESK: ChatDeskValues = { assignee: null, wants: [] }

/** Evaluates what was written down: each size once, and a person who may answer chats. */
export function evaluateChatDesk(
  before: ChatDeskValues,
  patch: ChatDeskPatch | Partial<ChatDeskValues>,
  { mayAnswer }: { mayAnswer: boolean },
  { actor }: EvaluationContext,
): Evaluation<ChatDeskValues> {
  if (!actor.may('chat')) return { ok: false, problem: 'permission' }
  if (patch.assignee != null && !mayAnswer) return { ok: false, problem: 'invalid', field: 'assignee' }
  const after: ChatDeskValues = { ...before, ...(patch as Partial<ChatDeskValues>) }
  return { ok: true, after: changedFields(before, { ...after, wants: [...new Set(after.wants)] }) }
}

export const CHAT_DESK_MESSAGES = {
  saved: 'Saved.',
  size: 'Enter a tire size, such as 225/45R17.',
  assignee: 'Choose someone who may answer chats.',
} as const
