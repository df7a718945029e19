/** The answer to a form of the back office: a message on the next page. */
import type { FormAnswer } from '../../platform/forms/form-route.ts'

/** `to` is the address of the next page; scripts get the message alone. */
export function staffAnswer(ok: boolean, message: string, to: string): FormAnswer {
  return {
    status: ok ? 200 : 409,
    result: message,
    to,
    flash: { form: 'staff', ok, message, errors: {}, fields: {} },
  }
}
