import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { staffPaths } from '../../../schema/paths.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { parseConfig } from '../../config.ts'
import { buildMail } from '../../mails.ts'
import { sendDailySummaries } from './daily-summary.ts'

/** 7:30 in Chicago on a day of winter time. */
const DUE = Date.UTC(2027, 0, 12, 13, 30)
let casey: Browser
let books: Browser

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: DUE - 2 * HOUR_MS })
  await openShop()
  ;[casey, books] = [new Browser(), new Browser()]
  await casey.signInAsStaff('counter')
  await books.signInAsStaff('books')
  await env.DB.exec(
    "INSERT INTO chat_conversation (room, started_at, last_at, last_author, last_text, unread) VALUES ('waits', 1, 1, 'shopper', 'Hi', 2)",
  )
})
afterAll(() => {
  vi.useRealTimers()
})

const setMail = async (who: Browser, on: Record<string, string>) => {
  const body = new URLSearchParams({ action: 'daily-summary', ...on })
  expect((await who.fetch(staffPaths.meForm, { method: 'POST', body })).status).toBe(303)
}

/** The rows of the outbox, and the mails that they become. */
async function mails(now: number) {
  const parsed = parseConfig(env)
  if (!parsed.ok) throw new Error('no configuration')
  const { results } = await env.DB.prepare(
    "SELECT kind, payload FROM outbox WHERE kind = 'staff-morning' ORDER BY id",
  ).all<{ kind: string; payload: string }>()
  return Promise.all(
    results.map(({ kind, payload }) =>
      buildMail(env, { kind, payload: JSON.parse(payload) }, parsed.config, now),
    ),
  )
}

test('[H14j] each person who wants it gets one daily summary at 7:30 with what waits for their role, also when the run is killed or repeated', async () => {
  await setMail(casey, { on: 'yes' })
  await setMail(books, { on: 'yes' })
  await sendDailySummaries(env, DUE - MINUTE_MS)
  expect(await mails(DUE)).toEqual([])
  const DB = new Proxy(env.DB, {
    get: (db, name) =>
      name === 'batch' ? () => Promise.reject(new Error('the Worker ended')) : Reflect.get(db, name).bind(db),
  })
  await expect(sendDailySummaries({ ...env, DB }, DUE)).rejects.toThrow('the Worker ended')
  await Promise.all([1, 2, 3].map((minutes) => sendDailySummaries(env, DUE + minutes * MINUTE_MS)))
  const [toCasey, toBooks, ...more] = await mails(DUE)
  expect([more, toBooks]).toEqual([[], null])
  expect(toCasey).toMatchObject({ to: 'counter@shop.example' })
  expect(toCasey?.text).toContain('Unread chats: 1')
  expect(toCasey?.text).not.toContain('Dealers to answer')
  // A mail that could not be sent that day is none the day after.
  expect((await mails(DUE + DAY_MS))[0]).toBeNull()
  await sendDailySummaries(env, DUE + DAY_MS + 5 * HOUR_MS)
  expect(await mails(DUE)).toHaveLength(2)
  await sendDailySummaries(env, DUE + DAY_MS)
  expect(await mails(DUE)).toHaveLength(4)
})

test('[H14j] one press ends the daily summary without a sign-in, by the link of that person alone', async () => {
  const [mail] = await mails(DUE)
  const href =
    /<(https:[^>]*)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1]?.slice(SITE.length) ?? ''
  const stranger = new Browser()
  expect((await stranger.fetch(href.replace('id=', 'id=9'))).status).toBe(404)
  expect((await stranger.fetch('/staff/daily-summary')).status).toBe(404)
  expect(await (await stranger.fetch(href)).text()).toContain('Stop the daily summary')
  expect(await (await casey.fetch(staffPaths.me)).text()).toContain(
    'You get a daily summary by email at 7:30',
  )
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await stranger.send(href, { method: 'POST', body }, {})).status).toBe(200)
  expect(await (await casey.fetch(staffPaths.me)).text()).toContain('Email me a daily summary')
  await sendDailySummaries(env, DUE + 2 * DAY_MS)
  expect((await mails(DUE + 2 * DAY_MS)).filter(Boolean)).toHaveLength(0)
  await env.DB.exec("UPDATE staff SET ended_at = 1 WHERE role = 'books'")
  await sendDailySummaries(env, DUE + 3 * DAY_MS)
  expect(await mails(DUE)).toHaveLength(5)
})
