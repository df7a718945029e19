/** POST /staff/registrations/form/: TINs, forms that went with the tires, and files that were sent to a maker (H14t). */
import { formatQuantity } from '../../../schema/platform/count.ts'
import { inParts } from '../../../schema/platform/parts.ts'
import { type Actor, CHANGE_MESSAGES, type ChangeProblem } from '../../../schema/staff/changes/change.ts'
import {
  REGISTRATION_FORM,
  REGISTRATION_MESSAGES,
  type RegistrationForm,
} from '../../../schema/staff/safety/registration-form.ts'
import { registrationHref, SAFETY_PATHS } from '../../../schema/staff/safety/safety-paths.ts'
import { applyChange } from '../changes/apply-change.ts'
import { applyMany, PART_SIZE } from '../changes/apply-many.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { readOrderRegistrations } from './registrations.sql.ts'

const M = REGISTRATION_MESSAGES
type Outcome = { ok: boolean; message: string }

export const registrationsForm = staffFormRoute({
  permission: 'orders.pick',
  schema: REGISTRATION_FORM,
  run: async (c, form, staff) => {
    const { DB } = c.env
    const actor = toActor(staff, 'page')
    const now = Date.now()
    if (form.action === 'file') {
      const { ok, message } = await sendFile(DB, actor, form, now)
      const batch = ok ? `?sent=${encodeURIComponent(batchOf(form.key))}` : ''
      return staffAnswer(ok, message, `${SAFETY_PATHS.registrations}${batch}`)
    }
    const { ok, message } =
      form.action === 'tin' ? await setTin(DB, actor, form, now) : await giveForm(DB, actor, form, now)
    return staffAnswer(ok, message, form.return ?? registrationHref(form.order))
  },
})

async function setTin(
  db: D1Database,
  actor: Actor,
  { id, tin, tires, key }: Extract<RegistrationForm, { action: 'tin' }>,
  now: number,
): Promise<Outcome> {
  const request = { record: 'registration', id, patch: { set: { tin, tires } }, version: null, key } as const
  const result = await applyChange(db, actor, request, now)
  if (result.ok) return { ok: true, message: tires === 0 ? M.removed : M.added }
  return { ok: false, message: result.problem === 'tin' ? M.tin : CHANGE_MESSAGES[result.problem] }
}

/** Returns the name of the changes of a form, which are undone as one. */
function batchOf(key: string): string {
  return `registrations ${key}`
}

/** Marks all new tires of an order as registered by form. */
async function giveForm(
  db: D1Database,
  actor: Actor,
  { order, key }: Extract<RegistrationForm, { action: 'form' }>,
  now: number,
): Promise<Outcome> {
  const lines = (await readOrderRegistrations(db, order)).filter(({ sentAs }) => sentAs === null)
  if (lines.length === 0) return { ok: false, message: M.nothing }
  return mark(db, actor, { ids: lines.map(({ id }) => String(id)), sentAs: 'form', key }, now)
}

function sendFile(
  db: D1Database,
  actor: Actor,
  { ids, key }: Extract<RegistrationForm, { action: 'file' }>,
  now: number,
): Promise<Outcome> {
  return mark(db, actor, { ids: [...new Set(ids)], sentAs: 'file', key }, now)
}

async function mark(
  db: D1Database,
  actor: Actor,
  { ids, sentAs, key }: { ids: readonly string[]; sentAs: 'form' | 'file'; key: string },
  now: number,
): Promise<Outcome> {
  const problems = new Set<ChangeProblem>()
  let marked = 0
  for (const part of inParts(ids, PART_SIZE)) {
    const changes = part.map((id) => ({ id, patch: { sentAs }, version: null, key: `${key}-${id}` }))
    const request = { record: 'registration' as const, changes, batch: batchOf(key), why: null }
    for (const result of await applyMany(db, actor, request, now)) {
      if (result.ok) marked += 1
      else problems.add(result.problem)
    }
  }
  const failed = [...problems].map((problem) => CHANGE_MESSAGES[problem]).join(' ')
  if (marked === 0) return { ok: false, message: failed || M.nothing }
  const done = sentAs === 'form' ? M.given : `${formatQuantity(marked, 'sale')} marked as sent.`
  return { ok: true, message: [done, failed].filter(Boolean).join(' ') }
}
