/** Rules of passwords (E2). Passwords are never trimmed. */
import { maxLength60, type Validator } from '../../platform/forms/field.ts'
import { isLonger } from '../../platform/limits/text-length.ts'

const PASSWORD_MIN = 6

export const PASSWORD_MESSAGES = {
  required: 'You must enter a password',
  short: 'Password must have at least 6 letters.',
  same: 'Your new and old passwords are the same',
  trivial: 'This password is easy to guess. Please choose another one.',
  repeatRequired: 'You must confirm a password',
  repeatDiffers: 'Please make sure your passwords match',
} as const

/** Returns the error of a password that is empty, too short or too long. */
export const passwordRule: Validator = (text) => {
  if (text === '') return PASSWORD_MESSAGES.required
  return isLonger(text, PASSWORD_MIN - 1) ? maxLength60(text) : PASSWORD_MESSAGES.short
}

/** Returns the error of a repeated password. */
export function repeatedPasswordMessage(text: string, password: string): string | null {
  if (text === '') return PASSWORD_MESSAGES.repeatRequired
  if (!isLonger(text, PASSWORD_MIN - 1)) return PASSWORD_MESSAGES.short
  return text === password ? null : PASSWORD_MESSAGES.repeatDiffers
}
