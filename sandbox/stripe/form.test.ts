import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeForm } from './form.ts'

test('nested records and lists are decoded', () => {
  const form = decodeForm('amount=12&metadata[order]=7&expand[0]=a&expand[1]=b&types[]=card&deep[a][b][c]=1')
  expect(JSON.parse(JSON.stringify(form))).toEqual({
    amount: '12',
    metadata: { order: '7' },
    expand: ['a', 'b'],
    types: ['card'],
    deep: { a: { b: { c: '1' } } },
  })
})

test('a key named __proto__ changes no prototype', () => {
  decodeForm('__proto__[polluted]=yes&a[__proto__][polluted]=yes')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('any flat record is encoded and decoded without loss', () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/)
  fc.assert(
    fc.property(fc.dictionary(name, fc.string()), (record) => {
      const fields = Object.entries(record).map(([key, value]) => [`metadata[${key}]`, value])
      const { metadata } = decodeForm(new URLSearchParams(fields).toString())
      expect({ ...((metadata as object | undefined) ?? {}) }).toEqual({ ...record })
    }),
  )
})
