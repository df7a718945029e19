/** POST /staff/customers/merges/form: asks both mailboxes whether a guest's orders may move, or undoes a merge (H14k). */
import type { Context } from 'hono'
import {
  MERGE_FORM,
  MERGE_MESSAGES,
  MERGE_PATHS,
  type MergeForm,
  parseGuest,
  parseMergeEmail,
} from '../../../schema/staff/customers/order-merge.ts'
import type { AppEnv } from '../../env.ts'
import { findCustomerByEmail, ownsMailbox } from '../../identity/sign-in/customer.sql.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { findAuditRow } from '../changes/audit-log.sql.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { orderMergesPage } from './order-merges.page.tsx'
import { askMerge, findGuest, undoMerge } from './order-merges.sql.ts'

const M = MERGE_MESSAGES

export const orderMergesForm = staffFormRoute({
  permission: 'customers.edit',
  schema: MERGE_FORM,
  run: async (c, form, staff) => {
    const made = await findAuditRow(c.env.DB, { key: form.key })
    if (form.action === 'ask') return made ? answer(true, M.asked) : ask(c, form, staff)
    const isRepeated = made?.kind === 'undo' && made.recordId === form.merge
    if (made && !isRepeated) return answer(false, M['repeated-key'])
    const change = { id: form.merge, key: form.key, now: Date.now() }
    const isUndone = isRepeated || (await undoMerge(c.env.DB, toActor(staff, 'page'), change))
    return answer(isUndone, isUndone ? M.undone : M.undoEnded)
  },
})

async function ask(
  c: Context<AppEnv>,
  { from, to, key }: Extract<MergeForm, { action: 'ask' }>,
  staff: StaffSession,
): Promise<FormAnswer> {
  const refuse = (field: 'from' | 'to', message: string): FormAnswer => ({
    ...{ status: 422, result: message },
    to: () => orderMergesPage(c, { from, to, errors: { [field]: message }, message }),
  })
  const [guest, email] = [parseGuest(from), parseMergeEmail(to)]
  if (guest === null) return refuse('from', M.from)
  if (email === null) return refuse('to', M.to)
  const [found, account] = await Promise.all([
    findGuest(c.env.DB, guest),
    findCustomerByEmail(c.env.DB, email),
  ])
  if (!found) return refuse('from', M.none)
  // Anybody can open an account with an address: only its mailbox says whose it is.
  if (account && !(await ownsMailbox(c.env.DB, account.id, email))) return refuse('to', M.unconfirmed)
  // An account has its guest's orders by the same address: one mailbox confirms twice.
  if (found.email === email && !account) return refuse('to', M.same)
  const id = Buffer.from(randomBytes(12)).toString('hex')
  const merge = { id, from: found.email, to: email, customerId: account?.id ?? null, key, now: Date.now() }
  const asked = await askMerge(c.env.DB, toActor(staff, 'page'), merge)
  if (asked === null) return refuse('from', M.waiting)
  await enqueueOutbox(c.env.OUTBOX, asked)
  return answer(true, M.asked)
}

const answer = (ok: boolean, message: string) => staffAnswer(ok, message, MERGE_PATHS.page)
