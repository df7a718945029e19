import { expect, test } from 'vitest'
import { isBuiltInRoleName } from './permissions.ts'
import { isRoleName, roleNameKey, toRoleName } from './role-name.ts'

test.each([
  ['a zero-width space', 'Own\u200ber'],
  ['a mark of direction', 'Owner\u200f'],
  ['a word joiner', '\u2060Manager'],
  ['a soft hyphen', 'Owner\u00ad'],
  ['a Cyrillic letter', '\u041ewner'],
  ['a Greek letter', '\u039fwner'],
  ['a phonetic letter', '\u1d0fwner'],
  ['a mark on a letter', 'O\u0335wner'],
])('[H14a] a name of a role with %s is refused', (_, name) => {
  expect(isRoleName(toRoleName(name))).toBe(false)
})

test('[H14a] names of roles may have accents, digits and simple punctuation', () => {
  for (const name of ['Équipe de nuit', 'Straße 2', 'Sat. & Sun. (late)', 'Manager’s help', 'Counter/yard'])
    expect(isRoleName(toRoleName(name)), name).toBe(true)
})

test('[H14a] full-width letters and odd spaces are one name with the plain ones', () => {
  expect(toRoleName(' Ｎight\u00a0\u2003shift ')).toBe('Night shift')
  expect(roleNameKey('E\u0301quipe')).toBe(roleNameKey('éQUIPE'))
  for (const name of ['Ｏwner', 'ｍａｎａｇｅｒ', 'Yard\u00a0Phone'])
    expect(isBuiltInRoleName(name), name).toBe(true)
})
