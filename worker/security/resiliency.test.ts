/** What a shopper sees while one dependency fails, is slow, is silent or answers wrongly: docs/resiliency.md. */
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OUTAGE_MESSAGES, STALE_PAGE } from '../../schema/platform/outbound/outage.ts'
import { openShop } from '../account/testing/account.harness.ts'
import {
  type Answer,
  DEPENDENCIES,
  type Dependency,
  ENDLESS_MS,
  FAULTS,
  FaultyShop,
} from './testing/faulty-shop.harness.ts'
import { JOURNEYS, type Journey, takeSteps } from './testing/journeys.harness.ts'

const HEAD = `# What a shopper sees during each fault

Written by \`worker/security/resiliency.test.ts\`, which takes each step in the real Worker while one dependency has a
fault, and fails when a cell changes, when an answer takes 15 s or longer, shows internal data, or is a 500 without the
shop's own words. After a change: \`npx vitest run worker/security/resiliency.test.ts -u\`. What happens in the minutes
after the first answer is in [faults.md](faults.md).

- **error**: each call fails, or a provider answers 500. **slow**: each answer takes two seconds. **silent**: no call is
  answered. **wrong**: no rows from D1, nothing from a binding, a page of another service from a provider.
- **·** the step works as without the fault. **4s** it works, after so many seconds. A letter with seconds: the answer of
  that letter came after so many seconds.
- **home**, **list** and **product** were opened by others before; **new list** and **search** by nobody. **add** puts a tire into the
  cart; **checkout** sends its first step. **cash** to **Affirm** place an order. Each shopper has a cart of their own.
- No page calls the mail service, so a mail waits in its row during its faults.
- No step opens a picture or begins an isolate, so the faults of R2 and KV have no effect here.

`
/** Sentences of a page about a fault, beside its heading. */
const NOTES = [
  ...Object.values(OUTAGE_MESSAGES),
  STALE_PAGE,
  'The search took too long',
  'Your cart is safe. Please try again.',
]
const shop = new FaultyShop()
/** Internal data that a shopper must not see. */
const INTERNAL = /secret_stuff|D1_ERROR|SQLITE|\n\s+at |\bworker\/\w+|node_modules|\bTypeError\b/

beforeAll(async () => {
  await openShop()
  await env.DB.prepare('UPDATE stock SET qty = 100000 WHERE stock_sku = ?').bind('TL-2001').run()
  await env.DB.prepare(
    "INSERT INTO config (path, value) VALUES ('contact/email/recipient_email', 'help@shop.example')",
  ).run()
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
  shop.open()
})
afterAll(() => {
  shop.close()
  vi.restoreAllMocks()
})

const clean = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns the words of an answer: the message of a call or form, or the heading of a page and its notes. */
function wordsOf({ text }: Answer): string {
  if (text.startsWith('{')) {
    const { result } = JSON.parse(text) as { result: unknown }
    if (typeof result === 'string') return result
    const { message = '', code = '' } = (result ?? {}) as { message?: string; code?: string }
    return message || code || 'another answer'
  }
  const [, heading = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(text) ?? []
  const known = NOTES.find((message) => clean(text).includes(message))
  return [clean(heading), known].filter(Boolean).join(': ') || clean(text).slice(0, 80) || 'nothing'
}

function isRight(journey: Journey | undefined, { status, text }: Answer): boolean {
  return status < 500 && status !== 404 && text.includes(journey?.proof ?? '') && !text.includes(STALE_PAGE)
}

/** Letters by what the shopper sees, in the order of their first appearance. */
const legend = new Map<string, string>()

function cellOf(journey: Journey | undefined, answer: Answer): string {
  const seconds = Math.round(answer.took / 1000)
  const time = seconds > 0 ? ` ${seconds}s` : ''
  if (isRight(journey, answer)) return time.trim() || '·'
  const seen = `${answer.status} ${wordsOf(answer)}`
  const nth = legend.size
  const letter = legend.get(seen) ?? String.fromCharCode(nth < 26 ? 65 + nth : 97 + nth - 26)
  legend.set(seen, letter)
  return `${letter}${time}`
}

/** Returns what no cell may be: endless, without the shop's own words, or with internal data. */
function problemsOf({ status, text, took }: Answer): string[] {
  const hasWords = text.startsWith('{') || text.includes('</h1>')
  return [
    ...(took >= ENDLESS_MS ? [`no answer within ${ENDLESS_MS} ms`] : []),
    ...(status === 0 || (status >= 500 && !hasWords) ? [`a raw ${status}: ${text.slice(0, 80)}`] : []),
    ...(INTERNAL.test(text) ? ['shows internal data'] : []),
  ]
}

/** Milliseconds for every journey with every fault on a busy machine. */
const TIMEOUT_MS = 300_000

test(
  '[audit C1] [G8] what a shopper sees during each fault is as docs/resiliency.md says',
  async () => {
    const healthy = await takeSteps(shop, null)
    expect(healthy.filter((answer, index) => !isRight(JOURNEYS[index], answer))).toEqual([])
    const problems: string[] = []
    const rows: string[] = []
    for (const dependency of Object.keys(DEPENDENCIES) as Dependency[]) {
      for (const fault of FAULTS) {
        const answers = await takeSteps(shop, { dependency, fault })
        const cells = answers.map((answer, index) => {
          const found = problemsOf(answer)
          problems.push(...found.map((one) => `${dependency} ${fault}, ${JOURNEYS[index]?.name}: ${one}`))
          return cellOf(JOURNEYS[index], answer)
        })
        rows.push(`| ${dependency} | ${fault} | ${cells.join(' | ')} |`)
      }
    }
    expect(problems).toEqual([])
    const names = JOURNEYS.map(({ name }) => name)
    const table = [
      `| dependency | fault | ${names.join(' | ')} |`,
      `|---|---|${names.map(() => '---').join('|')}|`,
      ...rows,
    ]
    const letters = [...legend].map(([seen, letter]) => `- **${letter}**: ${seen}`)
    await expect(
      `${HEAD}${table.join('\n')}\n\n## What the letters mean\n\n${letters.join('\n')}\n`,
    ).toMatchFileSnapshot('../../docs/resiliency.md')
  },
  TIMEOUT_MS,
)
