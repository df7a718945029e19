import { expect, test } from 'vitest'
import { randomBytes } from '../../platform/security/random-bytes.ts'
import { newQuoteId, verifyQuoteId } from './cart-id.ts'

const secret = 'a secret of the tests, long enough'

test('[D1] a quote id of the shop has 32 hex digits and is verified', () => {
  const id = newQuoteId(secret, randomBytes)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(verifyQuoteId(secret, id)).toBe(true)
  expect(newQuoteId(secret, randomBytes)).not.toBe(id)
})

test('[D1] a quote id with a changed digit, a forged one and one of another secret are refused', () => {
  const id = newQuoteId(secret, randomBytes)
  for (let index = 0; index < 32; index += 1) {
    const other = id.charAt(index) === '0' ? '1' : '0'
    expect(verifyQuoteId(secret, id.slice(0, index) + other + id.slice(index + 1))).toBe(false)
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
])('[D1] %s is no quote id of the shop', (id) => {
  expect(verifyQuoteId(secret, id)).toBe(false)
})
