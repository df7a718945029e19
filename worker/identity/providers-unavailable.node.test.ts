/** Services that say who somebody is, or that somebody is a person, while they fail, talk nonsense or are silent. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkCaptcha } from './captcha/captcha.ts'
import { facebookFinish, facebookIdentity } from './social/facebook.ts'
import { googleFinish, googleIdentity } from './social/google.ts'

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

const ASKED: [name: string, ask: () => Promise<unknown>, no: unknown][] = [
  ['Google, a code', () => googleFinish(GOOGLE, `${URL}/back`, 'code', STARTED), null],
  ['Google, a token', () => googleIdentity(GOOGLE, ID_TOKEN), null],
  ['Facebook, a code', () => facebookFinish(FACEBOOK, `${URL}/back`, 'code'), null],
  ['Facebook, a token', () => facebookIdentity(FACEBOOK, 'token'), null],
  ['the captcha', () => checkCaptcha({ captcha: CAPTCHA }, 'person', '10.0.0.1'), false],
]
type Answer = (signal: AbortSignal | null | undefined) => Promise<Response>
const AWAY: [how: string, answer: Answer][] = [
  ['refuses the connection', () => Promise.reject(new TypeError('Network connection lost.'))],
  ['fails', async () => new Response('<h1>502</h1>', { status: 502 })],
  ['talks nonsense', async () => new Response('<html>', { status: 200 })],
  [
    'is silent',
    (signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
  ],
]
const CASES = ASKED.flatMap(([name, ask, no]) =>
  AWAY.map(([how, answer]) => ({ name, how, ask, answer, no })),
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
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('[audit C1] [F1] [F3] a service that is away says no within 8 s, and the next try is free to succeed', () => {
  test.each(CASES)('$name: $how', async ({ ask, answer, no }) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      answer(init?.signal ?? (input instanceof Request ? input.signal : null)),
    )
    let said: { value: unknown } | null = null
    const asked = ask().then((value) => {
      said = { value }
    })
    let took = 0
    for (; said === null && took <= 8_000; took += 500) {
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
      if (said === null) await vi.advanceTimersByTimeAsync(500)
    }
    await asked
    expect(said).toEqual({ value: no })
    expect(took).toBeLessThanOrEqual(8_500)
  })
})
