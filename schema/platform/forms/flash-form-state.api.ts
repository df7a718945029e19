/**
 * What a plain-form door has to say on the page that it sends a browser to: kept in a cookie for that one page, because
 * such a page was answered without script and holds nothing itself.
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
  /** The outcome in words, above the form; `null` where the fields say it all. */
  message: v.nullable(SHORT),
  /** The first message of each invalid field. */
  errors: FIELD_ERRORS,
  /** What was typed, to be typed no second time. Never a password. */
  fields: v.record(v.string(), SHORT),
})
export type FlashFormState = v.InferOutput<typeof FORM_NOTICE>

/** A notice as it came back; `null` for anything else. */
export function parseFlashFormState(text: string): FlashFormState | null {
  try {
    const parsed = v.safeParse(FORM_NOTICE, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
