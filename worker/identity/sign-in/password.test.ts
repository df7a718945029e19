import { expect, test, vi } from 'vitest'
import { hashPassword, needsRehash, verifyDummyPassword, verifyPassword } from './password.ts'

/** A hash of the demo data. */
const SCRYPT = '$scrypt$ln=14,r=8,p=5$cmlsZXlAZXhhbXBsZS5jbw$r/1alogdbGEbDgAClTRhEEJvFaaYILUke2nS8sSMw9I'

test('[F1] a new hash is Argon2id with its parameters, differs each time and verifies its password', async () => {
  const [hash, again] = [await hashPassword('tread-and-true-26'), await hashPassword('tread-and-true-26')]
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(again).not.toBe(hash)
  expect(needsRehash(hash)).toBe(false)
  expect(await verifyPassword('tread-and-true-26', hash)).toBe(true)
  expect(await verifyPassword('tread-and-true-27', hash)).toBe(false)
})

test('[F1] a scrypt hash is verified and needs a rehash', async () => {
  expect(await verifyPassword('tread-and-true-26', SCRYPT)).toBe(true)
  expect(await verifyPassword('tread-and-true-2', SCRYPT)).toBe(false)
  expect(needsRehash(SCRYPT)).toBe(true)
  const weaker = '$argon2id$v=19$m=4096,t=1,p=1$c2FsdHNhbHRzYWx0$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5'
  expect(needsRehash(weaker)).toBe(true)
})

test('[F1] a password is verified in every Unicode form of its letters', async () => {
  const hash = await hashPassword('re\u0301sume\u0301')
  expect(await verifyPassword('r\u00e9sum\u00e9', hash)).toBe(true)
})

test.each([
  '',
  'plain',
  '$scrypt$ln=30,r=8,p=5$c2FsdA$a2V5a2V5a2V5a2V5a2V5a2V5',
  '$argon2id$v=19$m=1,t=0,p=0$$',
  '$argon2id$',
])('[F1] an unreadable hash (%s) matches no password', async (hash) => {
  expect(await verifyPassword('anything', hash)).toBe(false)
})

test('[audit A9] a too long password is refused before it is normalized', async () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const marks = '\u0301\u0316'.repeat(32_768)
  for (const hash of ['$argon2id$v=19$m=19456,t=2,p=1$a$b', '$scrypt$ln=1,r=1,p=1$a$b'])
    expect(await verifyPassword(marks, hash)).toBe(false)
  expect(await verifyDummyPassword(marks)).toBe(false)
  await expect(hashPassword(marks)).rejects.toThrow(RangeError)
  expect(normalize.mock.contexts.filter((text) => String(text).length > 120)).toEqual([])
  normalize.mockRestore()
})

test('[F1] without a hash no password is right', async () => {
  expect(await verifyDummyPassword('nobody has this password')).toBe(false)
})
