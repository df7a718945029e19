/** A visitor's consent to third-party scripts and to analytics, stored in the browser. */

/** Increased when the meaning of the choices changes: older choices then become invalid and the prompt is shown again. */
export const CONSENT_VERSION = 1
/** The key in localStorage. */
export const CONSENT_KEY = 'privacy-choice'

const CONSENT_CHOICES = ['necessary', 'all'] as const
export type ConsentChoice = (typeof CONSENT_CHOICES)[number]

interface Consent {
  choice: ConsentChoice
  /** When the visitor chose, in milliseconds. */
  at: number
  version: number
}

/** Parses a stored value; `null` when it is no valid choice. */
export function parseConsent(stored: unknown): Consent | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { choice, at, version } = stored as Partial<Consent>
  const valid = CONSENT_CHOICES.find((known) => known === choice)
  if (!valid || typeof at !== 'number' || version !== CONSENT_VERSION) return null
  return { choice: valid, at, version }
}

/** The visitor's choice, and whether the browser sends Global Privacy Control. */
export interface PrivacyPreferences {
  choice: ConsentChoice | null
  signal: boolean
}

/** Returns whether third-party scripts can run: only with consent, never against the browser's signal. */
export function allowsThirdPartyScripts({ choice, signal }: PrivacyPreferences): boolean {
  return choice === 'all' && !signal
}

/** Returns whether the visitor's events are counted. Counts are anonymous, but a visitor who refuses is not counted. */
export function allowsAnalytics({ choice, signal }: PrivacyPreferences): boolean {
  return choice !== 'necessary' && !signal
}

/** Returns whether to show the prompt: scripts are configured, and neither a choice nor the signal decides. */
export function needsConsentPrompt({ choice, signal }: PrivacyPreferences, scripts: number): boolean {
  return scripts > 0 && choice === null && !signal
}
