import { expect, test } from 'vitest'
import {
  allowsAnalytics,
  allowsThirdPartyScripts,
  CONSENT_VERSION,
  needsConsentPrompt,
  parseConsent,
} from './consent.ts'

test('[F4] third-party scripts run only with consent, and never against the signal of the browser', () => {
  expect(allowsThirdPartyScripts({ choice: null, signal: false })).toBe(false)
  expect(allowsThirdPartyScripts({ choice: 'necessary', signal: false })).toBe(false)
  expect(allowsThirdPartyScripts({ choice: 'all', signal: false })).toBe(true)
  expect(allowsThirdPartyScripts({ choice: 'all', signal: true })).toBe(false)
})

test('[F4] a visitor who refuses, or whose browser sends the signal, is not counted', () => {
  expect(allowsAnalytics({ choice: null, signal: false })).toBe(true)
  expect(allowsAnalytics({ choice: 'all', signal: false })).toBe(true)
  expect(allowsAnalytics({ choice: 'necessary', signal: false })).toBe(false)
  expect(allowsAnalytics({ choice: null, signal: true })).toBe(false)
})

test('[F4] the prompt is not shown without scripts, or when the choice is known', () => {
  expect(needsConsentPrompt({ choice: null, signal: false }, 1)).toBe(true)
  expect(needsConsentPrompt({ choice: null, signal: false }, 0)).toBe(false)
  expect(needsConsentPrompt({ choice: null, signal: true }, 1)).toBe(false)
  expect(needsConsentPrompt({ choice: 'necessary', signal: false }, 1)).toBe(false)
})

test('[F4] a choice of another version and an invalid value are ignored', () => {
  const stored = { choice: 'all', at: 1, version: CONSENT_VERSION }
  expect(parseConsent(stored)).toEqual(stored)
  for (const other of [
    null,
    'all',
    { ...stored, version: CONSENT_VERSION - 1 },
    { ...stored, choice: 'everything' },
  ]) {
    expect(parseConsent(other)).toBeNull()
  }
})
