import { expect, test } from 'vitest'
import { CONSENT_VERSION, mayCount, mayShare, mustAsk, parseConsent } from './consent.ts'

test('[F4] without an answer nothing of others runs, with a yes it does, and the browser’s signal is a no', () => {
  expect(mayShare({ choice: null, signal: false })).toBe(false)
  expect(mayShare({ choice: 'necessary', signal: false })).toBe(false)
  expect(mayShare({ choice: 'all', signal: false })).toBe(true)
  expect(mayShare({ choice: 'all', signal: true })).toBe(false)
})

test('[F4] who refused, or whose browser does, is not counted', () => {
  expect(mayCount({ choice: null, signal: false })).toBe(true)
  expect(mayCount({ choice: 'all', signal: false })).toBe(true)
  expect(mayCount({ choice: 'necessary', signal: false })).toBe(false)
  expect(mayCount({ choice: null, signal: true })).toBe(false)
})

test('[F4] nobody is asked where there is nothing to ask, or where the answer is known', () => {
  expect(mustAsk({ choice: null, signal: false }, 1)).toBe(true)
  expect(mustAsk({ choice: null, signal: false }, 0)).toBe(false)
  expect(mustAsk({ choice: null, signal: true }, 1)).toBe(false)
  expect(mustAsk({ choice: 'necessary', signal: false }, 1)).toBe(false)
})

test('[F4] an answer to another question, or none at all, does not count', () => {
  const kept = { choice: 'all', at: 1, version: CONSENT_VERSION }
  expect(parseConsent(JSON.stringify(kept))).toEqual(kept)
  for (const text of [
    null,
    '',
    '{',
    '"all"',
    JSON.stringify({ ...kept, version: CONSENT_VERSION - 1 }),
    JSON.stringify({ ...kept, choice: 'everything' }),
  ]) {
    expect(parseConsent(text)).toBeNull()
  }
})
