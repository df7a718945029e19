import { expect, test } from 'vitest'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { newQuoteId, verifyQuoteId } from './cart-id.ts'

const secret = 'a secret of the tests, long enough'

test('[D1] an id of ours is 32 hex digits and verified', () => {
  const id = newQuoteId(secret, randomBytes)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(verifyQuoteId(secret, id)).toBe(true)
  expect(newQuoteId(secret, randomBytes)).not.toBe(id)
})

test('[D1] an id that is changed in any place, forged or of another secret is refused', () => {
  const id = newQuoteId(secret, randomBytes)
  for (let place = 0; place < 32; place += 1) {
    const other = id.charAt(place) === '0' ? '1' : '0'
    expect(verifyQuoteId(secret, id.slice(0, place) + other + id.slice(place + 1))).toBe(false)
  }
  for (const other of [`${secret}!`, secret, `${secret}!`])
    expect(verifyQuoteId(other, id)).toBe(other === secret)
})

test.each([
  [''],
  ['81668'],
  ['x'.repeat(32)],
  ['A'.repeat(32)],
  ['0'.repeat(31)],
  ['0'.repeat(33)],
  [null],
  [7],
])('[D1] %s is no id of ours', (id) => {
  expect(verifyQuoteId(secret, id)).toBe(false)
})
