import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isUnitSku, numberOfSku, skuWithCheckDigit } from './unit-sku.ts'

test('[H14d] a sku has its number and a check digit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (number) => {
      const sku = skuWithCheckDigit(number)
      expect(sku.slice(0, -1)).toBe(`TL-${number}`)
      expect(numberOfSku(sku)).toBe(number)
    }),
  )
  for (const text of ['', 'TL-', 'TL-1', 'TL-012345', 'tl-104321', 'TL-10432x'])
    expect(isUnitSku(text)).toBe(false)
})

test('[H14d] every wrong digit and every swap of neighbors is found, for each number of the first five digits', () => {
  let missed = 0
  for (let number = 10_000; number < 20_000; number += 1) {
    const digits = skuWithCheckDigit(number).slice(3)
    for (let at = 0; at < digits.length; at += 1) {
      for (let digit = 0; digit < 10; digit += 1) {
        const wrong = `${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`
        if (wrong !== digits && isUnitSku(`TL-${wrong}`)) missed += 1
      }
      const swapped = `${digits.slice(0, at)}${digits[at + 1] ?? ''}${digits[at]}${digits.slice(at + 2)}`
      if (swapped !== digits && isUnitSku(`TL-${swapped}`)) missed += 1
    }
  }
  expect(missed).toBe(0)
})
