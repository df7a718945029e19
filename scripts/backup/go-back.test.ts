import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { CARTS_TO_RECOVER } from '../../schema/orders/restored-order.ts'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { Interrupted } from '../deploy/deploy-shop.ts'
import { deploymentLock } from '../deploy/lock.ts'
import { thisProcess } from '../deploy/lock-owner.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { ACCOUNT, type FakeCloudflare, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { readLaterOrders, recoverStatement } from './after-restore.ts'
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

/** The lock of deployments, as this process or another one takes it. */
const lockOf =
  (api: GoBackPorts['api'], name = 'sam@laptop', machine = 'laptop') =>
  (isForced: boolean) =>
    deploymentLock({
      db: remoteD1(api, DATABASE),
      owner: { ...thisProcess(), name, machine },
      now: Date.now,
      isRunning: () => true,
      isForced,
    })
const LOCK = 'deploy/lock'

function ports(changes: Partial<GoBackPorts> = {}): GoBackPorts {
  const api = cloudflareApi({
    baseUrl: 'https://api.test/client/v4',
    account: ACCOUNT,
    token: TOKEN,
    fetch: fake.fetch,
    wait: async () => undefined,
  })
  return {
    api,
    openLock: lockOf(api),
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
const waiting = () => (JSON.parse(String(config(CARTS_TO_RECOVER))) as string[]).sort()
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
    "INSERT INTO config (path, value) VALUES ('catalog/snapshot', 'new') ON CONFLICT DO UPDATE SET value = 'new'",
  ])
  return since
}

test('[H4] a restore says which orders go, goes back, and has their carts write them again', async () => {
  const since = await sellSinceYesterday()
  await restoreTo({ since, database: 'treadline', file: record() }, ports())
  expect(statSync(record()).mode & 0o077).toBe(0)
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
  expect(waiting()).toEqual(['quote-N1', 'quote-OPEN'])
  expect(lines.join('\n')).toContain('restore them by hand:\n  N2 canceled')
  expect(config('catalog/version')).toMatch(/^restored-\d+$/)
  expect(config('catalog/snapshot')).toBeUndefined()
  const { orders } = readRecord(record(), 'treadline')
  expect(orders.map(({ orderNumber, payment }) => [orderNumber, payment])).toEqual([
    ['OPEN', 'pi_OPEN'],
    ['N1', 'pi_N1'],
    ['N2', 'pi_N2'],
  ])
})

test('[H4] a restore can be undone by its record', async () => {
  const since = await sellSinceYesterday()
  await restoreTo({ since, database: 'treadline', file: record() }, ports())
  const { undo: bookmark, startedAt } = readRecord(record(), 'treadline')
  const file = join(root, `undo-${count}.json`)
  await restoreTo({ since: startedAt, bookmark, database: 'treadline', file }, ports())
  expect(rows("SELECT order_number FROM sales_order WHERE order_number IN ('N1', 'N2')")).toHaveLength(2)
})

test('[H4] an undo brings back an order that was placed between the list and the restore', async () => {
  const since = await sellSinceYesterday()
  fake.fault = ({ path }) => {
    if (path.endsWith('/restore'))
      for (const sql of placeOrder('BETWEEN', 'C', false, Date.now()))
        fake.databases.get(DATABASE)?.db.exec(sql)
    return undefined
  }
  await restoreTo({ since, database: 'treadline', file: record() }, ports())
  fake.fault = null
  const { undo: bookmark, startedAt, orders } = readRecord(record(), 'treadline')
  expect(orders.map(({ orderNumber }) => orderNumber)).not.toContain('BETWEEN')
  const file = join(root, `undo-${count}.json`)
  await restoreTo({ since: startedAt, bookmark, database: 'treadline', file }, ports())
  expect(rows("SELECT order_number FROM sales_order WHERE order_number = 'BETWEEN'")).toHaveLength(1)
})

test('[H4] a restore waits for a deployment, and leaves no lock of the earlier time', async () => {
  const { api } = ports()
  const other = lockOf(api, 'kim@desk', 'desk')
  await other(false).renew()
  const since = await sellSinceYesterday()
  const restore = { since, database: 'treadline', file: record() }
  await expect(restoreTo(restore, ports())).rejects.toThrow('kim@desk deploys this environment now')
  expect(rows("SELECT 1 FROM sales_order WHERE order_number = 'N1'")).toHaveLength(1)
  await other(false).release()
  // The state of yesterday has the row of a deployment that has long ended.
  const holders: unknown[] = []
  await restoreTo(restore, ports({ log: () => void holders.push(config(LOCK)) }))
  expect(holders.at(-1)).toContain('sam@laptop')
  expect(config(LOCK)).toBeUndefined()
})

test('[H4] a restore that D1 refuses has changed nothing, and one without an answer may have', async () => {
  const since = await sellSinceYesterday()
  const restore = { since, database: 'treadline', file: record() }
  const answer = (status: number) => {
    fake.fault = ({ path }) => (path.endsWith('/restore') ? new Response('{}', { status }) : undefined)
    return restoreTo(restore, ports()).catch((error: unknown) => error)
  }
  expect(await answer(403)).not.toBeInstanceOf(Interrupted)
  expect([existsSync(record()), config(LOCK)]).toEqual([false, undefined])
  const unclear = await answer(503)
  expect(unclear).toBeInstanceOf(Interrupted)
  expect(String(unclear)).toContain('The database may be back already')
  expect(readRecord(record(), 'treadline').orders).toHaveLength(3)
  // Its answer would name the restored state as the one before.
  expect(fake.calls.filter(({ path }) => path.endsWith('/restore'))).toHaveLength(2)
})

test('[H4] a second list of carts joins the carts that still wait', async () => {
  const db = remoteD1(ports().api, DATABASE)
  await db.run([...placeOrder('A1', 'A'), ...placeOrder('A2', 'A'), ...placeOrder('A3', 'B')])
  const orders = (await readLaterOrders(db, 0)).filter(({ orderNumber }) => orderNumber.startsWith('A'))
  await db.run([recoverStatement(orders.slice(0, 2))])
  await db.run([recoverStatement(orders.slice(1))])
  expect(waiting()).toEqual(['quote-A1', 'quote-A2', 'quote-A3'])
  // A list that cannot be read is replaced.
  await db.run([`UPDATE config SET value = '["cut' WHERE path = '${CARTS_TO_RECOVER}'`])
  await db.run([recoverStatement(orders.slice(2))])
  expect(waiting()).toEqual(['quote-A3'])
})

test('[H4] an order that was given its time some minutes before it was written is read too', async () => {
  const db = remoteD1(ports().api, DATABASE)
  const now = Date.now()
  await db.run([
    ...placeOrder('EARLY', 'A', false, now - 14 * 60_000),
    ...placeOrder('OLD', 'A', false, now - 16 * 60_000),
  ])
  expect((await readLaterOrders(db, now)).map(({ orderNumber }) => orderNumber)).toEqual(['EARLY'])
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
    `The database is back, the rest is missing. Run: npm run restore -- --finish ${record()}`,
  )
  expect(config(CARTS_TO_RECOVER)).toBeUndefined()
  fake.fault = null
  await finishRestore(readRecord(record(), 'treadline'), ports())
  await finishRestore(readRecord(record(), 'treadline'), ports())
  expect(waiting()).toEqual(['quote-N1', 'quote-OPEN'])
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
