/**
 * A visitor's consent to third-party scripts and to analytics. The browser stores the choice; the shop asks again when the
 * meaning of the choices changes.
 */

/** Raised when the meaning of the choices changes, which voids older choices. */
export const CONSENT_VERSION = 1
/** In localStorage. */
export const CONSENT_KEY = 'privacy-choice'

const CONSENT_CHOICES = ['necessary', 'all'] as const
export type ConsentChoice = (typeof CONSENT_CHOICES)[number]

interface Consent {
  choice: ConsentChoice
  /** When it was given, in milliseconds. */
  at: number
  version: number
}

/** Validates what is stored; `null` when it is no choice. */
export function parseConsent(stored: unknown): Consent | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { choice, at, version } = stored as Partial<Consent>
  const known = CONSENT_CHOICES.find((one) => one === choice)
  if (!known || typeof at !== 'number' || version !== CONSENT_VERSION) return null
  return { choice: known, at, version }
}

/** The visitor's choice and the browser's signal, Global Privacy Control. */
export interface PrivacyPreferences {
  choice: ConsentChoice | null
  signal: boolean
}

/** Returns whether third-party scripts can run: only with consent, never against the browser's signal. */
export function allowsThirdPartyScripts({ choice, signal }: PrivacyPreferences): boolean {
  return choice === 'all' && !signal
}

/** Returns whether the visitor is counted. Counts are anonymous; a visitor who refuses is still left out. */
export function allowsAnalytics({ choice, signal }: PrivacyPreferences): boolean {
  return choice !== 'necessary' && !signal
}

/** Returns whether to ask: there are scripts to allow, and no choice or signal decides. */
export function needsConsentPrompt({ choice, signal }: PrivacyPreferences, scripts: number): boolean {
  return scripts > 0 && choice === null && !signal
}
