/**
 * The outcome of a form that was sent without script, for the page of the redirect. A cookie carries the outcome for that one
 * page.
 */
import * as v from 'valibot'
import type { FieldErrors } from './field.ts'

/** The first message of each invalid field, by its name. */
export const FIELD_ERRORS: v.GenericSchema<FieldErrors> = v.record(v.string(), v.string())

const SHORT = v.pipe(v.string(), v.maxLength(300))
export const FORM_NOTICE = v.object({
  /** The `action` of the form. */
  form: SHORT,
  ok: v.boolean(),
  /** The message above the form; `null` where the fields have all messages. */
  message: v.nullable(SHORT),
  /** The first message of each invalid field. */
  errors: FIELD_ERRORS,
  /** The typed texts, so that they need not be typed again. Never a password. */
  fields: v.record(v.string(), SHORT),
})
export type FlashFormState = v.InferOutput<typeof FORM_NOTICE>

/** Parses the cookie; `null` for anything else. */
export function parseFlashFormState(text: string): FlashFormState | null {
  try {
    const parsed = v.safeParse(FORM_NOTICE, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
