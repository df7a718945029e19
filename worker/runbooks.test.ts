/** The SQL of the runbooks in docs/operations.md does what they say. */
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import page from '../docs/operations.md?raw'
import { Browser, openShop, RILEY } from './account/testing/account.harness.ts'
import { openStaffSession } from './identity/staff/testing/staff.harness.ts'

beforeAll(openShop)
let browser: Browser
beforeEach(() => {
  browser = new Browser()
})

/** Returns the statements of the nth block of SQL below a heading, about this account. */
function statementsOf(heading: string, nth = 0): string[] {
  const [, section = ''] = page.split(`### ${heading}\n`)
  const [own = ''] = section.split('\n### ')
  const block = [...own.matchAll(/^```sql\n(.*?)^```/gms)][nth]?.[1] ?? ''
  return block
    .replace(/'(?:new|staff)@example\.com'/g, `'${RILEY.email}'`)
    .split(';')
    .filter((statement) => statement.trim() !== '')
}

/** Runs statements as `wrangler d1 execute` does; returns the rows of the last one. */
async function execute(statements: readonly string[]): Promise<Record<string, unknown>[]> {
  expect(statements.length).toBeGreaterThan(0)
  const results = await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)))
  return (results.at(-1)?.results ?? []) as Record<string, unknown>[]
}

const staffStatus = async () => (await browser.fetch('/staff/')).status

/** Returns the first name of the signed-in customer; `null` for a guest. */
async function firstname(): Promise<string | null> {
  const reply = await browser.fetch('/api/ext/session')
  return (await reply.json<{ result: { firstname: string | null } }>()).result.firstname
}

test('[H4] [H14] after a phone of staff is lost its sessions end and its passkeys are gone', async () => {
  const { staffId, secret } = await openStaffSession(env.DB, 'yard')
  await execute([
    "UPDATE staff SET email = 'casey@example.com' WHERE role = 'yard'",
    `INSERT INTO staff_passkey VALUES ('key', ${staffId}, x'00', 0, '[]', 'Phone', 0, NULL)`,
  ])
  browser.cookies.set('__Host-staff', secret)
  expect(await staffStatus()).toBe(200)
  await execute(statementsOf('A staff phone is lost'))
  expect(await staffStatus()).toBe(404)
  expect(await execute(['SELECT * FROM staff_passkey'])).toEqual([])
  expect(await execute(['SELECT name FROM staff'])).toHaveLength(1)
})

test('[H4] a mail that rested after 30 attempts is listed, and due again', async () => {
  await execute([
    `INSERT INTO outbox (kind, payload, created_at, attempts, last_error, next_at) VALUES ('order', '{}', 0, 30, '401', 9e15)`,
  ])
  const listed = await execute(statementsOf('Mails are stuck'))
  expect(listed).toEqual([
    { kind: 'order', attempts: 30, last_error: '401', since_utc: '1970-01-01 00:00:00' },
  ])
  await execute(statementsOf('Mails are stuck', 1))
  const [row] = await execute(['SELECT attempts, next_at <= unixepoch() * 1000 AS is_due FROM outbox'])
  expect(row).toEqual({ attempts: 0, is_due: 1 })
})

test('[H4] after a leaked secret everybody is signed out', async () => {
  await browser.signIn()
  expect(await firstname()).toBe('Riley')
  await execute(statementsOf('A secret has leaked'))
  expect(await firstname()).toBeNull()
})
