import { normalizePhone } from '../platform/forms/field.ts'

/** Formats a phone number for analytics events: `+1` and ten digits; `null` outside the United States. */
export function toAnalyticsPhone(text: string): string | null {
  const digits = normalizePhone(text)
  return /^\d{10}$/.test(digits) ? `+1${digits}` : null
}
