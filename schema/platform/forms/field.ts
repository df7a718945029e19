/** Form fields with their labels and validators (E2). Every message is defined once, here. */
import { isLonger } from '../limits/text-length.ts'

/** Labels of fields by field name; an error summary uses them for its links. */
export const FIELD_LABELS = {
  paymentMethod: 'Payment method',
  emailAddress: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  streetAddress: 'Street address',
  apartmentNumber: 'Apt, suite (optional)',
  zipCode: 'ZIP code',
  city: 'City',
  state: 'State',
  country: 'Country',
  phoneNumber: 'Phone',
  company: 'Company (optional)',
  taxId: 'Tax ID (optional)',
  shippingMethod: 'Delivery',
  companyName: 'Company',
  companyEmail: 'Company email',
  ein: 'EIN',
  documents: 'Documents',
  carName: 'Plate or name (optional)',
  oldPassword: 'Current password',
  currentPassword: 'Your password',
  password: 'Password',
  rPassword: 'Repeat password',
  acceptTermsAndConditions: 'Terms and conditions',
} as const
/** The hint of the phone field of an account. */
export const PHONE_HINT = 'Ten digits. We’ll only call about an order.'
export type FieldName = keyof typeof FIELD_LABELS

/** Returns the label of a field for a sentence: `Apt, suite`, without `(optional)`. */
export function fieldLabel(field: string): string {
  const label = field in FIELD_LABELS ? FIELD_LABELS[field as FieldName] : field
  return label.replace(' (optional)', '')
}

/** The first message of each invalid field. */
export type FieldErrors = Partial<Record<FieldName, string>>

export const FIELD_MESSAGES = {
  required: 'Field is required',
  checkboxRequired: 'This field is required',
  emailAddress: 'Please use a valid e-mail address, such as name@example.com',
  unicodeAlpha: 'Please use valid alphabet characters',
  unicodeAlphaNum: 'Please use valid alphabet characters or numbers',
  phone: 'Please provide valid phone number.',
  zipCode: 'Please provide valid zip code.',
  noLatinSymbol: 'We can not identify text you have entered. Please enter a valid US zip code.',
  backendValidationBefore: 'Checking the combination of zip code and state',
  backendValidationAfter: 'Invalid combination of zip code and state.',
  maxLength60: 'Please insert less then 60 characters',
  maxLength150: 'Please insert less then 150 characters',
} as const

/** Returns the message when the text violates the rule, otherwise `null`. Empty text violates only `required`. */
export type Validator = (text: string) => string | null

/** Requires a text that is not only spaces. */
export function required(text: string): string | null {
  return text.trim() === '' ? FIELD_MESSAGES.required : null
}

/** Requires an e-mail address; Cyrillic and other non-Latin letters are refused. */
export function emailAddress(text: string): string | null {
  return text === '' || EMAIL.test(text) ? null : FIELD_MESSAGES.emailAddress
}

/** Requires letters of any script, with space, hyphen, apostrophe and period: O'Brien, Jean-Luc and St. Louis are names. */
export function unicodeAlpha(text: string): string | null {
  return text === '' || (NAME.test(text) && LETTER.test(text)) ? null : FIELD_MESSAGES.unicodeAlpha
}

/** Requires letters and digits, with the punctuation of addresses: `12-B O'Hare Ave. #4, 1/2`. */
export function unicodeAlphaNum(text: string): string | null {
  return text === '' || (STREET.test(text) && LETTER_OR_DIGIT.test(text))
    ? null
    : FIELD_MESSAGES.unicodeAlphaNum
}

/** Requires ten digits. Forms call `normalizePhone` first, so that `(312) 555-0142` is valid. */
export function phone(text: string): string | null {
  return text === '' || /^\d{10}$/.test(text) ? null : FIELD_MESSAGES.phone
}

/** Requires ASCII: refuses letters of non-Latin scripts and full-width digits. */
export function noLatinSymbol(text: string): string | null {
  return ASCII.test(text) ? null : FIELD_MESSAGES.noLatinSymbol
}

/** Requires a ZIP code: `62704` or `62704-1234`. */
export function usZipCode(text: string): string | null {
  return text === '' || /^\d{5}(-\d{4})?$/.test(text) ? null : FIELD_MESSAGES.zipCode
}

export function maxLength60(text: string): string | null {
  return isLonger(text, 60) ? FIELD_MESSAGES.maxLength60 : null
}

function maxLength150(text: string): string | null {
  return isLonger(text, 150) ? FIELD_MESSAGES.maxLength150 : null
}

export function checkboxRequired(checked: boolean): string | null {
  return checked ? null : FIELD_MESSAGES.checkboxRequired
}

/** Returns the message of the first rule that the text violates; `null` without one. */
export function firstMessage(text: string, validators: readonly Validator[]): string | null {
  for (const validate of validators) {
    const message = validate(text)
    if (message !== null) return message
  }
  return null
}

const NAME_RULES = [required, maxLength60, unicodeAlpha]

/** The rules of each text field that a guest fills in; the first violated rule provides the message (E2). */
export const FIELD_RULES = {
  emailAddress: [required, maxLength60, emailAddress],
  firstName: NAME_RULES,
  lastName: NAME_RULES,
  city: NAME_RULES,
  phoneNumber: [required, phone],
  country: [required, maxLength60],
  state: [required, maxLength60],
  zipCode: [required, noLatinSymbol, maxLength60, usZipCode],
  streetAddress: [required, maxLength150, unicodeAlphaNum],
  apartmentNumber: [maxLength150, unicodeAlphaNum],
  shippingMethod: [required],
  paymentMethod: [required],
  company: [maxLength60],
  taxId: [maxLength60],
} as const satisfies Partial<Record<FieldName, readonly Validator[]>>
export type GuestField = keyof typeof FIELD_RULES

/** Validates the trimmed text of one field; returns its message, or `null` when the text is valid. */
export function validateField(field: GuestField, text: string): string | null {
  return firstMessage(text.trim(), FIELD_RULES[field])
}

/** Validates the named fields of a form; the result has only fields with a message. */
export function validateFields<F extends GuestField>(
  form: Readonly<Record<F, string>>,
  fields: readonly F[],
): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of fields) {
    const message = validateField(field, form[field])
    if (message !== null) errors[field] = message
  }
  return errors
}

export function hasErrors(errors: FieldErrors): boolean {
  return Object.values(errors).some((message) => message !== undefined)
}

/** Returns the ten digits of a phone number: `+1 (312) 555-0142` → `3125550142`. Other texts are only trimmed. */
export function normalizePhone(text: string): string {
  if (!/^[\d\s().+-]*$/.test(text)) return text.trim()
  const digits = text.replace(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Formats ten digits as `312-555-0142`. */
export function formatPhone(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}

// One label of a domain is at most 63 characters; the local part allows the characters that mail programs use in
// practice.
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i
const LETTER = /\p{L}/u
const NAME = /^[\p{L}\p{M} .'’-]*$/u
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const STREET = /^[\p{L}\p{M}\p{N} .,'’#/&()-]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: the rule covers all of ASCII
const ASCII = /^[\x00-\x7f]*$/

/** Message above a form with invalid fields. */
export const CHECK_FIELDS = 'Please check the marked fields.'
