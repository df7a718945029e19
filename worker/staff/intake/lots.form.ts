/** POST /staff/intake/lots/: adds a lot (H14). */
import * as v from 'valibot'
import { staffPaths } from '../../../schema/paths.ts'
import { parseDollars } from '../../../schema/platform/money.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { type Actor, CHANGE_MESSAGES, type ChangeResult } from '../../../schema/staff/changes/change.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { nextLotId } from './batch.sql.ts'
import { lotsPage } from './lots.page.tsx'

const text = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), '')
const FORM = v.object({
  key: CHANGE_KEY,
  source: text,
  paid: text,
  kind: v.fallback(v.picklist(['whole', 'each']), 'whole'),
  count: text,
})
type Form = v.InferOutput<typeof FORM>

const LOT_MESSAGES = {
  source: 'Enter who the tires came from.',
  paid: 'Enter dollars, such as 400 or 12.50.',
  count: 'Enter a whole number of tires.',
  added: 'The lot is added. Choose it at the top of the intake page.',
} as const

/** Returns the message of each wrong field. */
function lotErrors({ source, paid, count }: Form): Record<string, string> {
  const cents = parseDollars(paid)
  return {
    ...(source === '' && { source: LOT_MESSAGES.source }),
    ...(paid !== '' && (cents === null || cents < 0) && { paid: LOT_MESSAGES.paid }),
    ...(count !== '' && !/^[1-9]\d{0,4}$/.test(count) && { count: LOT_MESSAGES.count }),
  }
}

export const lotsForm = staffFormRoute({
  permission: 'cost.see',
  schema: FORM,
  run: async (c, form, staff) => {
    const errors = lotErrors(form)
    const [wrong] = Object.values(errors)
    const refuse = (status: 409 | 422, message: string): FormAnswer => {
      const to = () => lotsPage(c, { typed: form, errors, message })
      return { status, result: message, to }
    }
    if (wrong) return refuse(422, wrong)
    const { source, kind, key } = form
    const patch = {
      source,
      kind,
      paid: parseDollars(form.paid),
      count: form.count ? Number(form.count) : null,
    }
    const result = await addLot(c.env.DB, toActor(staff, 'page'), { patch, key })
    if (!result.ok) return refuse(409, CHANGE_MESSAGES[result.problem])
    return staffAnswer(true, LOT_MESSAGES.added, staffPaths.lots)
  },
})

/** How often the next number is tried when another lot takes one at the same moment. */
const MAX_TRIES = 5

/** Adds a lot with the next free number; a repeated request with the key adds no second one. */
async function addLot(
  db: D1Database,
  actor: Actor,
  { patch, key }: { patch: object; key: string },
): Promise<ChangeResult> {
  for (let attempt = 1; ; attempt++) {
    const request = { record: 'lot', id: String(await nextLotId(db)), patch, version: 0, key } as const
    const result = await applyChange(db, actor, request, Date.now())
    if (result.ok) return result
    // The lot of this form is there, under the number that it got first.
    if (result.problem === 'repeated-key') return { ok: true, version: 1, auditId: null }
    if (result.problem !== 'conflict' || attempt === MAX_TRIES) return result
  }
}
