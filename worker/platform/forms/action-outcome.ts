/** The outcome of an action of a form endpoint, and its conversion to a response. */
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { FormAnswer } from './form-route.ts'

/** The next page after a successful action, or the failure. */
export type ActionOutcome =
  | { ok: true; to: string; message: string | null }
  | { ok: false; code: number; message: string; errors: FieldErrors }

/** Returns a successful outcome. */
export function succeed(to: string, message: string | null = null): ActionOutcome {
  return { ok: true, to, message }
}

/** Returns a failed outcome with the code of the JSON envelope. */
export function fail(code: number, message: string, errors: FieldErrors = {}): ActionOutcome {
  return { ok: false, code, message, errors }
}

interface ActionForm {
  /** The `action` of the form, by which its page finds the message. */
  form: string
  /** The page of the form, where a failure is shown. */
  page: string
  texts: FormTexts
  /** Fields that the page fills in again after a failure; never a password or a token. */
  restoredFields: readonly string[]
  /** Field name of the next page's address in the JSON response. */
  nextPage: 'to' | 'back'
}

/** Converts an outcome to a form response. The message is stored in the flash state for the page after the redirect. */
export function toFormAnswer(
  outcome: ActionOutcome,
  { form, page, texts, restoredFields, nextPage }: ActionForm,
): FormAnswer {
  const { message } = outcome
  if (outcome.ok) {
    const flash = message === null ? null : { form, ok: true, message, errors: {}, fields: {} }
    return { status: 200, result: { [nextPage]: outcome.to, message }, to: outcome.to, flash }
  }
  const { code, errors } = outcome
  const fields = Object.fromEntries(
    restoredFields.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])),
  )
  return {
    status: code,
    result: { message, errors },
    to: page,
    flash: { form, ok: false, message, errors, fields },
  }
}
