import { expect, test } from 'vitest'
import { signedInName } from './signed-in.store.ts'

test('[F1] the name is read from the cookie `signed-in` only', () => {
  expect(signedInName('cart-count=2; signed-in=Mary%20Ann')).toBe('Mary Ann')
  expect(signedInName('signed-in=Jos%C3%A9; cart-count=1')).toBe('José')
  expect(signedInName('not-signed-in=Eve')).toBe('')
  expect(signedInName('signed-in=')).toBe('')
  expect(signedInName('signed-in=%E0%A4%A')).toBe('')
})
