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

/** Returns the visitor's choice and the browser's signal. */
export function readPrivacyPreferences(): PrivacyPreferences {
  const signal = navigator.globalPrivacyControl === true
  // A browser without storage cannot store a consent, so nothing is allowed.
  return { choice: getLocalStorage() ? (stored.read()?.choice ?? null) : 'necessary', signal }
}

/** Saves the choice and returns whether the browser has stored it. */
export function saveConsentChoice(choice: ConsentChoice, now: number): boolean {
  return stored.save({ choice, at: now, version: CONSENT_VERSION })
}
