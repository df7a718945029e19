import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CARTS_TO_RECOVER } from '../../schema/orders/restored-order.ts'
import { ACCOUNT, fakeCloudflare, TOKEN } from '../deploy/testing/fake-cloudflare.ts'
import { type ServedFake, serveFake } from '../deploy/testing/serve-fake.ts'
import { migrate } from '../load/migrate.ts'
import { openLocalD1 } from '../load/target.ts'
import { runCommand, startFile } from '../testing/run-command.harness.ts'
import { openSmallShop, payOrder, placeOrder } from './testing/small-shop.fixture.ts'

const fake = fakeCloudflare()
const root = mkdtempSync(join(tmpdir(), 'treadline-backups-'))
let served: ServedFake

beforeAll(async () => {
  served = await serveFake(fake)
  const file = join(root, 'shop.sqlite')
  ;(await openSmallShop(12, file)).close()
  fake.databases.set('id-of-production', { name: 'treadline', region: 'enam', db: new DatabaseSync(file) })
})
afterEach(() => {
  fake.fault = null
})
afterAll(async () => {
  await served.close()
  rmSync(root, { recursive: true, force: true })
})

const run = (script: string, args: string[], variables: Record<string, string> = {}) =>
  runCommand(script, args, { ...served.env, ...variables })

const idOf = (wanted: string) =>
  [...fake.databases].find(([, { name }]) => name === wanted)?.[0] ?? expect.fail(`no database ${wanted}`)

const ordersOf = (name: string) =>
  [...fake.databases.values()]
    .find((one) => one.name === name)
    ?.db.prepare('SELECT count(*) AS count FROM sales_order')
    .get()

test('[H4] the deployed database is copied, tried, and restored into a new database that the next deployment uses', async () => {
  const folder = join(root, 'remote')
  const saved = await run('backup', ['--from', 'remote', '--to', folder])
  expect([saved.stderr, saved.status]).toEqual(['', 0])
  expect(saved.stdout.split('\n').filter((line) => line.endsWith('…'))).toEqual([
    expect.stringMatching(/^\d+ tables, [\d,]+ rows …$/),
    expect.stringMatching(/^\d+ files of the bucket …$/),
  ])
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).bookmarks).toEqual({
    start: expect.stringMatching(/^0+1-0000/),
    end: expect.stringMatching(/^0+2-0000/),
  })
  expect(statSync(folder).mode & 0o077).toBe(0)
  const tried = await run('drill', ['--from', folder, '--json'])
  expect(tried.status, tried.stderr).toBe(0)
  expect(JSON.parse(tried.stdout)).toMatchObject({ database: 'treadline', problems: [] })
  expect(JSON.parse(readFileSync(join(folder, 'drill.json'), 'utf8'))).toEqual(JSON.parse(tried.stdout))
  const restored = await run('restore', ['--from', folder, '--into', 'treadline-2'])
  expect([restored.stderr, restored.status]).toEqual(['', 0])
  expect(restored.stdout).toContain(
    'write "database": "treadline-2" into scripts/deploy/environments/production.json',
  )
  expect([ordersOf('treadline'), ordersOf('treadline-2')]).toEqual([{ count: 12 }, { count: 12 }])
  const again = await run('restore', ['--from', folder, '--into', 'treadline-2'])
  expect([again.stderr.trim(), again.status]).toEqual([
    'This database is not empty: a backup is restored into a new one only',
    2,
  ])
  for (const own of ['treadline', 'treadline-staging']) {
    const refused = await run('restore', ['--from', folder, '--into', own, '--env', 'staging'])
    expect([refused.stderr.trim(), refused.status]).toEqual([
      `${own} is the database of ${own === 'treadline' ? 'production' : 'staging'}: a backup is restored into a new one only`,
      2,
    ])
  }
  const remote = await run('drill', ['--from', folder, '--to', 'remote', '--env', 'production'])
  expect([remote.stderr, remote.status]).toEqual(['', 0])
  expect([...fake.databases.values()].map(({ name }) => name)).toEqual(['treadline', 'treadline-2'])
  fake.databases.delete(idOf('treadline-2'))
}, 120_000)

test('[H4] a drill deletes what an earlier drill has left, and never a database of somebody else', async () => {
  const folder = join(root, 'remote')
  const drill = () => run('drill', ['--from', folder, '--to', 'remote', '--env', 'production'])
  const leave = (sql: string) => {
    const db = new DatabaseSync(':memory:')
    db.exec(sql)
    fake.databases.set('id-of-drill', { name: 'treadline-drill', region: 'enam', db })
  }
  leave('CREATE TABLE own (id integer); INSERT INTO own VALUES (1)')
  const refused = await drill()
  expect([refused.stderr, refused.status]).toEqual([
    expect.stringContaining('treadline-drill that no drill has left'),
    2,
  ])
  expect(fake.databases.get('id-of-drill')?.db.prepare('SELECT id FROM own').all()).toHaveLength(1)
  leave("CREATE TABLE restore_mark (backup text); INSERT INTO restore_mark VALUES ('an older backup')")
  const again = await drill()
  expect([again.stderr, again.status]).toEqual(['', 0])
  expect([...fake.databases.values()].map(({ name }) => name)).toEqual(['treadline'])
}, 120_000)

test('[H4] a command that the account refuses has exit code 2 before its first change, 1 after it', async () => {
  const refuse = (pattern: RegExp) => {
    fake.fault = ({ method, path }) =>
      pattern.test(`${method} ${path}`) ? new Response('{}', { status: 403 }) : undefined
  }
  const folder = join(root, 'refused')
  const whole = join(root, 'remote')
  const codes: (number | boolean | null)[] = []
  refuse(/GET .+\/d1\/database$/)
  for (const [script, ...args] of [
    ['backup', '--from', 'remote', '--to', folder],
    ['drill', '--from', whole, '--to', 'remote'],
    ['restore', '--from', whole, '--into', 'treadline-new'],
    ['restore', '--at', new Date().toISOString(), '--yes'],
  ] as const)
    codes.push((await run(script, [...args])).status)
  expect([...codes, existsSync(folder)]).toEqual([2, 2, 2, 2, false])
  refuse(/GET .+\/r2\/buckets/)
  expect((await run('backup', ['--from', 'remote', '--to', folder])).status).toBe(1)
  refuse(/POST .+\/query$/)
  expect((await run('restore', ['--from', whole, '--into', 'treadline-new'])).status).toBe(1)
  fake.databases.delete(idOf('treadline-new'))
}, 120_000)

test.each([
  [
    'backup',
    ['--from', 'remote', '--to', 's3'],
    "--to s3 would be a folder inside this repository, which could publish customers' data. Write --to r2, or a folder outside: --to ../s3",
  ],
  ['backup', ['--from', 'elsewhere'], '--from should be local or remote, not "elsewhere"'],
  [
    'backup',
    ['--from', 'remote', '--env', 'staging'],
    'The account has no database treadline-staging: run npm run deploy -- --env staging',
  ],
  [
    'backup',
    ['--persist-to', 'no-such-folder'],
    'There is no local shop in no-such-folder: run npm start once',
  ],
  ['restore', ['--from', 'no-such-folder', '--into', 'x'], 'There is no folder no-such-folder'],
  [
    'restore',
    ['--from', 'docs', '--into', 'x'],
    'docs is not a whole backup: it has no manifest.json, which a backup writes last',
  ],
  [
    'restore',
    ['--at', 'now', '--from', 'docs'],
    'Say one of --at, --undo, --finish, --from, --recover and --payments; see --help',
  ],
  ['restore', ['--undo', 'package.json'], 'package.json is not the record of a restore'],
  [
    'restore',
    ['--payments', '2026-11-25T18:00:00Z'],
    '--payments needs STRIPE_SECRET_KEY as a variable, or --secrets FILE',
  ],
  [
    'restore',
    ['--payments', '2026-11-25T18:00:00Z', '--secrets', 'nowhere.env'],
    '--secrets: the file nowhere.env cannot be read',
  ],
  [
    'drill',
    ['--env', 'nowhere'],
    'There is no whole backup in backups/nowhere: run npm run backup -- --from remote --env nowhere',
  ],
])('[H4] %s %j says what is missing and changes nothing', async (script, args, problem) => {
  const { stderr, status } = await run(script, args)
  expect([stderr.trim(), status]).toEqual([problem, 2])
})

test('[H4] the deployed database goes back to a time, when a person agrees, and forth again by the record', async () => {
  const api = `${served.env.CLOUDFLARE_API_BASE_URL}/accounts/${ACCOUNT}/d1/database/id-of-production`
  await fetch(`${api}/time_travel/bookmark`)
  const at = new Date().toISOString()
  const production = fake.databases.get('id-of-production')
  for (const sql of [...placeOrder('LATER', 'A', false, Date.now()), ...payOrder('LATER', Date.now())])
    production?.db.exec(sql)
  const silent = await run('restore', ['--at', at])
  expect(silent.stderr).toContain('There is no terminal to ask')
  expect([silent.status, ordersOf('treadline')?.count]).toEqual([2, 13])
  const back = await run('restore', ['--at', at, '--yes'])
  expect([back.stderr, back.status]).toEqual(['', 0])
  expect(back.stdout).toContain('1 order placed since then would go, the newest LATER of')
  expect(ordersOf('treadline')?.count).toBe(12)
  const early = await run('restore', ['--payments', at], { STRIPE_SECRET_KEY: 'sk_test_of_the_tests' })
  expect([early.stderr, early.status]).toEqual([
    expect.stringContaining('have not written their orders yet: 1'),
    2,
  ])
  const silenced = await run('restore', ['--payments', at, '--yes'], {
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
  })
  expect([silenced.stderr, silenced.status]).toEqual([expect.stringContaining('or use --incomplete'), 2])
  const [, record = ''] = /--undo (\S+)/.exec(back.stdout) ?? []
  const undone = await run('restore', ['--undo', record, '--yes'])
  expect([undone.stderr, undone.status]).toEqual(['', 0])
  expect(ordersOf('treadline')?.count).toBe(13)
  rmSync(record)
  rmSync(/--undo (\S+)/.exec(undone.stdout)?.[1] ?? '')
}, 120_000)

test('[H4] carts of the former database are woken while no deployment runs', async () => {
  const former = await openSmallShop(0, join(root, 'former.sqlite'))
  await former.db.run([...placeOrder('FORMER', 'A', false, Date.now()), ...payOrder('FORMER', Date.now())])
  former.close()
  const db = new DatabaseSync(join(root, 'former.sqlite'))
  fake.databases.set('id-of-former', { name: 'treadline-former', region: 'enam', db })
  const shop = fake.databases.get('id-of-production')?.db
  const list = () =>
    shop?.prepare('SELECT value FROM config WHERE path = ?').get(CARTS_TO_RECOVER)?.value ?? '[]'
  const held = { name: 'kim@desk', machine: 'desk', pid: 7, until: Date.now() + 600_000 }
  shop?.prepare("INSERT INTO config (path, value) VALUES ('deploy/lock', ?)").run(JSON.stringify(held))
  const args = ['--recover', new Date().toISOString(), '--orders-of', 'treadline-former']
  const silent = await run('restore', args)
  expect([silent.stderr, silent.status, String(list()).includes('quote-FORMER')]).toEqual([
    expect.stringMatching(
      /^The carts of 1 order of treadline-former are asked.*\nThere is no terminal to ask/,
    ),
    2,
    false,
  ])
  const refused = await run('restore', [...args, '--yes'])
  expect([refused.stderr, refused.status, String(list()).includes('quote-FORMER')]).toEqual([
    expect.stringContaining('kim@desk deploys this environment now'),
    2,
    false,
  ])
  const { child, ended } = startFile('scripts/restore.ts', [...args, '--unlock', '--yes'], {
    env: served.env,
  })
  let isSignaled = false
  fake.fault = ({ path }) => {
    isSignaled ||= path.includes('id-of-production') && child.kill('SIGTERM')
    return undefined
  }
  const woken = await ended
  expect([woken.stderr, woken.status, isSignaled]).toEqual([
    'The restore is finished first; press Ctrl+C again to end at once …\n',
    0,
    true,
  ])
  expect(list()).toContain('quote-FORMER')
  expect(shop?.prepare("SELECT 1 FROM config WHERE path = 'deploy/lock'").all()).toEqual([])
  fake.databases.delete('id-of-former')
}, 120_000)

test('[H4] private files and photographs are copied once, and put back where they are missing', async () => {
  const objects = (bucket: string) =>
    `${served.env.CLOUDFLARE_API_BASE_URL}/accounts/${ACCOUNT}/r2/buckets/${bucket}/objects`
  const put = (key: string, body: string) =>
    fetch(`${objects('treadline-pictures')}/${key}`, {
      method: 'PUT',
      body,
      headers: { 'Content-Type': 'text/plain' },
    })
  await put('private/dealer/1%20license.pdf', 'license')
  await put('photos/TL-1.jpg', 'photo')
  await put('pictures/drawn.svg', 'drawn')
  const reads = () =>
    fake.calls.filter(({ method, path }) => method === 'GET' && path.includes('/objects/')).length
  const first = await run('backup', ['--from', 'remote', '--to', join(root, 'files-1')])
  expect([first.stderr, reads()]).toEqual(['', 2])
  await put('photos/TL-1.jpg', 'a better photo')
  const second = await run('backup', ['--from', 'remote', '--to', join(root, 'files-2')])
  expect([second.stderr, reads()]).toEqual(['', 3])
  const tried = await run('drill', ['--from', join(root, 'files-1'), '--json'])
  expect([JSON.parse(tried.stdout).problems, tried.status]).toEqual([[], 0])
  const stored = join(root, 'files')
  const fileOf = (text: string) =>
    readdirSync(stored)
      .map((name) => join(stored, name))
      .find((path) => readFileSync(path, 'utf8') === text) ?? expect.fail(`no file "${text}"`)
  const [photo, license] = [fileOf('photo'), fileOf('license')]
  writeFileSync(photo, 'phono')
  rmSync(license)
  const damaged = await run('drill', ['--from', join(root, 'files-1'), '--json'])
  expect([JSON.parse(damaged.stdout).problems, damaged.status]).toEqual([
    ['the file private/dealer/1 license.pdf is missing', 'the file photos/TL-1.jpg is damaged'],
    1,
  ])
  const staging = join(root, 'state-of-staging')
  fake.databases.set('id-of-staging', {
    name: 'treadline-staging',
    region: 'enam',
    db: new DatabaseSync(staging),
  })
  const toStaging = ['--from', join(root, 'files-1'), '--files', '--env', 'staging']
  const lacking = await run('restore', [...toStaging, '--yes'])
  expect([lacking.stderr.trim(), lacking.status]).toEqual([
    'The backup lacks these files: private/dealer/1 license.pdf, photos/TL-1.jpg',
    2,
  ])
  writeFileSync(photo, 'photo')
  writeFileSync(license, 'license')
  const back = await run('restore', [...toStaging, '--yes'])
  expect([back.stderr, back.status]).toEqual(['', 0])
  expect(back.stdout).toContain('2 of 2 files were missing')
  const restored = async (key: string) =>
    (await fetch(`${objects('treadline-staging-pictures')}/${key}`)).text()
  expect(await restored('private/dealer/1%20license.pdf')).toBe('license')
  expect(await restored('photos/TL-1.jpg')).toBe('photo')
}, 120_000)

test('[H4] a backup is uploaded to a bucket of the account, and restored from there', async () => {
  const early = await run('drill', ['--from', 'r2:newest'])
  expect([early.stderr.trim(), early.status]).toEqual([
    'The bucket treadline-backups has no backup yet: npm run backup -- --from remote --to r2',
    2,
  ])
  const saved = await run('backup', ['--from', 'remote', '--to', 'r2'])
  expect([saved.stderr, saved.status]).toEqual(['', 0])
  expect(saved.stdout).toMatch(/^uploading \d+ files …$/m)
  const [, time = ''] = /Uploaded to treadline-backups\/production\/(\S+)/.exec(saved.stdout) ?? []
  expect(fake.buckets.has('treadline-backups')).toBe(true)
  rmSync(join('backups/production', time), { recursive: true })
  const missing = await run('restore', ['--from', 'r2:1999', '--into', 'treadline-3'])
  expect([missing.stderr.trim(), missing.status]).toEqual([
    'The bucket treadline-backups has no whole backup 1999',
    2,
  ])
  const restored = await run('restore', ['--from', `r2:${time}`, '--into', 'treadline-3'])
  expect([restored.stderr, restored.status]).toEqual(['', 0])
  expect(ordersOf('treadline-3')).toEqual(ordersOf('treadline'))
  rmSync(join('backups/production', time), { recursive: true })
}, 120_000)

test('[H4] backups may have an account of their own, from which the newest one is tried', async () => {
  const other = fakeCloudflare()
  const tokens = new Map<string, Set<string | null>>()
  const routed = await serveFake({
    ...fake,
    fetch: (input, init) => {
      const [, account = ''] = /\/accounts\/([\w-]+)/.exec(String(input)) ?? []
      const seen = tokens.get(account) ?? new Set()
      tokens.set(account, seen.add(new Headers(init?.headers).get('authorization')))
      return account === 'account-of-backups'
        ? other.fetch(String(input).replace(account, ACCOUNT), init)
        : fake.fetch(input, init)
    },
  })
  const variables = {
    ...routed.env,
    BACKUP_API_TOKEN: 'token-of-backups',
    BACKUP_ACCOUNT_ID: 'account-of-backups',
  }
  const buckets = new Set(fake.buckets)
  fake.buckets.delete('treadline-backups')
  const half = await run('backup', ['--from', 'remote', '--to', 'r2'], {
    ...variables,
    BACKUP_ACCOUNT_ID: '',
  })
  expect([half.stderr.trim(), half.status]).toEqual([
    'BACKUP_ACCOUNT_ID is missing: set BACKUP_API_TOKEN, BACKUP_ACCOUNT_ID together, or none',
    2,
  ])
  const saved = await run('backup', ['--from', 'remote', '--to', 'r2'], variables)
  expect([saved.stderr, saved.status]).toEqual(['', 0])
  expect([fake.buckets.has('treadline-backups'), [...other.buckets]]).toEqual([false, ['treadline-backups']])
  expect([...(tokens.get('account-of-backups') ?? [])]).toEqual(['Bearer token-of-backups'])
  expect([...(tokens.get(ACCOUNT) ?? [])]).toEqual([`Bearer ${TOKEN}`])
  const [, time = ''] = /Uploaded to treadline-backups\/production\/(\S+)/.exec(saved.stdout) ?? []
  rmSync(join('backups/production', time), { recursive: true })
  const tried = await run('drill', ['--from', 'r2:newest', '--json'], variables)
  expect(tried.status, tried.stderr).toBe(0)
  expect(JSON.parse(tried.stdout)).toMatchObject({ backup: join('backups/production', time), problems: [] })
  rmSync(join('backups/production', time), { recursive: true })
  for (const name of buckets) fake.buckets.add(name)
  await routed.close()
}, 120_000)

test('[H4] a local shop is copied and restored into another folder of local state', async () => {
  const state = join(root, 'state')
  const shop = await openLocalD1(`${state}/v3`)
  await migrate(shop.db)
  await shop.db.run([
    "INSERT INTO stock VALUES ('A', 8, 1, 0, 0)",
    "INSERT INTO cms_page (id, identifier, title, meta_description, content, is_active, updated_at) VALUES (1, 'long', '', '', 'It''s 🚗 \u2028', 1, 1)",
    ...placeOrder('S1', 'A'),
  ])
  await shop.db.run(payOrder('S1'))
  await shop.close()
  const folder = join(root, 'local')
  const saved = await run('backup', ['--persist-to', state, '--to', folder])
  expect([saved.stderr, saved.status]).toEqual(['', 0])
  const copy = join(root, 'copy')
  const restored = await run('restore', ['--from', folder, '--into', 'local', '--persist-to', copy])
  expect([restored.stderr, restored.status]).toEqual(['', 0])
  const opened = await openLocalD1(`${copy}/v3`)
  expect(await opened.db.query('SELECT status FROM sales_order')).toEqual([{ status: 'paid' }])
  expect(await opened.db.query('SELECT content FROM cms_page')).toEqual([{ content: "It's 🚗 \u2028" }])
  await opened.close()
}, 120_000)
