/** Tests each mail limit from both sides: one mailbox is not flooded, and thirty people of an office receive their mails. */
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../schema/platform/duration.ts'
import { type LimitedMail, MAIL_LIMITS } from '../../../schema/platform/limits/mail-limits.ts'
import { requestPasswordReset } from '../../account/sign-in/passwords.ts'
import { call, openShop } from '../../account/testing/account.harness.ts'
import { addReminder, optOutOfReminders } from '../../cart/abandoned/cart-reminder.sql.ts'
import { parseConfig } from '../../config.ts'
import { newQuoteId } from '../../identity/session/cart-id.ts'
import { deliverOutbox } from '../../mails.ts'
import { randomBytes } from '../security/random-bytes.ts'
import { countMail } from './mail-count.ts'

beforeAll(openShop)
let sent: string[]
beforeEach(() => {
  sent = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { to } = (await new Request(input, init).json()) as { to: string[] | string }
    sent.push(String(to))
    return Response.json({ id: 'mail' })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const parsed = parseConfig(env)
if (!parsed.ok) throw new Error(parsed.problems.join())
const { config } = parsed
let id = 1_000_000
const NOON = Date.UTC(2026, 10, 22, 12)

const count = (kind: LimitedMail, to: string, now: number, row = ++id) =>
  countMail(env.DB, config, { id: row, kind, to }, now)

/** Sets the counters that started at `since` to this number of mails. */
const setCount = (since: number, mails: number) =>
  env.DB.prepare('UPDATE sign_in_attempt SET failures = ?2 WHERE since = ?1').bind(since, mails).run()

describe('[audit A4] mails of one mailbox', () => {
  test.each(Object.keys(MAIL_LIMITS) as LimitedMail[])('%s: limited per hour and per day', async (kind) => {
    const { hour, day, beyond } = MAIL_LIMITS[kind]
    const now = NOON + id
    // Where the day has one mail, the first is the last.
    const first = day === 1 ? 'last' : 'now'
    expect(await count(kind, 'victim@gmail.com', now)).toBe(first)
    await setCount(now, hour)
    expect(await count(kind, 'v.ictim+1@gmail.com', now)).toBe(beyond)
    const next = hour === day ? beyond : hour + 1 === day ? 'last' : 'now'
    expect(await count(kind, 'Victim@GoogleMail.com', now + HOUR_MS)).toBe(next)
    // A new hour does not reset the counter of the day.
    await setCount(now, day)
    expect(await count(kind, 'victim@gmail.com', now + 2 * HOUR_MS)).toBe(beyond)
    expect(await count(kind, 'victim@gmail.com', now + DAY_MS)).toBe(first)
    // Thirty people of one office.
    for (let person = 0; person < 30; person += 1) {
      expect(await count(kind, `person${person}@office.example`, now)).toBe(first)
    }
  })

  test('a mail with several attempts is counted once', async () => {
    for (let at = 0; at < 20; at += 1) {
      expect(await count('reset-password', 'patient@example.com', NOON, 999_999)).toBe('now')
    }
    expect(await count('reset-password', 'patient@example.com', NOON)).toBe('now')
  })
})

async function put(kind: LimitedMail, payload: object): Promise<number> {
  const row = await env.DB.prepare(
    'INSERT INTO outbox (kind, payload, created_at, next_at) VALUES (?, ?, ?, ?) RETURNING id',
  )
    .bind(kind, JSON.stringify(payload), NOON, NOON)
    .first<{ id: number }>()
  return row?.id ?? 0
}
const rowOf = (row: number) =>
  env.DB.prepare('SELECT attempts, last_error, sent_at, next_at FROM outbox WHERE id = ?')
    .bind(row)
    .first<{ attempts: number; last_error: string | null; sent_at: number | null; next_at: number }>()

test('[audit A4] a mail above its limit is dropped with its reason, or delayed without losing an attempt', async () => {
  const { hour } = MAIL_LIMITS.welcome
  const welcomes = await Promise.all(
    Array.from({ length: hour + 1 }, () => put('welcome', { email: 'riley@example.com' })),
  )
  for (const row of welcomes) await deliverOutbox(env, row, NOON)
  expect(sent).toHaveLength(hour)
  expect(await rowOf(welcomes.at(-1) ?? 0)).toMatchObject({
    sent_at: null,
    last_error: 'beyond the limit of mails of this kind to one mailbox',
  })
  await deliverOutbox(env, welcomes.at(-1) ?? 0, NOON + 2 * HOUR_MS)
  expect(sent).toHaveLength(hour)

  sent = []
  const notices = await Promise.all(
    Array.from({ length: MAIL_LIMITS['password-changed'].hour + 1 }, () =>
      put('password-changed', { customerId: 1 }),
    ),
  )
  for (const row of notices) await deliverOutbox(env, row, NOON)
  expect(sent).toHaveLength(notices.length - 1)
  const late = notices.at(-1) ?? 0
  expect(await rowOf(late)).toMatchObject({ attempts: 0, sent_at: null, next_at: NOON + HOUR_MS / 2 })
  await deliverOutbox(env, late, NOON + HOUR_MS / 2)
  expect(await rowOf(late)).toMatchObject({ attempts: 0, sent_at: null })
  await deliverOutbox(env, late, NOON + HOUR_MS)
  expect(await rowOf(late)).toMatchObject({ sent_at: NOON + HOUR_MS })
})

describe('[audit A4] [D11] reminders', () => {
  const remind = async (
    email: string,
    now: number,
    quoteId = newQuoteId(config.cartSecret, randomBytes),
    step = 0,
  ) => {
    const [mail] = await addReminder(env.DB, { quoteId, step, email, customerId: null, now })
    return { quoteId, written: (mail?.results ?? []).length }
  }

  test('forty carts with one mailbox have one reminder; the next step of the same cart is still sent', async () => {
    const first = await remind('left@gmail.com', NOON)
    expect(first.written).toBe(1)
    for (let at = 0; at < 40; at += 1) {
      expect((await remind(`l.eft+${at}@gmail.com`, NOON + at)).written).toBe(0)
    }
    expect((await remind('left@gmail.com', NOON + DAY_MS - 1, first.quoteId, 1)).written).toBe(1)
    expect((await remind('left@gmail.com', NOON + 2 * DAY_MS)).written).toBe(1)
    expect((await remind('colleague@office.example', NOON)).written).toBe(1)
  })

  test('a mailbox that opted out receives no reminder under any spelling of its address', async () => {
    await optOutOfReminders(env.DB, 'quiet+tires@gmail.com', NOON)
    for (const email of ['quiet+tires@gmail.com', 'qui.et@gmail.com', 'quiet+2@googlemail.com']) {
      expect((await remind(email, NOON)).written).toBe(0)
    }
  })
})

test('[audit A10] [audit A4] after a day of requests by attackers the newest reset link still works for the owner', async () => {
  const { day } = MAIL_LIMITS['reset-password']
  const mails: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    mails.push((await new Request(input, init).json<{ text: string }>()).text)
    return Response.json({ id: 'mail' })
  })
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  // An attacker with many networks and a whole day is not stopped by the limits per minute and network.
  const OUTBOX = { sendBatch: async () => undefined }
  const context = { env: { ...env, OUTBOX }, get: () => config } as unknown as Parameters<
    typeof requestPasswordReset
  >[0]
  const outbox = () =>
    env.DB.prepare(
      "SELECT id FROM outbox WHERE kind = 'reset-password' AND sent_at IS NULL AND attempts = 0",
    ).all<{
      id: number
    }>()
  try {
    // Each request comes from a new network, until no more mail is sent.
    for (let hours = 0; hours < 23; hours += 1) {
      vi.setSystemTime(start + hours * HOUR_MS)
      for (let at = 0; at < 3; at += 1) {
        await requestPasswordReset(context, 'riley@example.com')
        for (const { id: row } of (await outbox()).results) await deliverOutbox(env, row, Date.now())
      }
    }
    expect(mails).toHaveLength(day)
    const newest = mails.at(-1) ?? ''
    expect(newest).toContain('for one day')
    const resetToken = /token=([\w-]+)/.exec(newest)?.[1]
    const next = { email: 'riley@example.com', newPassword: 'a-quiet-mile-of-road', resetToken }
    expect(await call('POST', 'user/create-password', next)).toMatchObject({ code: 200, result: true })
  } finally {
    vi.useRealTimers()
  }
})
