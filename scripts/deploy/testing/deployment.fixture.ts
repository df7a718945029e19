/** A small release, its database contents, and a shop that answers as the uploaded versions would. */
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cloudflareApi } from '../cloudflare-api.ts'
import { type DeployOptions, type DeployPorts, deployShop } from '../deploy-shop.ts'
import { type DeployEnvironment, resourceNames } from '../environment.ts'
import type { DatabaseContents } from '../plan.ts'
import type { Release } from '../release.ts'
import type { WorkerConfig } from '../worker-config.ts'
import {
  ACCOUNT,
  type FakeCloudflare,
  fakeCloudflare,
  type LoggedCall,
  TOKEN,
  type UploadedVersion,
} from './fake-cloudflare.ts'

const CONFIG: WorkerConfig = {
  main: 'index.js',
  compatibility_date: '2026-09-18',
  compatibility_flags: ['nodejs_compat'],
  triggers: { crons: ['* * * * *'] },
  assets: { binding: 'ASSETS' },
  durable_objects: { bindings: [{ name: 'CART', class_name: 'CartObject' }] },
  migrations: [{ tag: 'v1', new_sqlite_classes: ['CartObject'] }],
  kv_namespaces: [{ binding: 'KV' }],
  r2_buckets: [{ binding: 'PICTURES' }],
  d1_databases: [{ binding: 'DB' }],
  queues: {
    producers: [{ binding: 'OUTBOX', queue: 'treadline-outbox' }],
    consumers: [
      {
        queue: 'treadline-outbox',
        max_batch_size: 20,
        max_batch_timeout: 1,
        max_retries: 100,
        max_concurrency: 5,
      },
      {
        queue: 'treadline-catalogue',
        max_batch_size: 10,
        max_batch_timeout: 1,
        max_retries: 5,
        max_concurrency: 1,
      },
    ],
  },
  analytics_engine_datasets: [{ binding: 'METRICS' }],
  upload_source_maps: true,
  ratelimits: [{ name: 'ORDER_LIMIT', namespace_id: '1001', simple: { limit: 150, period: 60 } }],
  version_metadata: { binding: 'VERSION' },
  observability: { enabled: true },
}

/** Returns a release whose code is `code`. */
export function smallRelease(code: string, changes: Partial<WorkerConfig> = {}): Release {
  const config = { ...CONFIG, ...changes }
  const file = join(mkdtempSync(join(tmpdir(), 'treadline-release-')), 'app.js')
  writeFileSync(file, code)
  const hash = createHash('sha256').update(code).update(JSON.stringify(config)).digest('hex')
  return {
    hash: hash.slice(0, 12),
    config,
    modules: [{ name: 'index.js', type: 'application/javascript+module', content: Buffer.from(code) }],
    assets: [
      { path: '/assets/app.js', hash: hash.slice(0, 32), size: code.length, type: 'text/javascript', file },
    ],
    headers: '/*\n  X-Frame-Options: DENY\n',
  }
}

/** The tables that a deployment reads. */
const TABLES = [
  'config (path TEXT PRIMARY KEY, value TEXT)',
  'product (rim REAL, status INTEGER, visibility INTEGER, setqty INTEGER, demo INTEGER, stock_sku TEXT)',
  'stock (stock_sku TEXT, qty INTEGER, manage INTEGER)',
  'tax_rate (demo INTEGER)',
  'fee_rule (demo INTEGER)',
  'staff (id INTEGER, email TEXT, role TEXT, ended_at INTEGER)',
  'staff_passkey (staff_id INTEGER)',
]

export const SMALL_CONTENTS: DatabaseContents = {
  migrations: ['0001_shop', '0002_more'].map((name) => ({
    name: `${name}.sql`,
    statements: [
      ...TABLES.map((table) => `CREATE TABLE IF NOT EXISTS ${table}`),
      `CREATE TABLE "${name}" (id INTEGER) -- a comment at the end`,
      `INSERT INTO d1_migrations (name) VALUES ('${name}.sql')`,
    ],
  })),
  baseVersion: 'base-1',
  baseStatements: async () => [
    'CREATE TABLE IF NOT EXISTS base_row (table_name TEXT, row_key TEXT, written TEXT, UNIQUE (table_name, row_key))',
    "INSERT INTO base_row VALUES ('', 'version', 'base-1') ON CONFLICT DO UPDATE SET written = excluded.written",
  ],
}

export const PRODUCTION: DeployEnvironment = {
  name: 'production',
  worker: 'treadline',
  kind: 'production',
  hosts: [],
  region: 'enam',
  rateLimitOffset: 1000,
  watchSeconds: 120,
  vars: {},
  names: resourceNames('treadline'),
}

/** The production shop at a host of its own. */
export const OWN_HOST: DeployEnvironment = { ...PRODUCTION, hosts: ['shop.tires.example'] }

export const STAGING: DeployEnvironment = {
  ...PRODUCTION,
  name: 'staging',
  worker: 'treadline-staging',
  kind: 'demo',
  rateLimitOffset: 2000,
  names: resourceNames('treadline-staging'),
}

export function deployOptions(changes: Partial<DeployOptions> = {}): DeployOptions {
  return {
    environment: PRODUCTION,
    release: smallRelease('export default {}'),
    contents: SMALL_CONTENTS,
    given: {},
    replaced: [],
    isPlan: false,
    ...changes,
  }
}

/** Ports of a deployment into a fake account, with the lines that were logged. */
export function fakePorts(
  fake: FakeCloudflare,
  {
    apiWait = async () => undefined,
    timeout = 50,
  }: { apiWait?: (ms: number) => Promise<unknown>; timeout?: number } = {},
): DeployPorts & { lines: string[] } {
  const lines: string[] = []
  const api = cloudflareApi({
    baseUrl: 'https://api.test/client/v4',
    account: ACCOUNT,
    token: TOKEN,
    fetch: fake.fetch,
    wait: apiWait,
    timeout,
  })
  return {
    lines,
    api,
    account: ACCOUNT,
    fetch: fakeShop(fake),
    log: (line) => void lines.push(line),
    confirm: async () => true,
    askOwner: null,
    owner: { name: 'sam@laptop', machine: 'laptop', pid: 1 },
    isRunning: () => true,
    wait: async () => undefined,
    signal: new AbortController().signal,
    now: () => 0,
  }
}

/** Returns the changing calls so far, without ids and without the lock; equal neighbors are one. */
export function changes(fake: FakeCloudflare): string[] {
  const calls = fake.calls
    .filter((call) => call.isMutation && !isOfLock(call))
    .map(({ method, path }) => `${method} ${withoutIds(path)}`)
  return calls.filter((call, index) => call !== calls[index - 1])
}

export const isOfLock = ({ sql }: LoggedCall) => sql.includes('deploy/lock')

export const withoutIds = (path: string) =>
  path
    .replace(/[\da-f]{8}(-?[\da-f]{4}){3}-?[\da-f]{12}/g, '*')
    .replace(/^\/accounts\/[^/]+/, '/accounts/{account}')

/** Returns an account whose production shop is deployed, and no call of that. */
export async function deployed(): Promise<FakeCloudflare> {
  const fake = fakeCloudflare()
  await deployShop(deployOptions(), fakePorts(fake))
  fake.calls.length = 0
  return fake
}

/** A shop with an address for alerts, which a host of its own and its zone's services wait for. */
export async function withAlertMail(): Promise<FakeCloudflare> {
  const fake = await deployed()
  const [database] = fake.databases.values()
  database?.db.exec(
    "INSERT INTO config (path, value) VALUES ('alerts/email/recipient_email', 'sam@tires.example')",
  )
  return fake
}

/** Code with this text has a checkout that fails. */
export const BROKEN_CHECKOUT = '/* broken checkout */'

/** Returns the version that a request names, if it is deployed with any share at the requested address. */
export function versionOf(fake: FakeCloudflare, { url, headers }: Request): UploadedVersion | undefined {
  const { hostname } = new URL(url)
  const [, name = '', id] =
    /^([\w-]+)="([\w-]+)"$/.exec(headers.get('Cloudflare-Workers-Version-Overrides') ?? '') ?? []
  const worker = fake.workers.get(name)
  const isReachable = hostname.endsWith('.workers.dev')
    ? worker?.isOnWorkersDev && hostname.startsWith(`${name}.`)
    : fake.domains.get(hostname) === name
  const isDeployed = worker?.deployments[0]?.versions.some(({ version_id }) => version_id === id)
  return isReachable && isDeployed ? worker?.versions.find((version) => version.id === id) : undefined
}

/** Answers like the shop, but for a few pages only. */
function fakeShop(fake: FakeCloudflare): typeof fetch {
  return async (input, init) => {
    const version = versionOf(fake, new Request(input, init))
    if (!version) return new Response('no Worker here', { status: 404 })
    const { pathname } = new URL(String(input))
    const code = await (version.modules.get('index.js')?.text() ?? '')
    const headers = {
      'X-Release': version.id,
      'Content-Security-Policy': "default-src 'self'",
      'Strict-Transport-Security': 'max-age=1',
    }
    const status = STATUSES[pathname] ?? 200
    if (pathname === '/checkout/' && code.includes(BROKEN_CHECKOUT))
      return new Response('oops', { status: 500 })
    return new Response(PAGES[pathname] ?? '', { status, headers })
  }
}

const PRODUCT = '/p/TL-1/tire'
const PAGES: Readonly<Record<string, string>> = {
  '/healthz': '{"code":200}',
  '/': '<script src="/assets/app.js"></script>',
  '/t': `<h3><a href="${PRODUCT}">Tire</a></h3>`,
  [PRODUCT]: '<input name="sku" value="TL-1">',
  '/cart/': `<a href="${PRODUCT}">Tire</a><input name="item_id" value="1">`,
}
const STATUSES: Readonly<Record<string, number>> = {
  '/no-such-page': 404,
  '/staff/': 404,
  '/cart/form/': 303,
  '/webhooks/stripe': 400,
}
