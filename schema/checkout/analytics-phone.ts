import { cleanPhone } from '../platform/forms/field.ts'

/** A phone number as events tell it: `+1` and ten digits; `null` for what is none of the United States. */
export function toAnalyticsPhone(text: string): string | null {
  const digits = cleanPhone(text)
  return /^\d{10}$/.test(digits) ? `+1${digits}` : null
}
