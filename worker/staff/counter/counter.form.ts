/** POST /staff/sell/form/: everything that staff do with a sale at the counter (H14p). */
import type { Context } from 'hono'
import * as v from 'valibot'
import { validateField } from '../../../schema/platform/forms/field.ts'
import {
  COUNTER_FORM,
  COUNTER_MESSAGES,
  confirmAddressMessage,
  hasCardNumberIn,
} from '../../../schema/staff/counter/counter-form.ts'
import { COUNTER_PATHS, saleHref } from '../../../schema/staff/counter/counter-paths.ts'
import type { AppEnv } from '../../env.ts'
import { readCounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { findCredit } from '../../orders/credit/credit.sql.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { enqueueOutboxIds } from '../../platform/mail/outbox.sql.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { stepUpPage } from '../frame/step-up.tsx'
import { type CounterAnswer, changeSale, scanTire } from './counter-actions.ts'
import { mailReceipt } from './counter-change.sql.ts'
import { paySale } from './pay-sale.ts'

const ANY_FORM = v.looseObject({ action: v.string() })

export const counterForm = staffFormRoute({
  permission: 'sell',
  schema: ANY_FORM,
  run: async (c, typed, staff) => {
    const draft = /^[1-9]\d{0,14}$/.test(String(typed.draft)) ? Number(typed.draft) : null
    const back = draft === null ? COUNTER_PATHS.sell : saleHref(draft)
    // What was typed is not sent back either: it would be stored in a cookie.
    if (hasCardNumberIn(typed)) return refuse(COUNTER_MESSAGES.cardNumber, back)
    const parsed = v.safeParse(COUNTER_FORM, typed)
    if (!parsed.success) return c.notFound()
    const form = parsed.output
    const context = { db: c.env.DB, staff, now: Date.now() }
    switch (form.action) {
      case 'scan':
        return answer(form.action, await scanTire(context, form), typed)
      case 'cash':
      case 'card':
        return paid(c, await paySale(c.env, context, form), typed)
      case 'mail': {
        const { emailAddress: email } = form
        const wrong = validateField('emailAddress', email)
        const errors = wrong === null ? {} : { emailAddress: wrong }
        if (wrong !== null) return answer('mail', { ok: false, message: wrong, to: back, errors }, typed)
        const { orderNumber } = (await readCounterDraft(c.env.DB, form.draft)) ?? {}
        if (!orderNumber) return c.notFound()
        const { balance = 0 } = (await findCredit(c.env.DB, orderNumber)) ?? {}
        if (balance > 0 && form.confirmed.toLowerCase() !== email.toLowerCase()) {
          const message = confirmAddressMessage(balance)
          return answer('mail', { ok: false, message, to: back, errors: { confirmed: message } }, typed)
        }
        const mails = await mailReceipt(c.env.DB, {
          orderNumber,
          email: email.toLowerCase(),
          now: context.now,
        })
        await enqueueOutboxIds(c.env.OUTBOX, mails)
        const message = mails.length > 0 ? COUNTER_MESSAGES.mail : 'This order has another email already.'
        return answer('mail', { ok: mails.length > 0, message, to: back }, typed)
      }
      default:
        return answer(form.action, await changeSale(context, form), typed)
    }
  },
})

/** Answers a form of a payment, or asks for a passkey first. */
function paid(
  c: Context<AppEnv>,
  result: CounterAnswer,
  typed: Record<string, unknown> & { action: string },
): FormAnswer | Promise<Response> {
  return result.needsPasskey ? stepUpPage(c, typed) : answer(typed.action, result, typed)
}

function refuse(message: string, to: string): FormAnswer {
  return {
    status: 422,
    result: message,
    to,
    flash: { form: 'staff', ok: false, message, errors: {}, fields: {} },
  }
}

/** Sends what was typed along with the messages at its fields, so that nothing is typed twice. */
function answer(
  action: string,
  { ok, message, to, errors = {} }: CounterAnswer,
  typed: Record<string, unknown>,
): FormAnswer {
  const fields = Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.slice(0, 150)]] : [],
    ),
  )
  const flash = { form: action, ok, message, errors, fields: ok ? {} : fields }
  return { status: ok ? 200 : 409, result: message, to, flash }
}
