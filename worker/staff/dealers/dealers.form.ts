/** POST /staff/dealers/form/: approves or refuses a dealer, or asks for what is missing (H14k). */
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { DEALER_ANSWERED, DEALER_FORM } from '../../../schema/staff/dealers/dealer-form.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'

/** Words for fields of this form, where those of all records say too little. */
const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  reason: 'Choose a reason. The dealer reads it in the email.',
  certificateUntil: 'This certificate has expired. Choose a later day, or ask for the current one.',
}

export const dealersForm = staffFormRoute({
  permission: 'dealers',
  schema: DEALER_FORM,
  refuse: () =>
    staffAnswer(false, 'Choose an answer, and type the day as in a calendar.', staffPaths.dealers),
  run: async (c, { customer, version, key, answer, reason, certificateUntil }, staff) => {
    const patch = { state: answer, reason, certificateUntil }
    const request = { record: 'dealer', id: customer, patch, version, key } as const
    const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
    if (result.ok) return staffAnswer(true, DEALER_ANSWERED[answer], staffPaths.dealers)
    const field = 'field' in result ? FIELD_MESSAGES[result.field ?? ''] : undefined
    return staffAnswer(false, field ?? CHANGE_MESSAGES[result.problem], staffPaths.dealers)
  },
})
