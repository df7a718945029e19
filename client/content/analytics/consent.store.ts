/** The visitor's choice in this browser (schema/content/analytics/consent.ts). */
import {
  CONSENT_KEY,
  CONSENT_VERSION,
  type ConsentChoice,
  type PrivacyPreferences,
  parseConsent,
} from '../../../schema/content/analytics/consent.ts'
import { getLocalStorage, storedValue } from '../../platform/storage/stored-value.store.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

const stored = storedValue(CONSENT_KEY, parseConsent)

export function readPrivacyPreferences(): PrivacyPreferences {
  const signal = navigator.globalPrivacyControl === true
  // Where nothing may be stored, nothing was allowed.
  return { choice: getLocalStorage() ? (stored.read()?.choice ?? null) : 'necessary', signal }
}

/** Returns whether the browser has stored the choice. */
export function saveConsentChoice(choice: ConsentChoice, now: number): boolean {
  return stored.save({ choice, at: now, version: CONSENT_VERSION })
}
