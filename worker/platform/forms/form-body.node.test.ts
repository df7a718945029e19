import { expect, test } from 'vitest'
import { cutField } from './form-body.ts'

test('[A11] a shortened field ends with a whole character, so that it can be encoded in an address', () => {
  const cut = cutField(`${'a'.repeat(7_999)}😀`)
  expect(cut).toBe('a'.repeat(7_999))
  expect(encodeURIComponent(cutField(`${'a'.repeat(7_998)}😀`))).toMatch(/a%F0%9F%98%80$/)
})
