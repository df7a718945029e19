/**
 * What a plain-form door has to say on the page that it sends a browser to: kept in a cookie for that one page, because
 * such a page was answered without script and holds nothing itself.
 */
import * as v from 'valibot'
import type { FieldErrors } from '../domain/field.ts'

export interface FormNotice {
  /** The `action` of the form. */
  form: string
  ok: boolean
  /** The outcome in words, above the form; `null` where the fields say it all. */
  message: string | null
  /** The first message of each invalid field. */
  errors: FieldErrors
  /** What was typed, to be typed no second time. Never a password. */
  fields: Record<string, string>
}

const SHORT = v.pipe(v.string(), v.maxLength(300))
const NOTICE = v.object({
  form: SHORT,
  ok: v.boolean(),
  message: v.nullable(SHORT),
  errors: v.record(v.string(), SHORT),
  fields: v.record(v.string(), SHORT),
})

/** A notice as it came back; `null` for anything else. */
export function parseFormNotice(text: string): FormNotice | null {
  try {
    const parsed = v.safeParse(NOTICE, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
