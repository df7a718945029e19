import { DrizzleQueryError } from 'drizzle-orm/errors'
import { describe, expect, test } from 'vitest'
import { longTextReads } from '../../../schema/platform/testing/long-reads.harness.ts'
import { newConversationId } from '../../content/chat/conversation-id.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { describeError, redact } from './log-redaction.ts'
import { randomBytes } from './random-bytes.ts'
import { hashToken, newSecretToken } from './secret-token.ts'

describe('[API8] [F1] the log of a failure', () => {
  test('has its message, the stack and the cause', () => {
    const logged = describeError(new Error('no answer', { cause: new TypeError('D1 is away') }))
    expect(logged).toMatch(/^Error: no answer\n\s+at .*\ncaused by TypeError: D1 is away\n\s+at /s)
    expect(logged).toContain('log-redaction.test.ts')
    expect(describeError('plain words')).toBe('plain words')
    expect(describeError(undefined)).toBe('')
    expect(describeError(new Error('x'.repeat(9000))).length).toBeLessThanOrEqual(4000)
  })

  test('[audit A17] has no line breaks from a request', () => {
    const forged = '/nope\n[error] paid\r\u001b[2K\u2028x\u202e'
    expect(redact(forged)).toBe('/nope%0A[error] paid%0D%1B[2K%E2%80%A8x%E2%80%AE')
    const [first, ...rest] = describeError(new Error(`no ${forged}`)).split('\n')
    expect(first).toContain('no /nope%0A[error] paid')
    for (const line of rest) expect(line).toMatch(/^\s+at /)
    expect(describeError('a\nb')).toBe('a%0Ab')
  })

  test('has the text of a query, but not its parameters', () => {
    const params = ['riley@example.com', 'two\nlines', 'Hello, my name is Ada']
    const logged = describeError(
      new DrizzleQueryError('select 1 from review', params, new Error('D1_ERROR: busy')),
    )
    expect(logged).toContain('Failed query: select 1 from review')
    expect(logged).toContain('caused by Error: D1_ERROR: busy')
    expect(logged).not.toMatch(/riley|lines|Ada/)
  })

  test('has no credential in any notation', () => {
    const secret = newSecretToken()
    const quoteId = newQuoteId('a secret of the tests', randomBytes)
    const room = newConversationId('a secret of the tests', randomBytes)
    const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${newSecretToken()}`
    const written: [text: string, hidden: string][] = [
      [`GET https://shop.example/api/user/me?token=${jwt}&x=1 failed`, jwt],
      [`Authorization: Bearer opaque-thing`, 'opaque-thing'],
      [`{"refreshToken":"${secret}"}`, secret],
      [`{"password":"rubber-meets-road"}`, 'rubber-meets-road'],
      [`/api/cart/pull?cartId=${quoteId}`, quoteId],
      [`CART.getByName('${quoteId}') failed`, quoteId],
      [`no room ${room}`, room.split('.')[1] ?? ''],
      [`session ${hashToken(secret)}`, hashToken(secret) ?? ''],
      ['/auth-login/?state=abc-def&code=4/0AbCd', '4/0AbCd'],
      ['/newsletter/stop/?id=1&proof=abcdEFGH', 'abcdEFGH'],
      ['GET /order/TL-57FMF9WJ/abcdEFGHijklMNOPqrstUVWX/invoice', 'abcdEFGH'],
      ['cf-turnstile-response=0.abcdef', '0.abcdef'],
      ['No such payment_intent: pi_3abc_secret_XyZ9', 'XyZ9'],
      ['Invalid API Key provided: sk_test_treadline_sandbox', 'treadline_sandbox'],
      ['token ctoken_1Abcd2 was used', '1Abcd2'],
      ['hash $argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'aGFzaA'],
      ['already sent to riley@example.com', 'riley'],
    ]
    for (const [text, hidden] of written) {
      expect(redact(text)).not.toContain(hidden)
      expect(describeError(new Error(text, { cause: text }))).not.toContain(hidden)
    }
    expect(redact('/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002')).toBe(
      '/p/TL-1002/halden-velo-sport-225-45r17-94w-tl-1002',
    )
  })

  test('has the beginning of a very long text, without part of a secret at its end, and reads no more', async () => {
    const secret = newSecretToken()
    for (let before = 3_940; before < 4_010; before += 1) {
      const logged = redact(`${'a '.repeat(before / 2)} ${secret} ada.miller@example.com ${'b'.repeat(99)}`)
      expect(logged.length).toBeLessThanOrEqual(4000)
      for (const part of [secret.slice(0, 8), 'ada']) expect(logged).not.toContain(part)
    }
    const units = ['a', 'a.', '@a', 'eyJ-', '/order/', 'token', 'a_', '\n']
    const logAll = () =>
      units.map((unit) => [redact, describeError].map((logged) => logged(unit.repeat(60_000))))
    expect(await longTextReads(4_000, logAll)).toEqual([])
  })
})
