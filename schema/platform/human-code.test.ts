import fc from 'fast-check'
import { expect, test } from 'vitest'
import { READABLE_CODE_BYTES, readableCode } from './human-code.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)

test('a code is its bytes in base 32, without letters that are mistaken for digits', () => {
  expect(readableCode(bytes(0, 0, 0, 0, 0))).toBe('00000000')
  expect(readableCode(bytes(255, 255, 255, 255, 255))).toBe('ZZZZZZZZ')
  expect(readableCode(bytes(0, 68, 50, 20, 199))).toBe('01234567')
  expect(readableCode(bytes(66, 84, 182, 53, 207))).toBe('89ABCDEF')
})

test('two codes are alike only if their bytes are; more than forty bits are not looked at', () => {
  const five = fc.uint8Array({ minLength: READABLE_CODE_BYTES, maxLength: READABLE_CODE_BYTES })
  fc.assert(
    fc.property(five, five, (one, other) => {
      expect(readableCode(one)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
      expect(readableCode(one) === readableCode(other)).toBe(String(one) === String(other))
      expect(readableCode(bytes(...one, 7))).toBe(readableCode(one))
    }),
  )
})
