/** Responds to a call that changes a record (H14). */
import type { Context } from 'hono'
import {
  CHANGE_MESSAGES,
  type ChangeResult,
  type FieldConflict,
} from '../../../schema/staff/changes/change.ts'
import { reply } from '../../platform/http/reply.ts'

const STATUS: Partial<Record<string, number>> = { gone: 404, permission: 403, conflict: 409, busy: 503 }

/** Responds with the new version, or with a code and its message; `unchanged` are fields that an undo left. */
export function answerChange(c: Context, result: ChangeResult, unchanged?: FieldConflict[]): Response {
  if (result.ok) {
    const { version, auditId } = result
    return reply(c, 200, { version, auditId, ...(unchanged ? { unchanged } : {}) })
  }
  const { ok: _, problem, ...details } = result
  return reply(c, STATUS[problem] ?? 422, { code: problem, message: CHANGE_MESSAGES[problem], ...details })
}
