import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { binLink, parseScan, skuSpellings, unitLink } from './unit-link.ts'

const SITE = 'https://shop.example'

test('[H14g] the link of a unit is in capitals, without the hyphen of its sku', () => {
  expect(unitLink(SITE, 'TL-1043274')).toBe('HTTPS://SHOP.EXAMPLE/U/TL1043274')
  expect(unitLink(SITE, 'TL-10-1')).toBe('HTTPS://SHOP.EXAMPLE/U/TL-10-1')
  expect(binLink(SITE, 'A-12-3')).toBe('HTTPS://SHOP.EXAMPLE/B/A-12-3')
})

test('[H14g] every link has only letters of the compact mode of QR codes', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (sku) => {
      expect(unitLink(SITE, sku)).toMatch(/^[0-9A-Z $%*+\-./:]+$/)
    }),
  )
})

test('[H14g] a sku is known with and without its hyphen, in any case', () => {
  expect(skuSpellings('tl1043274')).toEqual(['TL1043274', 'TL-1043274'])
  expect(skuSpellings(' TL-1043274 ')).toEqual(['TL-1043274'])
  expect(skuSpellings('2254517')).toEqual(['2254517'])
})

test('[H14g] a scanner types the link of a label, a person a sku', () => {
  expect(parseScan('HTTPS://SHOP.EXAMPLE/U/TL1043274')).toEqual({ kind: 'unit', sku: 'TL1043274' })
  expect(parseScan('https://shop.example/b/a-12-3 ')).toEqual({ kind: 'bin', bin: 'A-12-3' })
  expect(parseScan('tl1043274')).toEqual({ kind: 'unit', sku: 'tl1043274' })
  expect(parseScan('HTTPS://SHOP.EXAMPLE/U/A%ZZ')).toEqual({ kind: 'unit', sku: 'A%ZZ' })
  expect(parseScan(' ')).toBeNull()
})
