/** Rules and messages for a change of an account's e-mail address. */

import { DAY_MS } from '../../platform/duration.ts'

/** How long after a sign-in a change of the address requires no password. */
const FRESH_MS = 10 * 60_000
/** How long the link to a new address works. */
export const EMAIL_CHANGE_TTL_MS = DAY_MS
/** How long the link in the welcome mail of a new account works. */
export const WELCOME_TTL_MS = 7 * DAY_MS

export const EMAIL_CHANGE_MESSAGES = {
  needsPassword: 'Enter your current password to change your email address.',
  needsSignIn: 'To change your email address, please sign in again first.',
  asked: 'Open the link we sent to your new email address. Until then, we’ll use your old one.',
  confirmed: 'Your email address is confirmed.',
  changed: 'Your email address has changed. Sign in with the new one.',
  changedNoPassword: 'Your email address has changed. Now ask for a link to choose a password.',
} as const

/** Returns whether a sign-in is recent enough to change how the customer signs in. */
export function isFreshSignIn(signedInAt: number, now: number): boolean {
  return now - signedInAt <= FRESH_MS
}
