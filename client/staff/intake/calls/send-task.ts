/** Sends what the phone has stored (H14); every call can be repeated. */
import * as v from 'valibot'
import { INCOMPLETE } from '../../../../schema/staff/intake/intake.api.ts'
import { UNIT_STATES } from '../../../../schema/staff/units/unit-state.ts'
import { callApi, NETWORK_ERROR } from '../../../platform/api/call-api.ts'
import type { IntakeResult, StoredIntake } from '../queue/intake-database.ts'
import type { SendTask } from '../queue/send-rules.ts'
import type { SendOutcome } from '../queue/task-sender.ts'
import { type StaffReply, staffCall } from './staff-call.ts'

const INTAKE = '/api/ext/staff/intake'

const DRAFT_TIMEOUT_MS = 10_000
/** A photo of 250 kB needs a few seconds at the edge of reception. */
const PHOTO_TIMEOUT_MS = 60_000

function call(task: SendTask, intake: StoredIntake, file: Blob | null): Promise<StaffReply> {
  const path = `${INTAKE}/${task.key}`
  if (task.kind === 'draft') {
    const body = { draft: intake.draft, revision: task.revision, ...(intake.sku && { sku: intake.sku }) }
    return staffCall('PUT', path, body, DRAFT_TIMEOUT_MS)
  }
  if (task.kind === 'act')
    return staffCall('POST', `${path}/${task.act}`, { key: task.key }, DRAFT_TIMEOUT_MS)
  const hash = intake.draft.photos.find(({ slot }) => slot === task.slot)?.hash ?? ''
  const query = new URLSearchParams({ size: String(task.size), hash })
  return staffCall('PUT', `${path}/photos/${task.slot}?${query}`, file, PHOTO_TIMEOUT_MS)
}

/** Codes of answers that say nothing about the intake: the server is busy or broken, and the call is repeated. */
const isTemporary = (code: number) => code === NETWORK_ERROR || code === 429 || code >= 500

/** Sends a task; a photo's file is `file`. Never throws. */
export async function sendTask(
  task: SendTask,
  intake: StoredIntake,
  file: Blob | null,
): Promise<SendOutcome> {
  const answer = await call(task, intake, file)
  if (answer.code === 200) return { kind: 'accepted', result: readResult(answer.result) }
  if (isTemporary(answer.code)) return { kind: 'offline' }
  if (answer.code === 401) return { kind: 'signed-out' }
  return { kind: 'refused', problem: readProblem(answer.result) }
}

const RESULT = v.object({
  sku: v.optional(v.string()),
  href: v.optional(v.string()),
  state: v.optional(v.picklist(UNIT_STATES)),
  isRenumbered: v.optional(v.boolean()),
})

function readResult(result: unknown): Partial<IntakeResult> {
  const parsed = v.safeParse(RESULT, result)
  if (!parsed.success) return {}
  const { isRenumbered, sku, href, state } = parsed.output
  // The next draft has the new number, so only one answer says that it changed.
  return {
    ...(sku && { sku }),
    ...(href && { href }),
    ...(state && { state }),
    ...(isRenumbered && { isRenumbered }),
  }
}

/** Problems of a draft that only the shop knows, for example that it has no such bin. */
const INCOMPLETE_DRAFT = v.pipe(
  INCOMPLETE,
  v.transform(({ message, check: { blocks } }) => {
    const found = Object.values(blocks).flatMap(({ problems }) => problems.map((problem) => problem.message))
    return found.join(' ') || message
  }),
)
const PROBLEM = v.union([
  INCOMPLETE_DRAFT,
  v.string(),
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => message),
  ),
])

function readProblem(result: unknown): string {
  const parsed = v.safeParse(PROBLEM, result)
  return parsed.success ? parsed.output : 'The shop refused this. Check what you entered.'
}

/** Reserves a block of numbers for labels that are printed without reception; `null` when the shop can't be reached. */
export async function reserveNumbers(): Promise<readonly string[] | null> {
  const answer = await callApi<{ skus: readonly string[] }>(`${INTAKE}/numbers`, {})
  return answer.ok ? answer.value.skus : null
}
