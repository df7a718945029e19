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
async function read(browser = staff): Promise<string> {
  const response = await browser.fetch('/staff/health/')
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
    `INSERT INTO alert_incident (rule, value, route, opened_at, fired_at, ended_at) VALUES ('mails-late', 412, NULL, ${now}, ${now}, NULL), ('orders-stuck', 2, NULL, ${now}, ${now}, ${now}), ('database-rows', 9, '/search', ${now}, ${now}, NULL)`,
  )
  await env.DB.exec(`INSERT INTO payment_call VALUES (${minute}, 'stripe', 'pay', 'declined', 3)`)
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 9}, 0, 'ok', NULL)`)
  const text = await read()
  expect(text).toContain(
    'Open Mails are late 412 seconds since the oldest mail that waits; the limit is 300.',
  )
  expect(text).toMatch(/Over Orders are stuck/)
  expect(text).toContain('9 times the rows of its week (route /search); the limit is 3.')
  expect(text).toContain('pay declined 3')
  expect(text).toContain('Cron ran last')
  expect(text).toMatch(/Cron did not run Too much \d+ seconds between two runs/)

  const away = new Browser({ KV: { get: () => Promise.reject(new Error('away')) } })
  away.cookies = staff.cookies
  expect(await (await away.fetch('/staff/health/')).text()).toMatch(/Namespace<\/th><td>No answer/)
})

test('[H12] staff see why a rule about data points is not measured', async () => {
  const withToken = new Browser({
    METRICS_ACCOUNT: 'a'.repeat(32),
    METRICS_TOKEN: 'a token of the tests, long',
  })
  withToken.cookies = staff.cookies
  await env.DB.exec('DELETE FROM cron_minute')
  await env.DB.exec('DELETE FROM alert_incident')
  const now = Date.now()
  const minute = Math.floor(now / MINUTE_MS)
  expect(await read()).toContain('Requests fail Not measured The Worker has no METRICS_TOKEN')
  expect(await read(withToken)).toContain('Requests fail Not measured Cron has made no query yet.')
  await env.DB.exec(
    `INSERT INTO cron_minute VALUES (${minute - 30}, 0, NULL, 'queues-late'), (${minute - 25}, 0, NULL, ''), (${minute - 20}, 0, NULL, 'queues-late'), (${minute - 15}, 0, NULL, 'queues-late requests-fail')`,
  )
  const text = await read(withToken)
  expect(text).toMatch(/Requests fail Not measured Queries have failed for 2[01] minutes\./)
  expect(text).toContain('Requests are slow Fine Measured every five minutes.')
  expect(text).toMatch(/The data points cannot be read Too much 12\d\d seconds/)
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 10}, 0, NULL, '')`)
  await env.DB.exec(
    `INSERT INTO alert_incident (rule, value, opened_at, fired_at) VALUES ('requests-fail', 4, ${now}, ${now})`,
  )
  const answered = await read(withToken)
  expect(answered).toContain('Requests fail Alert is open Measured every five minutes.')
  expect(answered).toContain('The data points cannot be read Fine 0 seconds')
})
