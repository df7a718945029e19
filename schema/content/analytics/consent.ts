/**
 * What a visitor allows beyond what the shop needs: scripts of others, and being counted. The browser keeps the answer; it
 * is asked again when what is asked for has changed.
 */

/** Rises with the meaning of the choices, and with it every older answer is void. */
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

/** The choice that a browser kept; `null` when there is none that still counts. */
export function parseConsent(text: string | null): Consent | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { choice, at, version } = kept as Partial<Consent>
    const known = CONSENT_CHOICES.find((one) => one === choice)
    if (!known || typeof at !== 'number' || version !== CONSENT_VERSION) return null
    return { choice: known, at, version }
  } catch {
    return null
  }
}

/** What the browser says: the visitor's choice and its own signal, Global Privacy Control. */
export interface PrivacyPreferences {
  choice: ConsentChoice | null
  signal: boolean
}

/** Scripts of others run after a yes only, and never against the browser's signal. */
export function allowsThirdPartyScripts({ choice, signal }: PrivacyPreferences): boolean {
  return choice === 'all' && !signal
}

/** Our own counts know nobody; still, who refuses is not counted. */
export function allowsAnalytics({ choice, signal }: PrivacyPreferences): boolean {
  return choice !== 'necessary' && !signal
}

/** The question is put where there is something to ask and nothing has answered it. */
export function needsConsentPrompt({ choice, signal }: PrivacyPreferences, scripts: number): boolean {
  return scripts > 0 && choice === null && !signal
}
