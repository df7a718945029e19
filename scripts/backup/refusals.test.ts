import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CARTS_TO_RECOVER } from '../../schema/orders/restored-order.ts'
import { cloudflareApi } from '../deploy/cloudflare-api.ts'
import { ACCOUNT, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { type ServedFake, serveFake } from '../deploy/testing/serve-fake.ts'
import { runCommand } from '../testing/run-command.harness.ts'
import { openBucket } from './bucket-files.ts'
import type { RestoreRecord } from './go-back.ts'
import { openSqliteFile } from './sqlite-file.ts'
import { takeBackup } from './take-backup.ts'
import { openSmallShop } from './testing/small-shop.fixture.ts'

const fake = fakeCloudflare()
const root = mkdtempSync(join(tmpdir(), 'treadline-refusals-'))
let served: ServedFake

beforeAll(async () => {
  served = await serveFake(fake)
  const file = join(root, 'shop.sqlite')
  ;(await openSmallShop(3, file)).close()
  fake.databases.set('id-of-production', { name: 'treadline', region: 'enam', db: new DatabaseSync(file) })
})
afterAll(async () => {
  await served.close()
  rmSync(root, { recursive: true, force: true })
})
beforeEach(() => void fake.calls.splice(0))

const restore = (...args: string[]) => runCommand('restore', args, served.env)
/** Databases and carts that wait, and whether Time Travel was asked to go back. */
const state = () => ({
  databases: [...fake.databases.values()].map(({ name }) => name),
  waiting: fake.databases
    .get('id-of-production')
    ?.db.prepare('SELECT value FROM config WHERE path = ?')
    .get(CARTS_TO_RECOVER)?.value,
  wentBack: fake.calls.some(({ path }) => path.endsWith('/restore')),
})
const UNTOUCHED = { databases: ['treadline'], waiting: undefined, wentBack: false }

function putRecord(database: string): string {
  const file = join(root, `record-of-${database}.json`)
  const order = {
    orderNumber: 'N1',
    quoteId: 'quote-N1',
    status: 'paid',
    placedAt: 1,
    changedAt: 1,
    total: 1,
  }
  const record: RestoreRecord = {
    database,
    since: Date.parse('2026-11-25T18:00:00Z'),
    startedAt: Date.parse('2026-11-26T04:00:00Z'),
    bookmark: '0-0',
    undo: '0-1',
    orders: [{ ...order, paymentMethod: 'stripe', payment: null, isReversed: false }],
  }
  writeFileSync(file, JSON.stringify(record))
  return file
}

test.each(['--undo', '--finish'])('[H4] %s refuses the record of another environment', async (option) => {
  const file = putRecord('treadline-staging')
  const { stderr, status } = await restore(option, file, '--yes')
  expect([stderr.trim(), status, state()]).toEqual([
    `${file} is the record of a restore of treadline-staging, not of treadline`,
    2,
    UNTOUCHED,
  ])
})

test('[H4] a time before the database was created is one line that says what to do', async () => {
  const young = await restore('--at', new Date(Date.now() - 60_000).toISOString(), '--yes')
  expect([young.stderr, young.status]).toEqual([
    expect.stringMatching(
      /^D1 has no state of \S+Z, maybe because .+: choose a later time, or restore a backup by --from\n$/,
    ),
    2,
  ])
})

test('[H4] --finish says what it does, and does it when a person agrees', async () => {
  const file = putRecord('treadline')
  const what = 'treadline went back to 2026-11-25T18:00:00.000Z: the carts of 1 order are asked to write'
  const silent = await restore('--finish', file)
  expect([silent.stderr, silent.status, state()]).toEqual([expect.stringContaining(what), 2, UNTOUCHED])
  expect(silent.stderr).toContain('There is no terminal to ask')
  const agreed = await restore('--finish', file, '--yes')
  expect([agreed.stderr, agreed.status, state().waiting]).toEqual(['', 0, '["quote-N1"]'])
  expect(agreed.stdout).toContain(what)
  fake.databases.get('id-of-production')?.db.exec(`DELETE FROM config WHERE path = '${CARTS_TO_RECOVER}'`)
})

/** Takes a backup that says whose it is. */
async function backup(folder: string, owner: { environment: string; database: string }): Promise<string> {
  const { db, close } = openSqliteFile(join(root, 'shop.sqlite'))
  const source = { ...owner, release: null, db, readBookmark: null, copyFiles: null }
  await takeBackup(source, { folder, now: 0, progress: () => undefined })
  close()
  return folder
}

test.each([
  { environment: 'staging', database: 'treadline-staging' },
  { environment: 'production', database: 'another-shop' },
])(
  '[H4] the backup of another shop is restored only when a person agrees: %j',
  async (owner) => {
    const folder = await backup(join(root, owner.database), owner)
    const problem = `This is a backup of ${owner.database} (${owner.environment}), and the restore is for treadline (production).`
    for (const target of [['--into', 'treadline-2'], ['--files']]) {
      const { stderr, status } = await restore('--from', folder, ...target)
      expect([stderr, status, state()]).toEqual([expect.stringContaining(problem), 2, UNTOUCHED])
    }
    const agreed = await restore('--from', folder, '--into', 'treadline-2', '--yes')
    expect([agreed.stderr, agreed.status, state().databases]).toEqual(['', 0, ['treadline', 'treadline-2']])
    expect(agreed.stdout).toContain(problem)
    for (const [id, { name }] of fake.databases) if (name === 'treadline-2') fake.databases.delete(id)
  },
  60_000,
)

test('[H4] a damaged backup leaves no new database behind', async () => {
  const whole = await backup(join(root, 'whole'), { environment: 'production', database: 'treadline' })
  const damages: [file: string, problem: string][] = [
    ['manifest.json', 'is damaged, or of a newer checkout'],
    ['sales_order.jsonl.gz', 'is damaged: '],
  ]
  for (const [file, problem] of damages) {
    const folder = join(root, `damaged-${file}`)
    cpSync(whole, folder, { recursive: true })
    writeFileSync(join(folder, file), readFileSync(join(folder, file)).subarray(0, 40))
    const { stderr, status } = await restore('--from', folder, '--into', 'treadline-2')
    expect([stderr, status, state()]).toEqual([expect.stringContaining(problem), 2, UNTOUCHED])
  }
  const api = cloudflareApi({
    baseUrl: 'https://api.test/client/v4',
    account: ACCOUNT,
    token: TOKEN,
    fetch: fake.fetch,
  })
  fake.buckets.add('treadline-backups')
  const file = { key: 'production/damaged/manifest.json', contentType: 'application/json' }
  await openBucket(api, 'treadline-backups').put(file, Buffer.from('{"format": 1, "tab'))
  const { stderr, status } = await restore('--from', 'r2:damaged', '--into', 'treadline-2')
  rmSync('backups/production/damaged', { recursive: true })
  expect([stderr, status, state()]).toEqual([
    expect.stringContaining('manifest.json is damaged, or of a newer checkout'),
    2,
    UNTOUCHED,
  ])
}, 60_000)

test.each(['bad name; DROP', '-x', 'Upper', 'x'.repeat(64)])(
  '[H4] a new database with the name "%s" is refused',
  async (name) => {
    const folder = join(root, 'whole')
    expect(existsSync(folder)).toBe(true)
    const { stderr, status } = await restore('--from', folder, `--into=${name}`)
    expect([stderr.trim(), status, state()]).toEqual([
      `A database has a name of 1 to 63 lower-case letters, digits, hyphens and underscores, not "${name}"`,
      2,
      UNTOUCHED,
    ])
  },
)
