import { expect, test } from 'vitest'
import { isSameOrigin, sameSitePath } from './same-origin.ts'

const request = (headers: Record<string, string>) =>
  new Request('https://shop.test/cart/form/', { method: 'POST', headers })

test('a form of the shop is taken, by either header', () => {
  expect(isSameOrigin(request({ 'Sec-Fetch-Site': 'same-origin' }))).toBe(true)
  expect(isSameOrigin(request({ Origin: 'https://shop.test' }))).toBe(true)
})

test('a form of another site is refused, and one that does not say', () => {
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.test' },
    { Origin: 'https://shop.test.evil.example' },
    { Origin: 'null' },
    {},
  ]) {
    expect(isSameOrigin(request(headers as Record<string, string>))).toBe(false)
  }
})

test('a form leads back to pages of the shop only', () => {
  expect(sameSitePath('/t/s/225-45r17?page=2')).toBe('/t/s/225-45r17?page=2')
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'cart',
    '/a\nb',
    '',
    null,
    7,
  ]) {
    expect(sameSitePath(bad)).toBeNull()
  }
})
