/** POST /account/form/: the fields of its forms, and their JSON reply. */
import { CHECK_FIELDS, type FieldErrors, validateField } from '../../platform/forms/field.ts'
import type { FormTexts } from '../../platform/forms/form-texts.ts'
import { PASSWORD_MESSAGES } from './password.ts'

export const ACCOUNT_ACTIONS = [
  'sign-in',
  'register',
  'sign-out',
  'forgot',
  'reset',
  'change-password',
  'keep-order',
  'confirm-email',
] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/**
 * Fields of a form by name. `back` is the page after a success, `from` the page of the form, `token` the token of the link to
 * choose a password, `captcha` the response of the captcha.
 */
/** A success: the next page and its message. */
export interface AccountFormSuccess {
  back: string
  message: string | null
}

/** `result` of a failure; the envelope's code is 400, 401, 403 or 429. */
export interface AccountFormFailure {
  message: string
  errors: FieldErrors
}

export const ACCOUNT_MESSAGES = {
  passwordChanged: 'Password has successfully been changed',
  loggedOut: "You're logged out",
  loginNeeded: 'You need to be logged in to see this page',
  unknownEmail: 'Provided email does not exist.',
  linkSent:
    'We’ve emailed you a link to set a new password. If no new email comes, the link in the last one still works.',
  linkOver: 'This link is no longer valid. Ask for a new one.',
  registered: 'Welcome to Treadline. Your account is ready.',
  orderGone: 'This order is already in an account, or it’s no longer in this browser.',
  check: CHECK_FIELDS,
} as const

/** Validates a sign-in. The password is required, but old passwords need not follow the rules of new ones. */
export function validateSignIn(fields: FormTexts): FieldErrors {
  const email = validateField('emailAddress', fields.emailAddress ?? '')
  return {
    ...(email === null ? {} : { emailAddress: email }),
    ...(fields.password ? {} : { password: PASSWORD_MESSAGES.required }),
  }
}
