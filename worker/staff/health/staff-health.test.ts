import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

const staff = new Browser({ VERSION: { id: 'release-of-the-test', tag: '', timestamp: '' } })

beforeAll(async () => {
  await openShop()
  await staff.signInAsStaff()
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
  expect(text).toContain('Cron hasn’t run yet.')
  expect(text).toContain('No alert today.')
  expect(text).toContain('Nobody has tried to pay online today.')
  expect(text).toContain('Database Answers')
  expect(text).not.toContain('Over the limit')
  expect(text).toContain('Pages without an error 99.9% of pages. Needs data points. Not measured')
})

test('[H12] staff see open and ended alerts, payments of today, and a part that does not answer', async () => {
  const now = Date.now()
  const minute = Math.floor(now / MINUTE_MS)
  await env.DB.exec(
    `INSERT INTO alert_incident (rule, value, route, opened_at, fired_at, ended_at) VALUES ('mails-late', 412, NULL, ${now}, ${now - 10 * MINUTE_MS}, NULL), ('orders-stuck', 2, NULL, ${now}, ${now}, ${now}), ('database-rows', 9, '/search', ${now}, ${now}, NULL)`,
  )
  await env.DB.exec(`INSERT INTO payment_call VALUES (${minute}, 'stripe', 'pay', 'declined', 3)`)
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 9}, 0, 'ok', NULL)`)
  const text = await read()
  expect(text).toContain('Open Emails are late 412 seconds the oldest email has waited; the limit is 300.')
  expect(text).toMatch(/Over Orders are stuck/)
  expect(text).toMatch(/Fine now; the alert ends at [^.]* [AP]M C[DS]T if it stays so/)
  expect(text).toContain('Not measured now; the alert stays open until the rule is measured again.')
  // The open alerts come before the ended one.
  expect(text.indexOf('Emails are late')).toBeLessThan(text.indexOf('Orders are stuck'))
  expect(text).toContain('9 times the rows of its week (route /search); the limit is 3.')
  expect(text).toContain('Payment Declined 3')
  expect(text).toContain('Cron ran last')
  expect(text).toMatch(/Watched State Value Limit Cron seconds between two runs\. Over the limit 5\d\d 180/)

  const away = new Browser({ KV: { get: () => Promise.reject(new Error('away')) } })
  away.cookies = staff.cookies
  expect(await (await away.fetch('/staff/health/')).text()).toMatch(
    /Namespace<\/th><td><strong class="tag tag-error">No answer/,
  )
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
  const untold = await read()
  expect(untold).toContain('We can’t measure rules that need data points')
  expect(untold).toContain('Requests Needs data points. Not measured 1')
  expect(await read(withToken)).toContain('Requests Cron has made no query yet. Not measured 1')
  await env.DB.exec(
    `INSERT INTO cron_minute VALUES (${minute - 30}, 0, NULL, 'queues-late'), (${minute - 25}, 0, NULL, ''), (${minute - 20}, 0, NULL, 'queues-late'), (${minute - 15}, 0, NULL, 'queues-late requests-fail')`,
  )
  await env.DB.exec(
    `INSERT INTO alert_measurement VALUES ('requests-slow', 340, 1240, NULL, ${now}), ('page-errors-budget', 25, 90000, NULL, ${now}), ('checkout-errors-budget', 120, 9000, NULL, ${now})`,
  )
  const text = await read(withToken)
  expect(text).toContain('Pages without an error 99.9% of pages. Fine 75%')
  expect(text).toContain('99.95% of requests and payments. Release only repairs 0%')
  expect(text).toMatch(/Requests Queries have failed for 2[01] minutes\. Not measured 1/)
  expect(text).toContain(
    'Speed of requests ms, which 95% of all requests are below. From 1,240 requests within 10 minutes. Fine 340 800',
  )
  expect(text).toMatch(
    /Data points seconds since queries of the data points began to fail\. Over the limit 1,2\d\d 900/,
  )
  await env.DB.exec(`INSERT INTO cron_minute VALUES (${minute - 10}, 0, NULL, '')`)
  await env.DB.exec(
    `INSERT INTO alert_incident (rule, value, opened_at, fired_at) VALUES ('requests-fail', 4, ${now}, ${now})`,
  )
  await env.DB.exec(`INSERT INTO alert_measurement VALUES ('requests-fail', 4, 500, NULL, ${now})`)
  await env.DB.exec(
    `INSERT INTO alert_measurement VALUES ('page-latency-budget', 5000, 20, NULL, ${now}), ('requests-slow', 900, 500, NULL, ${now - 16 * MINUTE_MS}) ON CONFLICT DO UPDATE SET value = excluded.value, measured_at = excluded.measured_at`,
  )
  const answered = await read(withToken)
  expect(answered).toContain(
    'Requests % of all requests. From 500 requests within 5 minutes. Over the limit 4 1',
  )
  expect(answered).toContain(
    'Pages within 600 ms 95% of pages. From 20 pages within 28 days. 100 are needed. Too few to say Checkout without',
  )
  expect(answered).toContain(
    'Pages within 600 ms, 28 days From 20 pages within 28 days. 100 are needed. Too few to say 90',
  )
  expect(answered).toMatch(/Speed of requests Last measured at [A-Z][^.]* [AP]M C[DS]T *\. Not measured 800/)
  expect(answered).toContain('seconds since queries of the data points began to fail. Fine 0 900')
})
