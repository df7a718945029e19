import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeHumanCode, HUMAN_CODE_BYTES } from './human-code.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test('a code is its bytes in base 32, without letters that look like digits', () => {
  expect(encodeHumanCode(bytes(0, 0, 0, 0, 0))).toBe('00000000')
  expect(encodeHumanCode(bytes(255, 255, 255, 255, 255))).toBe('ZZZZZZZZ')
  expect(encodeHumanCode(bytes(0, 68, 50, 20, 199))).toBe('01234567')
  expect(encodeHumanCode(bytes(66, 84, 182, 53, 207))).toBe('89ABCDEF')
})

test('two codes are equal only if their bytes are equal; bytes after the fifth are ignored', () => {
  const five = fc.uint8Array({ minLength: HUMAN_CODE_BYTES, maxLength: HUMAN_CODE_BYTES })
  fc.assert(
    fc.property(five, five, (one, other) => {
      expect(encodeHumanCode(one)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      expect(encodeHumanCode(one) === encodeHumanCode(other)).toBe(String(one) === String(other))
      expect(encodeHumanCode(bytes(...one, 7))).toBe(encodeHumanCode(one))
    }),
  )
})
