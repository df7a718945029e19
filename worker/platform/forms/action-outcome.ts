/** The outcome of a form endpoint with several actions, and how it becomes an answer. */
import type { FieldErrors } from '../../../schema/platform/forms/field.ts'
import type { FormAnswer, FormTexts } from './form-route.ts'

/** Where a form that worked leads to, or why it failed. */
export type ActionOutcome =
  | { ok: true; to: string; message: string | null }
  | { ok: false; code: number; message: string; errors: FieldErrors }

export function succeed(to: string, message: string | null = null): ActionOutcome {
  return { ok: true, to, message }
}

export function fail(code: number, message: string, errors: FieldErrors = {}): ActionOutcome {
  return { ok: false, code, message, errors }
}

interface ActionForm {
  /** The action, under which its page finds the message. */
  form: string
  /** The page of the form, where a failure is shown. */
  page: string
  texts: FormTexts
  /** Fields that are filled in again after a failure; never a password or a token. */
  shownAgain: readonly string[]
  /** What the JSON answer calls the address of the next page. */
  nextPage: 'to' | 'back'
}

/** Returns the answer to a form: messages travel in the flash state of the page that the browser goes to. */
export function toFormAnswer(
  outcome: ActionOutcome,
  { form, page, texts, shownAgain, nextPage }: ActionForm,
): FormAnswer {
  const { message } = outcome
  if (outcome.ok) {
    const flash = message === null ? null : { form, ok: true, message, errors: {}, fields: {} }
    return { status: 200, result: { [nextPage]: outcome.to, message }, to: outcome.to, flash }
  }
  const { code, errors } = outcome
  const fields = Object.fromEntries(
    shownAgain.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])),
  )
  return {
    status: code,
    result: { message, errors },
    to: page,
    flash: { form, ok: false, message, errors, fields },
  }
}
