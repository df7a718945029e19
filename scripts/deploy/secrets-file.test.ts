import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSecretsFile } from './secrets-file.ts'

const file = join(mkdtempSync(join(tmpdir(), 'treadline-secrets-')), 'keys.env')
const read = (text: string) => {
  writeFileSync(file, text)
  return readSecretsFile(file)
}

test('[H4] a file of secrets may have comments, quotes, a byte order mark and the line ends of any system', () => {
  expect(read('\uFEFF# keys\r\nMAIL_API_KEY="re_1"\r\n\r\nCAPTCHA_SECRET = 0x1\r')).toEqual({
    MAIL_API_KEY: 're_1',
    CAPTCHA_SECRET: '0x1',
  })
})

test('[H4] a line that would be ignored is refused by its number, without its text', () => {
  const text =
    'export MAIL_API_KEY=re_secret\nSTRIPE_SECRT_KEY=sk_live_secret\nCAPTCHA_SECRET=\nMAIL_API_KEY=re_1'
  let message = ''
  try {
    read(text)
  } catch (error) {
    message = String(error)
  }
  expect(message.replaceAll(file, 'FILE')).toBe(
    'Error: FILE, line 1: should be NAME=value of a secret\nFILE, line 2: should be NAME=value of a secret\nFILE, line 3: CAPTCHA_SECRET has no value',
  )
  expect(() => readSecretsFile('/nowhere/keys.env')).toThrow(
    '--secrets: the file /nowhere/keys.env cannot be read',
  )
})
