import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceHash, HASH_HEIGHT, HASH_WIDTH, isOneColor, toGray } from './difference-hash.ts'

const pictures = fc.array(fc.integer({ min: 0, max: 255 }), {
  minLength: HASH_WIDTH * HASH_HEIGHT,
  maxLength: HASH_WIDTH * HASH_HEIGHT,
})

const row = (values: readonly number[]) => Array.from({ length: HASH_HEIGHT }, () => values).flat()

test('[H14] the hash says for each pixel whether the next one is brighter', () => {
  expect(differenceHash(row([0, 1, 2, 3, 4, 5, 6, 7, 8]))).toBe('ffffffffffffffff')
  expect(differenceHash(row([8, 7, 6, 5, 4, 3, 2, 1, 0]))).toBe('0000000000000000')
  expect(differenceHash(row([0, 9, 0, 9, 0, 9, 0, 9, 0]))).toBe('aaaaaaaaaaaaaaaa')
})

test('[H14] a hash has 64 bits and does not change with the light', () => {
  fc.assert(
    fc.property(pictures, fc.integer({ min: 1, max: 50 }), (gray, light) => {
      expect(differenceHash(gray)).toMatch(/^[0-9a-f]{16}$/)
      expect(differenceHash(gray.map((value) => value + light))).toBe(differenceHash(gray))
    }),
  )
})

test('[H14] a picture of one color is recognized, a dark photo is not one', () => {
  expect(isOneColor(row(Array(9).fill(0)))).toBe(true)
  expect(isOneColor(row([250, 251, 250, 252, 250, 251, 250, 250, 250]))).toBe(true)
  expect(isOneColor(row([3, 4, 20, 3, 3, 3, 3, 3, 3]))).toBe(false)
})

test('[H14] brightness is read from the colors of a canvas', () => {
  expect(toGray([255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255])).toEqual([255, 0, 76])
})
