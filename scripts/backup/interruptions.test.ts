import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { remoteD1 } from '../deploy/remote-d1.ts'
import { ACCOUNT, type FakeCloudflare, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import type { LoadableD1 } from '../load/target.ts'
import { startFile } from '../testing/run-command.harness.ts'
import { afterRestoreStatements } from './after-restore.ts'
import { readManifest } from './manifest.ts'
import { restoreDatabase } from './restore-database.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { takeBackup } from './take-backup.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

const root = mkdtempSync(join(tmpdir(), 'treadline-interrupted-'))
let shop: Awaited<ReturnType<typeof openSmallShop>>
const whole = join(root, 'whole')
const progress = () => undefined

beforeAll(async () => {
  shop = await openSmallShop(20)
  await backup(shop.db, whole)
})
afterAll(() => {
  shop.close()
  rmSync(root, { recursive: true, force: true })
})

function backup(db: LoadableD1, folder: string) {
  const source = {
    environment: 'local',
    database: 'treadline',
    release: null,
    db,
    readBookmark: null,
    copyFiles: null,
  }
  return takeBackup(source, { folder, now: 0, progress })
}

/** Fails call `at` of a database: before it takes effect, or after it, as when its answer is lost. */
function failing(db: LoadableD1, at: number, isApplied: boolean): { db: LoadableD1; count: () => number } {
  let calls = 0
  const fail = async <T>(call: () => Promise<T>): Promise<T> => {
    calls += 1
    if (calls !== at) return call()
    if (isApplied) await call()
    throw new Error('no answer')
  }
  return {
    db: {
      query: <Row>(sql: string) => fail(() => db.query<Row>(sql)),
      run: (all) => fail(() => db.run(all)),
    },
    count: () => calls,
  }
}

test('[H4] a backup that fails at any call is not taken for a backup, and the same command finishes it', async () => {
  const all = failing(shop.db, 0, false)
  await backup(all.db, join(root, 'counted'))
  const folder = join(root, 'failed')
  for (let at = 1; at <= all.count(); at += 7) {
    await expect(backup(failing(shop.db, at, false).db, folder)).rejects.toThrow('no answer')
    expect(() => readManifest(folder)).toThrow('not a whole backup')
  }
  await backup(shop.db, folder)
  expect(readManifest(folder)).toEqual(readManifest(whole))
})

test.each([true, false])(
  '[H4] a restore that fails at any call goes on later (applied: %s)',
  async (isApplied) => {
    const target = openSqliteFile(':memory:')
    const options = { callBytes: 20_000, progress, lastStatements: afterRestoreStatements(1) }
    let failures = 0
    for (let at = 1; ; at += 9) {
      const { db } = failing(target.db, at, isApplied)
      const result = await restoreDatabase(db, whole, options).catch((error: unknown) => String(error))
      if (typeof result === 'object') break
      // The last call was applied and only its answer is missing.
      if (result.includes('not empty')) break
      expect(result).toBe('Error: no answer')
      failures += 1
    }
    expect(failures).toBeGreaterThan(8)
    const [{ orders } = { orders: 0 }] = await target.db.query<{ orders: number }>(
      'SELECT count(*) AS orders FROM sales_order',
    )
    expect(orders).toBe(20)
    expect(await target.db.query("SELECT value FROM config WHERE path = 'catalog/version'")).toEqual([
      { value: 'restored-1' },
    ])
    // Ids that were given since the backup are not given again.
    await target.db.run(["INSERT INTO stock_pulse (stock_sku, at) VALUES ('A', 1)"])
    const [last] = await target.db.query<{ id: number }>('SELECT max(id) AS id FROM stock_pulse')
    expect(last?.id).toBeGreaterThan(1_000_000)
  },
)

test('[H4] a database with tables of its own is refused and stays as it is', async () => {
  const target = openSqliteFile(':memory:')
  await target.db.run(['CREATE TABLE own (id integer PRIMARY KEY)'])
  await expect(restoreDatabase(target.db, whole, { callBytes: 1, progress })).rejects.toThrow('is not empty')
  expect(await target.db.query('SELECT name FROM sqlite_schema')).toEqual([{ name: 'own' }])
})

test('[H4] a folder that has a backup is not overwritten', async () => {
  await expect(backup(shop.db, whole)).rejects.toThrow(`${whole} has a backup already`)
})

test.each(['cut', 'changed', 'missing'])(
  '[H4] a backup with a file that is %s is refused before anything is written',
  async (damage) => {
    const folder = join(root, damage)
    await backup(shop.db, folder)
    const file = join(folder, 'sales_order.jsonl.gz')
    if (damage === 'cut') truncateSync(file, 300)
    else if (damage === 'missing') rmSync(file)
    else writeFileSync(file, await import('node:zlib').then(({ gzipSync }) => gzipSync('["1"]\n')))
    const target = openSqliteFile(':memory:')
    await expect(restoreDatabase(target.db, folder, { callBytes: 1, progress })).rejects.toThrow('is damaged')
    expect(await target.db.query('SELECT name FROM sqlite_schema')).toEqual([])
    expect(existsSync(join(folder, 'manifest.json'))).toBe(true)
  },
)

/** A database of the fake account. Every third call is refused, fails, or loses its answer. */
function unreliableDatabase(fake: FakeCloudflare, db: string): LoadableD1 {
  let calls = 0
  const api = cloudflareApi({
    baseUrl: 'https://api.test/client/v4',
    account: ACCOUNT,
    token: TOKEN,
    wait: async () => undefined,
    fetch: async (input, init) => {
      calls += 1
      if (calls % 12 === 3) return new Response('{}', { status: 429, headers: { 'Retry-After': '1' } })
      if (calls % 12 === 6) return new Response('away', { status: 503 })
      const answer = await fake.fetch(input, init)
      if (calls % 12 === 9) throw new TypeError('fetch failed', { cause: new Error('lost') })
      return calls % 12 === 0 ? new Response('{"success": tr', { status: 200 }) : answer
    },
  })
  return remoteD1(api, db, { isIdempotent: true })
}

test('[H4] refusals, outages and lost answers of the API change nothing in a backup and in a restore', async () => {
  const fake = fakeCloudflare()
  const create = async (name: string) => {
    const path = `https://api.test/client/v4/accounts/${ACCOUNT}/d1/database`
    const made = await fake.fetch(path, { method: 'POST', body: JSON.stringify({ name }) })
    return ((await made.json()) as { result: { uuid: string } }).result.uuid
  }
  const first = await create('treadline')
  await restoreDatabase(unreliableDatabase(fake, first), whole, { callBytes: 50_000, progress })
  const folder = join(root, 'remote')
  await backup(unreliableDatabase(fake, first), folder)
  expect(readManifest(folder)).toEqual(readManifest(whole))
})

test('[H4] a drill that is killed leaves no customers’ data on this machine', async () => {
  const temporary = mkdtempSync(join(root, 'temporary-'))
  const env = { TMPDIR: temporary, SQLITE_TMPDIR: temporary }
  const { child, ended } = startFile('scripts/drill.ts', ['--from', whole, '--json'], { env })
  // Its first line of progress: the database is open.
  child.stderr?.once('data', () => child.kill('SIGKILL'))
  expect((await ended).status).toBe(null)
  expect(readdirSync(temporary)).toEqual([])
})
