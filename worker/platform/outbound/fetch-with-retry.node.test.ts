/** Tests lost connections: requests for mails and for the captcha are repeated once with the same idempotency key. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCaptcha } from '../../identity/captcha/captcha.ts'
import { sendMail } from '../mail/mail.ts'

const MAIL = { apiUrl: 'https://mail.example', apiKey: 'key', from: 'shop@example.com' }
const MESSAGE = { to: 'dana@example.com', subject: 'Hello', html: '<p>Hello</p>', text: 'Hello' }
const CAPTCHA = { captcha: { secret: 'secret', siteKey: 'site', url: 'https://captcha.example' } }

let requests: Request[] = []
let lostConnections = 0

beforeEach(() => {
  requests = []
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    requests.push(new Request(input, init))
    if (requests.length <= lostConnections) throw new TypeError('Network connection lost.')
    return Response.json({ id: 'mail-1', success: true })
  })
})

describe.each([
  { lost: 1, attempts: 2, works: true },
  { lost: 2, attempts: 2, works: false },
])('[audit C7] connections lost: $lost', ({ lost, attempts, works }) => {
  beforeEach(() => {
    lostConnections = lost
  })

  test('a mail is sent again with the same key', async () => {
    expect(await sendMail(MAIL, MESSAGE, 'outbox-7')).toMatchObject({ ok: works })
    expect(requests.map((request) => request.headers.get('idempotency-key'))).toEqual(
      Array.from({ length: attempts }, () => 'outbox-7'),
    )
  })

  test('a captcha response is verified again with the same key', async () => {
    expect(await checkCaptcha(CAPTCHA, 'person', '10.0.0.1')).toBe(works)
    const keys = await Promise.all(
      requests.map(async (request) => (await request.formData()).get('idempotency_key')),
    )
    expect(keys).toHaveLength(attempts)
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })
})
