import { expect, test } from 'vitest'
import { isSameOrder, orderDigest } from './order-digest.ts'
import { cardOrder, cashOrder } from './testing/order-request.fixture.ts'

const LINE = { itemId: 1, sku: 'TL-2001-1', qty: 2, option: null }
const OTHER = { itemId: 2, sku: 'TL-2002-1', qty: 1, option: null }
const ordered = cardOrder({ lines: [LINE, OTHER] })

test.each([
  ['a repeated request', ordered],
  ['another token of a card', { ...ordered, confirmationToken: 'ctoken_other' }],
  ['campaign data', { ...ordered, marketing: '{"utm_source":"mail"}' }],
  ['lines in another sequence, with other ids', { ...ordered, lines: [OTHER, { ...LINE, itemId: 9 }] }],
  ['a request without lines', { ...ordered, lines: null }],
  ['a mailbox in capitals', { ...ordered, email: 'Ada@Example.com' }],
])('[audit A14] the same order: %s', (_, request) => {
  expect(isSameOrder(orderDigest(ordered), request)).toBe(true)
})

test.each([
  ['another quantity', { ...ordered, lines: [{ ...LINE, qty: 3 }, OTHER] }],
  ['a line less', { ...ordered, lines: [LINE] }],
  ['another payment method', { ...cashOrder(), lines: ordered.lines }],
  ['another street', { ...ordered, billingAddress: { ...ordered.billingAddress, street: ['1 Elm St'] } }],
  ['another mailbox', { ...ordered, email: 'eve@example.com' }],
])('[audit A14] another order: %s', (_, request) => {
  expect(isSameOrder(orderDigest(ordered), request)).toBe(false)
})

test('[audit A14] the digest of an earlier release matches every request', () => {
  expect(isSameOrder('a'.repeat(64), ordered)).toBe(true)
})
