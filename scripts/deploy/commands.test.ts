import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseStatements, baseVersion } from '../base/load.ts'
import { buildShop } from '../build.ts'
import { readMigrations } from '../load/migrate.ts'
import { runCommand, runFile, WRANGLER } from '../testing/run-command.harness.ts'
import { deployShop } from './deploy-shop.ts'
import { readRelease } from './release.ts'
import { deployOptions, fakePorts } from './testing/deployment.fixture.ts'
import { fakeCloudflare } from './testing/fake-cloudflare.ts'
import { type ServedFake, serveFake } from './testing/serve-fake.ts'

const fake = fakeCloudflare()
const folder = mkdtempSync(join(tmpdir(), 'treadline-remote-'))
let served: ServedFake

beforeAll(async () => {
  await buildShop({ quiet: true })
  const contents = {
    migrations: readMigrations(),
    baseVersion: baseVersion(),
    baseStatements: () => baseStatements('production' as const),
  }
  await deployShop(deployOptions({ release: readRelease(), contents }), fakePorts(fake))
  served = await serveFake(fake)
}, 180_000)
afterAll(async () => {
  await served.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string, args: string[]) => runCommand(script, args, served.env)

const rows = (sql: string) => [...fake.databases.values()][0]?.db.prepare(sql).all()

test('[H4] a second deployment by the command has nothing to do, also in CI without input', async () => {
  const before = fake.calls.filter(({ isMutation }) => isMutation).length
  const { stdout, stderr, status } = await run('deploy', ['--yes'])
  expect([stderr, status]).toEqual(['', 0])
  expect(stdout).toContain('https://treadline.tests.workers.dev is up to date: nothing to do')
  expect(fake.calls.filter(({ isMutation }) => isMutation)).toHaveLength(before)
})

test('[H4] a plan of another environment is JSON with its calls, and its text is not among it', async () => {
  const { stdout, status } = await run('deploy', ['--env', 'staging', '--plan', '--json'])
  expect(status).toBe(0)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject({ environment: 'staging', isApplied: false })
  expect(report.steps[0]).toMatchObject({
    id: 'database',
    title: 'create the D1 database treadline-staging in enam',
  })
})

test.each([
  [['--env', 'nowhere'], '--env should be one of production, staging, not "nowhere"'],
  [['--replace', 'CART_SECRET', '--yes'], '--replace CART_SECRET needs its new value'],
  [['--env', 'staging'], 'There is no terminal to ask: use --yes, or --plan to only look.'],
])('[H4] deploy %j changes nothing and says what is missing', async (args, problem) => {
  const { stderr, status } = await run('deploy', args)
  expect([stderr.trim(), status]).toEqual([problem, 2])
})

test('[H4] a catalog is imported into the deployed database, which a product command then changes', async () => {
  const file = join(folder, 'tires.csv')
  writeFileSync(file, 'sku,brand,model,size,condition,price\nRM-1,Halden,Velo,225/45R17,New,62\n')
  const loaded = await run('import', [file, '--to', 'remote', '--refused', join(folder, 'refused.csv')])
  expect([loaded.stderr, loaded.status]).toEqual(['', 0])
  expect(loaded.stdout).toContain('1 row: 1 loaded (1 new, 0 changed, 0 unchanged), 0 refused')
  const again = await run('import', [file, '--to', 'remote', '--refused', join(folder, 'refused.csv')])
  expect(again.stdout).toContain('1 row: 1 loaded (0 new, 0 changed, 1 unchanged), 0 refused')
  const changed = await run('product', ['RM-1', 'price=70', '--to', 'remote'])
  expect([changed.stderr, changed.status]).toEqual(['', 0])
  expect(rows("SELECT price FROM product WHERE sku = 'RM-1'")).toEqual([{ price: 7000 }])
})

test('[H4] [H14a] an owner who lost every passkey gets a new link, which ends what opened the back office before', async () => {
  const invite = (...more: string[]) =>
    run('staff', ['--invite', 'Sam Ortega <sam@tires.example>', '--role', 'owner', '--to', 'remote', ...more])
  const { stdout, stderr, status } = await invite()
  expect([stderr, status]).toEqual(['', 0])
  const LINK = /^https:\/\/treadline\.tests\.workers\.dev\/staff\/join\/#([\w-]{43})$/m
  const hash = (text: string) =>
    createHash('sha256')
      .update(LINK.exec(text)?.[1] ?? '')
      .digest('hex')
  const invited = () =>
    rows('SELECT staff_invitation.id, email, role FROM staff_invitation JOIN staff ON staff.id = staff_id')
  const sam = { email: 'sam@tires.example', role: 'owner' }
  expect(invited()).toEqual([{ id: hash(stdout), ...sam }])
  rows('DELETE FROM staff_invitation')
  rows("INSERT INTO staff_passkey SELECT 'key', id, x'00', 0, '[]', 'Phone', 1, 1 FROM staff")
  const unasked = await invite()
  expect([unasked.stdout, unasked.stderr.split(';')[0], unasked.status]).toEqual([
    '',
    'sam@tires.example has a passkey as owner',
    2,
  ])
  expect(invited()).toEqual([])
  const again = await invite('--yes')
  expect([again.stderr, again.status]).toEqual(['', 0])
  expect(invited()).toEqual([{ id: hash(again.stdout), ...sam }])
  expect(rows('SELECT id FROM staff_passkey')).toEqual([])
})

test('[H4] demo tires are refused by a production database', async () => {
  const { stderr, status } = await run('seed', ['--to', 'remote', '--yes', '--size', '10'])
  expect([stderr.trim(), status]).toEqual([
    'This database is marked as production (config shop/environment): demo tires are not loaded into it.',
    1,
  ])
})

test('[H4] a database that refuses a file is not reported as loaded', async () => {
  fake.fault = ({ path }) => (path.endsWith('/query') ? new Response('away', { status: 503 }) : undefined)
  try {
    const file = join(folder, 'tires.csv')
    const { stdout, stderr, status } = await run('import', [file, '--to', 'remote'])
    expect(status).toBe(1)
    expect(stderr).toContain('Cloudflare refused POST')
    expect(stdout).not.toContain('loaded')
  } finally {
    fake.fault = null
  }
})

test('[H4] a rollback without an earlier version changes nothing and says so', async () => {
  const { stderr, status } = await run('rollback', ['--yes'])
  expect([stderr.trim(), status]).toEqual([
    'treadline has no earlier version that passed its check: name one by its id',
    2,
  ])
})

test('[H4] wrangler finds the deployed database by its name, as docs/operations.md uses it', async () => {
  const command = 'SELECT count(*) AS states FROM region'
  const args = ['d1', 'execute', 'treadline', '--remote', '--json', '--command', command]
  const { stdout, status } = await runFile(WRANGLER, args, { env: served.env })
  expect(status, stdout).toBe(0)
  expect(JSON.parse(stdout)[0].results[0].states).toBeGreaterThan(40)
})
