/** A connection that is lost before the answer: mails and the captcha ask once more, and the service counts them once. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCaptcha } from '../../identity/captcha/captcha.ts'
import { sendMail } from '../mail/mail.ts'

const MAIL = { apiUrl: 'https://mail.example', apiKey: 'key', from: 'shop@example.com' }
const LETTER = { to: 'dana@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
const CAPTCHA = { captcha: { secret: 'secret', siteKey: 'site', url: 'https://captcha.example' } }

let seen: Request[] = []
let outages = 0

beforeEach(() => {
  seen = []
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    seen.push(new Request(input, init))
    if (seen.length <= outages) throw new TypeError('Network connection lost.')
    return Response.json({ id: 'mail-1', success: true })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe.each([
  { lost: 1, asked: 2, works: true },
  { lost: 2, asked: 2, works: false },
])('[audit C7] connections lost: $lost', ({ lost, asked, works }) => {
  beforeEach(() => {
    outages = lost
  })

  test('a mail is sent with the same key', async () => {
    expect(await sendMail(MAIL, LETTER, 'outbox-7')).toMatchObject({ ok: works })
    expect(seen.map((request) => request.headers.get('idempotency-key'))).toEqual(
      Array.from({ length: asked }, () => 'outbox-7'),
    )
  })

  test('an answer of the captcha is asked about with the same key', async () => {
    expect(await checkCaptcha(CAPTCHA, 'person', '10.0.0.1')).toBe(works)
    const keys = await Promise.all(
      seen.map(async (request) => (await request.formData()).get('idempotency_key')),
    )
    expect(keys).toHaveLength(asked)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })
})
