import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const staff = new Browser({ VERSION: { id: 'release-of-the-test', tag: '', timestamp: '' } })

beforeAll(async () => {
  await openShop()
  await staff.signIn({ email: 'counter@example.com', password: 'torque-and-true-26' })
})

/** Returns the text of the page, without markup. */
async function read(): Promise<string> {
  const response = await staff.fetch('/staff/health/')
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toContain('no-store')
  return (await response.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('[H12] only staff see the health of the shop', async () => {
  expect((await new Browser().fetch('/staff/health/')).status).toBe(404)
  const customer = new Browser()
  await customer.signIn()
  expect((await customer.fetch('/staff/health/')).status).toBe(404)
})

test('[H12] a new shop says that nothing has happened', async () => {
  const text = await read()
  expect(text).toMatch(/Release release-of-the-test, migration \d{4}_\w+\.sql/)
  expect(text).toContain('Cron has not run yet.')
  expect(text).toContain('No alert today.')
  expect(text).toContain('Nobody has tried to pay online today.')
  expect(text).toContain('Database Answers')
  expect(text).not.toContain('Too much')
})

test('[H12] staff see open and ended alerts, payments of today, and a part that does not answer', async () => {
  const now = Date.now()
  const minute = Math.floor(now / MINUTE_MS)
  await env.DB.exec(
    `INSERT INTO alert_incident (rule, value, opened_at, fired_at, ended_at) VALUES ('mails-late', 412, ${now}, ${now}, NULL), ('orders-stuck', 2, ${now}, ${now}, ${now})`,
  )
  await env.DB.exec(`INSERT INTO payment_call VALUES (${minute}, 'stripe', 'pay', 'declined', 3)`)
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 9}, 0, 'ok')`)
  const text = await read()
  expect(text).toContain(
    'Open Mails are late 412 seconds since the oldest mail that waits; the limit is 300.',
  )
  expect(text).toMatch(/Over Orders are stuck/)
  expect(text).toContain('pay declined 3')
  expect(text).toContain('Cron ran last')
  expect(text).toMatch(/Cron did not run Too much \d+ seconds between two runs/)

  const away = new Browser({ KV: { get: () => Promise.reject(new Error('away')) } })
  away.cookies = staff.cookies
  expect(await (await away.fetch('/staff/health/')).text()).toMatch(/Namespace<\/th><td>No answer/)
})
