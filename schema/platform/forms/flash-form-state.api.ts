/**
 * The result of a form that was submitted without script, for the page after the redirect. A cookie stores the result
 * for that one page.
 */
import * as v from 'valibot'
import type { FieldErrors } from './field.ts'

/** The first message of each invalid field, by field name. */
export const FIELD_ERRORS: v.GenericSchema<FieldErrors> = v.record(v.string(), v.string())

const SHORT = v.pipe(v.string(), v.maxLength(300))
export const FLASH_FORM_STATE = v.object({
  /** The `action` of the form. */
  form: SHORT,
  ok: v.boolean(),
  /** The message above the form; `null` when only fields have messages. */
  message: v.nullable(SHORT),
  /** The first message of each invalid field. */
  errors: FIELD_ERRORS,
  /** The typed texts, so that the form can show them again. Never contains a password. */
  fields: v.record(v.string(), SHORT),
})
export type FlashFormState = v.InferOutput<typeof FLASH_FORM_STATE>

/** Parses the value of the cookie; `null` for an invalid value. */
export function parseFlashFormState(text: string): FlashFormState | null {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), FLASH_FORM_STATE), text)
  return parsed.success ? parsed.output : null
}
