/** Commands as people type them: help, one clear line for each mistake, a deployment without an account. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve as absolute, join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'
import { isWritable } from './doctor.ts'
import { LOCAL_DATABASE } from './load/target.ts'
import { parseVars, varProblems } from './local-vars.ts'
import { explainNpmFailure } from './npm-failure.mjs'
import { runFile, WRANGLER } from './testing/run-command.harness.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const files = [...new Set(Object.values(scripts).map((line) => /bootstrap\.mjs (\S+)/.exec(line)?.[1] ?? ''))]

test.concurrent.each(files)('%s explains itself with --help', async (file) => {
  const { stdout, stderr, status } = await runFile(file, ['--help'])
  expect(stdout, stderr).toMatch(/npm (start|test|run)/)
  expect(status).toBe(0)
})

const COMMANDS =
  'base seed import product staff deploy rollback backup restore drill dev doctor build sandbox screens'.split(
    ' ',
  )

test.concurrent.each([
  ...COMMANDS.map((name) => [`npm run ${name}`, `scripts/${name}.ts`] as const),
  ['npm start', 'scripts/start.ts'],
  ['npm test', 'scripts/test.ts'],
  ['npm run bench', 'bench/run.ts'],
  ['node scripts/prepare.ts', 'scripts/prepare.ts'],
] as const)('[audit B9] an unknown option of %s is one line', async (npm, file) => {
  const { stderr, status } = await runFile(file, ['--hlep'])
  expect(stderr.trim()).toBe(`Unknown option '--hlep'. See ${npm} -- --help`)
  expect(status).toBe(2)
})

test.concurrent.each([
  ['deploy', 'plan', { npm_config_parseable: 'true', npm_config_long: 'true', npm_config_all: 'true' }],
  ['test', 'no-browser', { npm_config_browser: '' }],
  ['deploy', 'env', { npm_config_env: 'true' }],
  ['deploy', 'at-once', { npm_config_at_once: 'true' }],
  ['deploy', 'replace', { npm_config_replace_registry_host: 'STRIPE_SECRET_KEY' }],
  ['rollback', 'yes', { npm_config_yes: 'true' }],
  ['backup', 'to', { npm_config_token_description: 'r2' }],
  ['import', 'dry-run', { npm_config_dry_run: 'true' }],
])(
  '[H4] npm run %s does not begin without the option --%s, which npm took for itself',
  async (name, option, taken) => {
    const env = {
      ...taken,
      npm_lifecycle_event: name,
      CLOUDFLARE_API_TOKEN: 'none',
      CLOUDFLARE_ACCOUNT_ID: 'none',
    }
    const { stdout, stderr, status } = await runFile(`scripts/${name}.ts`, [], { env })
    const npm = name === 'test' ? 'npm test' : `npm run ${name}`
    expect([stdout, stderr.trim(), status]).toEqual([
      '',
      `npm took --${option} for itself. Write -- before it: ${npm} -- --${option}, or unset ${Object.keys(taken)[0]}`,
      2,
    ])
  },
)

test.concurrent('[H4] a command whose option is set for npm as well begins when the option stands after --', async () => {
  const env = { npm_config_yes: 'true', npm_lifecycle_event: 'rollback' }
  const { stderr, status } = await runFile('scripts/rollback.ts', ['--yes', 'A', 'B'], { env })
  expect([stderr.trim(), status]).toEqual(['Name one version, not 2: A B', 2])
})

test.concurrent('[H4] a rollback to two versions is refused', async () => {
  const { stderr, status } = await runFile('scripts/rollback.ts', ['A', 'B'])
  expect([stderr.trim(), status]).toEqual(['Name one version, not 2: A B', 2])
})

test.concurrent.each([
  [[], 'Name a person: --invite "Name <mail>" (or --help)'],
  [['--invite', 'Sam'], '--invite needs "Name <mail>", not "Sam"'],
  [
    ['--invite', 'sam@tires.example', '--role', 'boss'],
    '--role should be one of owner, manager, counter, yard, books, not "boss"',
  ],
  [
    ['--invite', 'sam@tires.example', '--role', 'owner', '--to', 'there'],
    '--to should be local or remote, not "there"',
  ],
])('[H14a] npm run staff with %j invites nobody and says why', async (args, problem) => {
  const { stdout, stderr, status } = await runFile('scripts/staff.ts', args)
  expect([stdout, stderr.trim(), status]).toEqual(['', problem, 2])
})

test.concurrent('an import without one loaded row fails, and says which rows were refused and why', async () => {
  const folder = folderWithCatalog()
  writeFileSync(
    join(folder, 'bad.csv'),
    'sku,brand,model,size,condition,price\nRM-1,Halden,Velo,225/45R17,New,0\nRM-2,Halden,Velo,wide,New,62\n',
  )
  const load = (...args: string[]) => runFile(absolute('scripts/import.ts'), args, { cwd: folder })
  const { stdout, stderr, status } = await load('bad.csv', '--dry-run')
  expect(stdout).toContain('line 2: price is zero\nline 3: size is not a tire size\n')
  expect([stderr.trim(), status]).toEqual(['No row of bad.csv could be loaded', 1])
  expect(stdout).toContain(
    `2 rows: 0 could be loaded, 2 refused, see ${join(folder, 'bad.csv.refused.csv')}\n`,
  )
  for (const [name, text, problem] of [
    ['empty.csv', '', 'empty.csv is empty'],
    ['other.csv', 'id,price\n1,2\n', 'other.csv has no column "sku"'],
    ['book.csv', 'PK\u0003\u0004', 'book.csv is a workbook'],
  ] as const) {
    writeFileSync(join(folder, name), text)
    const wrong = await load(name, '--dry-run')
    expect([wrong.stderr, wrong.status]).toEqual([expect.stringContaining(problem), 2])
  }
  const missing = await load('away.csv')
  expect([missing.stderr.trim(), missing.status]).toEqual(['away.csv does not exist', 2])
})

test.concurrent.each([
  ['scripts/test.ts', 'format, types, rules, worker, sandbox, sizes, e2e'],
  [
    'bench/run.ts',
    'landing, listing, pages, cart, orders, catalog-api, search, scale, day, lighthouse, observatory, customers, audit, orders-search, order-desk, units, bulk, grid, intake, live, reports, backup, simulation',
  ],
])('[audit B9] an unknown part for %s is one line that lists the parts', async (file, parts) => {
  const { stderr, status } = await runFile(file, ['--only', 'constructor'])
  expect(stderr.trim()).toBe(`--only should be one of ${parts}, not "constructor"`)
  expect(status).toBe(1)
})

test.concurrent('a taken port is one line that says what to do', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  const { stderr, status } = await runFile('scripts/start.ts', [], { env: { PORT: String(port) } })
  server.close()
  expect(status).toBe(1)
  expect(stderr.trim()).toBe(
    `Port ${port} is taken. Stop what listens there or choose another: PORT=9000 npm start`,
  )
})

/** Returns a folder with a catalog of one tire. */
function folderWithCatalog(): string {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-catalog-'))
  writeFileSync(
    join(folder, 'tires.csv'),
    'sku,brand,model,size,condition,price\nRM-1,Halden,Velo,225/45R17,New,62\n',
  )
  return folder
}

test.concurrent.each(['base', 'seed', 'import'])(
  'a missing folder of --to is one line of %s',
  async (name) => {
    const folder = folderWithCatalog()
    const rows = name === 'import' ? ['tires.csv'] : []
    const { stderr, status } = await runFile(
      absolute(`scripts/${name}.ts`),
      [...rows, '--to', 'away/file.sql'],
      { cwd: folder },
    )
    expect(stderr.trim()).toBe('away/file.sql cannot be written: there is no folder away')
    expect(status).toBe(1)
  },
)

test.concurrent.each(['start', 'dev', 'sandbox', 'doctor'])(
  '[audit B9] %s reports a PORT that is no port',
  async (name) => {
    const { stdout, stderr, status } = await runFile(`scripts/${name}.ts`, [], { env: { PORT: 'eighty' } })
    expect(status).toBe(1)
    expect(stderr.trim()).toBe('PORT should be a number from 1 to 65534, not "eighty"')
    expect(stdout).toBe('')
  },
)

test('[audit B9] a folder that cannot be written is found by writing into it', () => {
  expect(isWritable('.')).toBe(true)
  expect(isWritable('package.json')).toBe(false)
})

test('[audit B9] the mail service needs both its key and a sender, but the sandbox needs no sender', () => {
  const vars = {
    SITE_URL: 'https://shop.example',
    CART_SECRET: 'x'.repeat(32),
    SESSION_SECRET: 'y'.repeat(32),
  }
  const missing = (name: string) => [`${name} is missing: set MAIL_API_KEY, MAIL_FROM together, or none`]
  const [key, from] = [{ MAIL_API_KEY: 're_12345678' }, { MAIL_FROM: 'Shop <shop@shop.example>' }]
  expect(varProblems({ ...vars, ...key })).toEqual(missing('MAIL_FROM'))
  expect(varProblems({ ...vars, ...from })).toEqual(missing('MAIL_API_KEY'))
  expect(varProblems({ ...vars, ...key, ...from })).toEqual([])
  expect(varProblems({ ...vars, ...key, MAIL_API_URL: 'http://localhost:8788' })).toEqual([])
})

test('a missing or malformed variable is reported with the form it should have', () => {
  const vars = parseVars('# comment\nSITE_URL="shop"\n CART_SECRET = short\nnot a line\n')
  expect(vars).toEqual({ SITE_URL: 'shop', CART_SECRET: 'short' })
  expect(varProblems(vars)).toEqual([
    'SITE_URL should be an absolute URL',
    'CART_SECRET should be at least 32 random characters',
    'SESSION_SECRET is missing',
  ])
})

test('[H4] the loader finds the local database when the id of a deployed database is filled in', () => {
  const folder = mkdtempSync(join(tmpdir(), 'treadline-ids-'))
  const file = join(folder, 'wrangler.toml')
  const deployed = 'database_id = "0123abcd-0123-0123-0123-0123456789ab"'
  writeFileSync(
    file,
    readFileSync('wrangler.toml', 'utf8').replace(/^database_name = .*$/m, `$&\n${deployed}`),
  )
  const { d1Databases } = unstable_getMiniflareWorkerOptions(file).workerOptions
  rmSync(folder, { recursive: true })
  expect(d1Databases).toEqual({ DB: { id: LOCAL_DATABASE } })
})

test('[H4] wrangler alone deploys nothing: its build step refuses', async () => {
  const offline = { CLOUDFLARE_API_BASE_URL: 'http://localhost:9', CLOUDFLARE_API_TOKEN: 'none', CI: 'true' }
  const args = ['deploy', '--env', 'staging', '-c', 'wrangler.toml']
  const { stdout, stderr, status } = await runFile(WRANGLER, args, { env: offline })
  expect(status).not.toBe(0)
  expect(stdout + stderr).toContain('Use npm run deploy')
})

test('[H4] a deployment without an account sends nothing and says how to sign in', async () => {
  const home = mkdtempSync(join(tmpdir(), 'treadline-home-'))
  const signedOut = { HOME: home, XDG_CONFIG_HOME: home, CLOUDFLARE_API_TOKEN: '', CLOUDFLARE_API_KEY: '' }
  const { stderr, status } = await runFile('scripts/deploy.ts', [], { env: signedOut })
  rmSync(home, { recursive: true })
  expect(status).toBe(2)
  expect(stderr).toBe(
    'Not signed in: run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.\n',
  )
})

test('[audit B9] npx wrangler dev uses wrangler.toml, which prepares and watches, and not the build', async () => {
  mkdirSync('.wrangler/deploy', { recursive: true })
  writeFileSync('.wrangler/deploy/config.json', '{"configPath":"../../dist/treadline/wrangler.json"}')
  expect((await runFile('scripts/build.ts', [])).status).toBe(0)
  expect(existsSync('.wrangler/deploy/config.json')).toBe(false)
  const { build } = unstable_readConfig({ config: 'wrangler.toml' })
  expect(build.command).toBe('node scripts/bootstrap.mjs scripts/prepare.ts')
  expect(build.watch_dir).toEqual(expect.arrayContaining(['worker', 'schema', 'client']))
})

test.each([
  [
    'npm error code ENOSPC',
    'The disk is full: npm could not write the packages. Free about 1 GB and try again.',
  ],
  [
    'npm error code ENOTFOUND\nnpm error network request failed',
    'The npm registry cannot be reached. Check the network (or the registry of your .npmrc) and try again.',
  ],
  [
    'gyp ERR! stack Error: not found: make',
    'A package wanted a C compiler and found none. Install python3, make and g++ and try again.',
  ],
  ['npm error code EACCES', 'npm may not write in /shop. Check who owns the folder and try again.'],
])('the npm output "%s" becomes one line', (output, line) => {
  expect(explainNpmFailure(output, '/shop')).toBe(line)
})
