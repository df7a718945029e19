import { expect, test } from 'vitest'
import { isFreshSignIn } from './email-change.ts'

test('[audit A1] for ten minutes after a sign-in no password is required', () => {
  const signedInAt = 1_000_000
  expect(isFreshSignIn(signedInAt, signedInAt + 600_000)).toBe(true)
  expect(isFreshSignIn(signedInAt, signedInAt + 600_001)).toBe(false)
})
