/** The visitor's choice in this browser (schema/content/analytics/consent.ts). */
import {
  CONSENT_KEY,
  CONSENT_VERSION,
  type ConsentChoice,
  type PrivacyPreferences,
  parseConsent,
} from '../../../schema/content/analytics/consent.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

export function readPrivacyPreferences(): PrivacyPreferences {
  const signal = navigator.globalPrivacyControl === true
  try {
    return { choice: parseConsent(localStorage.getItem(CONSENT_KEY))?.choice ?? null, signal }
  } catch {
    // Where nothing may be stored, nothing was allowed.
    return { choice: 'necessary', signal }
  }
}

/** False when the browser keeps nothing. */
export function saveConsentChoice(choice: ConsentChoice, now: number): boolean {
  try {
    localStorage.setItem(CONSENT_KEY, JSON.stringify({ choice, at: now, version: CONSENT_VERSION }))
    return true
  } catch {
    return false
  }
}
