/** Sign-in providers and the captcha service when they fail, reply with nonsense or do not answer. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCaptcha } from './captcha/captcha.ts'
import { facebookFinish, verifyFacebookToken } from './social/facebook.ts'
import { googleFinish, verifyGoogleIdToken } from './social/google.ts'

const URL = 'https://provider.example'
const GOOGLE = {
  clientId: 'client',
  clientSecret: 'secret',
  accountsUrl: URL,
  apiUrl: URL,
  keysUrl: `${URL}/certs`,
}
const FACEBOOK = { appId: '1000001', appSecret: 'secret', url: URL, graphUrl: URL }
const CAPTCHA = { secret: 'captcha-secret', siteKey: 'site-key', url: URL }
const STARTED = { state: 's', verifier: 'v'.repeat(43), nonce: 'n' }
const ID_TOKEN = `${btoa('{"alg":"RS256","kid":"k9"}')}.${btoa('{"sub":"1"}')}.c2ln`

const CALLS: [name: string, call: () => Promise<unknown>, refusal: unknown][] = [
  ['Google, a code', () => googleFinish(GOOGLE, `${URL}/back`, 'code', STARTED), null],
  ['Google, a token', () => verifyGoogleIdToken(GOOGLE, ID_TOKEN), null],
  ['Facebook, a code', () => facebookFinish(FACEBOOK, `${URL}/back`, 'code'), null],
  ['Facebook, a token', () => verifyFacebookToken(FACEBOOK, 'token'), null],
  ['the captcha', () => checkCaptcha({ captcha: CAPTCHA }, 'person', '10.0.0.1'), false],
]
type Reply = (signal: AbortSignal | null | undefined) => Promise<Response>
const FAILURES: [how: string, reply: Reply][] = [
  ['refuses the connection', () => Promise.reject(new TypeError('Network connection lost.'))],
  ['fails', async () => new Response('<h1>502</h1>', { status: 502 })],
  ['replies with nonsense', async () => new Response('<html>', { status: 200 })],
  [
    'does not answer',
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  ],
]
const CASES = CALLS.flatMap(([name, call, refusal]) =>
  FAILURES.map(([how, reply]) => ({ name, how, call, reply, refusal })),
)

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const end = new AbortController()
    setTimeout(() => end.abort(new DOMException('The operation timed out', 'TimeoutError')), ms)
    return end.signal
  })
})

describe('[audit C1] [F1] [F3] an unavailable service is a refusal within 8 s, and the next attempt may succeed', () => {
  test.each(CASES)('$name: $how', async ({ call, reply, refusal }) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      reply(init?.signal ?? (input instanceof Request ? input.signal : null)),
    )
    let result: { value: unknown } | null = null
    const pending = call().then((value) => {
      result = { value }
    })
    let elapsed = 0
    for (; result === null && elapsed <= 8_000; elapsed += 500) {
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
      if (result === null) await vi.advanceTimersByTimeAsync(500)
    }
    await pending
    expect(result).toEqual({ value: refusal })
    expect(elapsed).toBeLessThanOrEqual(8_500)
  })
})
