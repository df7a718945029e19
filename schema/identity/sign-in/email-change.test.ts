import { expect, test } from 'vitest'
import { isFreshSignIn } from './email-change.ts'

test('[audit A1] a sign-in proves as much as the password for ten minutes', () => {
  const signedInAt = 1_000_000
  expect(isFreshSignIn(signedInAt, signedInAt + 600_000)).toBe(true)
  expect(isFreshSignIn(signedInAt, signedInAt + 600_001)).toBe(false)
})
