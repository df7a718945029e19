/** The contact form (G3): its fields and their rules. */
import {
  FIELD_MESSAGES,
  FIELD_RULES,
  firstMessage,
  normalizePhone,
  required,
  type Validator,
} from '../../platform/forms/field.ts'
import { isLonger } from '../../platform/limits/text-length.ts'

export const CONTACT_TOPICS = [
  { value: 'order', label: 'An order' },
  { value: 'tire', label: 'A tire' },
  { value: 'fitment', label: 'What fits my car' },
  { value: 'return', label: 'A return or a defect' },
  { value: 'dealer', label: 'Buying as a dealer' },
  { value: 'other', label: 'Something else' },
] as const

export const CONTACT_FIELDS = ['name', 'email', 'phone', 'topic', 'message'] as const
type ContactField = (typeof CONTACT_FIELDS)[number]
/** Texts of the form, not trimmed. */
export type ContactTexts = Record<ContactField, string>
export type ContactErrors = Partial<Record<ContactField, string>>

export const MESSAGE_MAX = 3000

export const CONTACT_MESSAGES = {
  sent: 'Your message is on its way. We’ll answer by email within one business day.',
  tooLong: `Please insert less then ${MESSAGE_MAX} characters`,
  failed: 'We couldn’t send your message. Please try again, or call us.',
} as const

export const NO_CONTACT: ContactTexts = { name: '', email: '', phone: '', topic: '', message: '' }

const RULES: Record<ContactField, readonly Validator[]> = {
  name: FIELD_RULES.firstName,
  email: FIELD_RULES.emailAddress,
  phone: FIELD_RULES.phoneNumber,
  topic: [required, (text) => (topicLabel(text) === null ? FIELD_MESSAGES.required : null)],
  message: [required, (text) => (isLonger(text, MESSAGE_MAX) ? CONTACT_MESSAGES.tooLong : null)],
}

/** Returns the label of a topic; `null` for an unknown name. */
export function topicLabel(value: string): string | null {
  return CONTACT_TOPICS.find((topic) => topic.value === value)?.label ?? null
}

/** Cleans the texts before validation: trimmed, the phone number as ten digits. */
export function cleanContact(texts: Readonly<Partial<ContactTexts>>): ContactTexts {
  const clean = { ...NO_CONTACT }
  for (const field of CONTACT_FIELDS) clean[field] = (texts[field] ?? '').trim()
  // Unifies line ends and removes control characters.
  clean.message = clean.message.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n\t]/gu, '')
  return { ...clean, phone: normalizePhone(clean.phone) }
}

/** Returns the first message of each invalid field. `texts` are those of `cleanContact`. */
export function contactErrors(texts: ContactTexts): ContactErrors {
  const errors: ContactErrors = {}
  for (const field of CONTACT_FIELDS) {
    const message = firstMessage(texts[field], RULES[field])
    if (message !== null) errors[field] = message
  }
  return errors
}
