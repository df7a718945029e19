import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSameOrigin, safeRedirectPath } from './same-origin.ts'

const request = (headers: Record<string, string>) =>
  new Request('https://shop.test/cart/form/', { method: 'POST', headers })

test('a form of the shop is accepted by either header', () => {
  expect(isSameOrigin(request({ 'Sec-Fetch-Site': 'same-origin' }))).toBe(true)
  expect(isSameOrigin(request({ Origin: 'https://shop.test' }))).toBe(true)
})

test('a form of another site and a form without these headers are refused', () => {
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

test('a form redirects only to pages of the shop', () => {
  expect(safeRedirectPath('/t/s/225-45r17?page=2')).toBe('/t/s/225-45r17?page=2')
  for (const unsafe of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'cart',
    '/a\nb',
    '',
    null,
    7,
  ]) {
    expect(safeRedirectPath(unsafe)).toBeNull()
  }
})

test('[audit A8] a path that dot segments convert to the address of another site is refused', () => {
  for (const unsafe of [
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/a/b/../..//evil.example/?q#h',
    '/.//\t/evil.example',
    '/.\\/evil.example',
  ]) {
    expect([unsafe, safeRedirectPath(unsafe)]).toEqual([unsafe, null])
  }
  expect(safeRedirectPath('/t/s/../s/225-45r17?page=2#list')).toBe('/t/s/225-45r17?page=2#list')
  expect(safeRedirectPath('/x?to=//evil.example')).toBe('/x?to=//evil.example')
})

test('[audit A8] every returned path is a path of this site in every browser', () => {
  const piece = fc.constantFrom(
    ...['/', '//', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', 'evil.example', '@', ':', 'https:', '?', '#'],
    ...['\t', '\n', '\r', '\0', ' ', '\u2028', 'x', 'ü', '%', '%00', '[', 'javascript:', ';', '&back='],
  )
  const url = fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join('')}`)
  fc.assert(
    fc.property(url, (value) => {
      const path = safeRedirectPath(value)
      if (path === null) return
      const here = 'https://shop.example'
      const resolved = new URL(path, `${here}/login/?back=x`)
      expect(resolved.origin).toBe(here)
      expect(resolved.pathname + resolved.search + resolved.hash).toBe(path)
      expect(path).not.toMatch(/^\/[/\\]/)
      expect(safeRedirectPath(path)).toBe(path)
    }),
    { numRuns: 3000 },
  )
})
