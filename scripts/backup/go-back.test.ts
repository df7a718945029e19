import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { CARTS_TO_RECOVER } from '../../schema/orders/restored-order.ts'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { ACCOUNT, type FakeCloudflare, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { finishRestore, type GoBackPorts, parseRestoreTime, readRecord, restoreTo } from './go-back.ts'
import { cancelOrder, openSmallShop, payOrder, placeOrder } from './testing/small-shop.fixture.ts'
import { readBookmark } from './time-travel.ts'

const root = mkdtempSync(join(tmpdir(), 'treadline-go-back-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const DATABASE = 'id-of-production'
let fake: FakeCloudflare
let lines: string[]
let asked: string[]
let count = 0

beforeEach(async () => {
  fake = fakeCloudflare()
  lines = []
  asked = []
  count += 1
  const file = join(root, `shop-${count}.sqlite`)
  ;(await openSmallShop(3, file)).close()
  fake.databases.set(DATABASE, { name: 'treadline', region: 'enam', db: new DatabaseSync(file) })
})

function ports(changes: Partial<GoBackPorts> = {}): GoBackPorts {
  return {
    api: cloudflareApi({
      baseUrl: 'https://api.test/client/v4',
      account: ACCOUNT,
      token: TOKEN,
      fetch: fake.fetch,
      wait: async () => undefined,
    }),
    databaseId: DATABASE,
    log: (line) => void lines.push(line),
    confirm: async (what) => void asked.push(what),
    now: Date.now,
    ...changes,
  }
}

const rows = (sql: string) =>
  fake.databases
    .get(DATABASE)
    ?.db.prepare(sql)
    .all()
    .map((row) => ({ ...row }))
const config = (path: string) => rows(`SELECT value FROM config WHERE path = '${path}'`)?.[0]?.value
const record = () => join(root, `restore-${count}.json`)

/** Remembers the present as yesterday; then shoppers order. Returns the time of yesterday. */
async function sellSinceYesterday(): Promise<number> {
  const { api } = ports()
  const db = remoteD1(api, DATABASE)
  await db.run(placeOrder('OPEN', 'A'))
  await readBookmark(api, DATABASE)
  const since = Date.now()
  const later = since + 60_000
  await db.run(payOrder('OPEN', later))
  for (const order of ['N1', 'N2']) {
    await db.run(placeOrder(order, 'B', false, later))
    await db.run(payOrder(order, later))
  }
  await db.run(cancelOrder('N2', later))
  await db.run([
    "INSERT INTO config VALUES ('catalog/snapshot', 'new') ON CONFLICT DO UPDATE SET value = 'new'",
  ])
  return since
}

test('[H4] a restore says which orders go, goes back, and has their carts write them again', async () => {
  const since = await sellSinceYesterday()
  await restoreTo({ since, database: 'treadline', file: record() }, ports())
  expect(lines[0]).toMatch(
    /^2 orders placed since then would go, the newest N2 of \d{4}.+Z; 1 order changed since then$/,
  )
  expect(asked).toHaveLength(1)
  expect(rows("SELECT order_number FROM sales_order WHERE order_number IN ('OPEN', 'N1', 'N2')")).toEqual([
    { order_number: 'OPEN' },
  ])
  expect(rows("SELECT status FROM sales_order WHERE order_number = 'OPEN'")).toEqual([
    { status: 'pending_payment' },
  ])
  // The order that staff canceled is a person's work: its cart would write it as paid.
  expect(JSON.parse(String(config(CARTS_TO_RECOVER)))).toEqual(['quote-OPEN', 'quote-N1'])
  expect(lines.join('\n')).toContain('  N2 canceled')
  expect(config('catalog/version')).toMatch(/^restored-\d+$/)
  expect(config('catalog/snapshot')).toBeUndefined()
  const { orders } = readRecord(record())
  expect(orders.map(({ orderNumber, payment }) => [orderNumber, payment])).toEqual([
    ['OPEN', 'pi_OPEN'],
    ['N1', 'pi_N1'],
    ['N2', 'pi_N2'],
  ])
})

test('[H4] a restore can be undone by its record', async () => {
  const since = await sellSinceYesterday()
  await restoreTo({ since, database: 'treadline', file: record() }, ports())
  const { undo: bookmark, startedAt } = readRecord(record())
  const file = join(root, `undo-${count}.json`)
  await restoreTo({ since: startedAt, bookmark, database: 'treadline', file }, ports())
  expect(rows("SELECT order_number FROM sales_order WHERE order_number IN ('N1', 'N2')")).toHaveLength(2)
})

test('[H4] a restore that nobody confirms changes nothing', async () => {
  const since = await sellSinceYesterday()
  const before = fake.calls.filter(
    ({ isMutation, path }) => isMutation && path.includes('time_travel'),
  ).length
  const confirm = async () => {
    throw new Error('Nothing was changed.')
  }
  await expect(
    restoreTo({ since, database: 'treadline', file: record() }, ports({ confirm })),
  ).rejects.toThrow('Nothing was changed.')
  expect(
    fake.calls.filter(({ isMutation, path }) => isMutation && path.includes('time_travel')),
  ).toHaveLength(before)
  expect(existsSync(record())).toBe(false)
})

test('[H4] a restore that is interrupted after it went back is finished by its record', async () => {
  const since = await sellSinceYesterday()
  let isBack = false
  fake.fault = ({ path }) => {
    if (path.endsWith('/restore')) isBack = true
    return isBack && path.endsWith('/query') ? new Response('away', { status: 503 }) : undefined
  }
  await expect(restoreTo({ since, database: 'treadline', file: record() }, ports())).rejects.toThrow(
    `The database may be back already. Run: npm run restore -- --finish ${record()}`,
  )
  expect(config(CARTS_TO_RECOVER)).toBeUndefined()
  fake.fault = null
  await finishRestore(readRecord(record()), ports())
  await finishRestore(readRecord(record()), ports())
  expect(JSON.parse(String(config(CARTS_TO_RECOVER)))).toEqual(['quote-OPEN', 'quote-N1'])
  const [sequence] = rows("SELECT seq FROM sqlite_sequence WHERE name = 'sales_order'") ?? []
  expect(sequence?.seq).toBe(1_000_004)
})

const NOW = Date.parse('2026-11-26T04:00:00Z')
test.each([
  ['yesterday', '--at should be a time such as 2026-11-25T18:00:00Z, not "yesterday"'],
  ['2026-11-25', '--at should be a time such as 2026-11-25T18:00:00Z, not "2026-11-25"'],
  ['2026-11-26T04:00:01Z', '--at 2026-11-26T04:00:01Z is in the future'],
  ['2026-10-01T00:00:00Z', 'D1 keeps 30 days; --at 2026-10-01T00:00:00Z is older. Restore a backup.'],
])('[H4] the time %s is refused', (text, problem) => {
  expect(() => parseRestoreTime(text, NOW)).toThrow(problem)
})
