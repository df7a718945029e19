import * as v from 'valibot'
import { expect, test } from 'vitest'
import { THIRD_PARTY_SCRIPTS, thirdPartyScriptOrigins } from './third-party-script.ts'

const script = { name: 'Counter', src: 'https://count.example/c.js', purpose: 'Counts visits.' }
const isAccepted = (more: object) =>
  v.safeParse(THIRD_PARTY_SCRIPTS, JSON.stringify([{ ...script, ...more }])).success

test('the address of a third-party script is HTTPS, or localhost', () => {
  for (const src of [script.src, 'http://localhost:8080/c.js', 'http://127.0.0.1/c.js']) {
    expect(isAccepted({ src }), src).toBe(true)
  }
  for (const src of [
    'http://count.example/c.js',
    'https://a@count.example/c.js',
    '//count.example/c.js',
    'data:,1',
    '',
  ]) {
    expect(isAccepted({ src }), src).toBe(false)
  }
})

test('a third-party script has a name and a purpose; digest and policies are well-formed', () => {
  for (const invalid of [{ name: '' }, { purpose: '' }, { integrity: 'md5-x' }, { trustedTypes: ['a b'] }]) {
    expect(isAccepted(invalid), JSON.stringify(invalid)).toBe(false)
  }
  expect(isAccepted({ integrity: 'sha384-ab+/9==', trustedTypes: ['policy#1'] })).toBe(true)
  expect(v.safeParse(THIRD_PARTY_SCRIPTS, 'no list').success).toBe(false)
})

test('each origin of scripts is listed once', () => {
  const other = { ...script, src: 'https://other.example:8443/a/b.js' }
  expect(thirdPartyScriptOrigins([script, other, script])).toEqual([
    'https://count.example',
    'https://other.example:8443',
  ])
})
