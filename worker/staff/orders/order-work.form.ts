/** The forms of tags, assignees, notes to a person and mails of an order (H14o). */
import { staffOrderHref, staffPaths } from '../../../schema/paths.ts'
import { ORDER_WORK_MESSAGES, type OrderWorkForm } from '../../../schema/staff/orders/order-work.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { assignOrder, changeTag, finishMention, sendAgain } from './order-work.sql.ts'

/** Makes the change and leads back to the page it was asked on. `now` is in milliseconds. */
export async function changeOrderWork(
  db: D1Database,
  form: OrderWorkForm,
  staff: StaffSession,
  now: number,
): Promise<FormAnswer> {
  const isDone = await change(db, form, staff, now)
  const to = form.action === 'mention-done' ? staffPaths.home : staffOrderHref(form.order)
  return staffAnswer(isDone, isDone ? ORDER_WORK_MESSAGES[form.action] : ORDER_WORK_MESSAGES.gone, to)
}

function change(db: D1Database, form: OrderWorkForm, staff: StaffSession, now: number): Promise<boolean> {
  const actor = toActor(staff, 'page')
  if (form.action === 'mention-done')
    return finishMention(db, { id: form.mention, staffId: staff.staffId }, now)
  const { order: orderNumber, key } = form
  switch (form.action) {
    case 'tag':
    case 'untag':
      return changeTag(db, actor, { orderNumber, tag: form.tag, key, isAdded: form.action === 'tag' }, now)
    case 'assign':
      return assignOrder(db, actor, { orderNumber, key, staffId: form.staff === '' ? null : form.staff }, now)
    case 'mail':
      return sendAgain(db, actor, { orderNumber, mail: form.mail, key }, now)
  }
}
