/** POST /staff/credit/form: gives store credit, or takes it back (H14u). */
import {
  CREDIT_FORM,
  CREDIT_MESSAGES,
  creditHref,
  parseHolder,
  readCreditForm,
} from '../../../schema/staff/credit/credit-form.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { creditPage } from './credit.page.tsx'
import { giveCredit } from './give-credit.ts'

export const creditForm = staffFormRoute({
  permission: 'credit',
  schema: CREDIT_FORM,
  run: async (c, form, staff) => {
    const read = readCreditForm(form)
    const refuse = (message: string, errors = {}) => ({
      status: 422 as const,
      result: message,
      to: () => creditPage(c, staff, { form, message, errors }),
    })
    if (!read.ok) return refuse(Object.values(read.errors)[0] ?? CREDIT_MESSAGES.amount, read.errors)
    const who = { actor: toActor(staff, 'page'), role: staff.role }
    const problem = await giveCredit(
      c.env.DB,
      who,
      { ...read, confirmed: parseHolder(form.confirmed), key: form.key },
      Date.now(),
    )
    if (problem === 'unknown') return refuse(CREDIT_MESSAGES.unknown, { of: CREDIT_MESSAGES.unknown })
    if (problem) return refuse(CREDIT_MESSAGES[problem])
    return staffAnswer(true, CREDIT_MESSAGES.given, creditHref(read.holder))
  },
})
