/**
 * A fake of Cloudflare's API for one account: the calls of a deployment, with their answers and refusals. It logs every
 * call, and fails calls on request. What runs the uploaded versions is handed in.
 */
import type { DatabaseSync } from 'node:sqlite'
import { Hono } from 'hono'
import { refuse } from './fake-answers.ts'
import { addBackups, addObjects } from './fake-backups.ts'
import { addDatabases, addResources, type QueryBody, runStatements, statementsOf } from './fake-resources.ts'
import { addWorkers } from './fake-workers.ts'
import { addZones, type FakeZone, type NotificationPolicy, snapshotOfZones } from './fake-zones.ts'

export { ACCOUNT, TOKEN } from './fake-answers.ts'

export interface LoggedCall {
  method: string
  path: string
  /** Whether the call changed something. */
  isMutation: boolean
  /** The statements of a query. */
  sql: string
}

export interface UploadedVersion {
  id: string
  worker: string
  /** The last migration of Durable Objects when it was uploaded. */
  objectTag: string | null
  metadata: Metadata
  modules: Map<string, Blob>
  /** The files that are served without the Worker, by their paths. */
  files: Map<string, Uint8Array>
}

export interface Metadata {
  main_module: string
  bindings: { type: string; name: string; text?: string }[]
  migrations?: { old_tag?: string; new_tag: string }
  annotations?: Record<string, string>
  assets?: { jwt: string; config: { _headers?: string } }
  [name: string]: unknown
}

export interface FakeWorker {
  versions: UploadedVersion[]
  deployments: {
    versions: { version_id: string; percentage: number }[]
    annotations?: Record<string, string>
  }[]
  secrets: Map<string, string>
  objectTag: string | null
  crons: { cron: string }[]
  isOnWorkersDev: boolean
  settings: object
}

/** What a fault does with the calls that it matches. */
export type Fault = (call: { method: string; path: string }) => Response | Promise<Response> | undefined

export interface FakeCloudflare {
  fetch: typeof fetch
  calls: LoggedCall[]
  /** Fails calls while it is set; `undefined` lets a call pass. */
  fault: Fault | null
  workers: Map<string, FakeWorker>
  databases: Map<string, { name: string; region: string | null; db: DatabaseSync }>
  /** Runs statements in a database as one transaction; returns the rows of each. */
  query: (database: string, statements: string[]) => unknown[][] | Promise<unknown[][]>
  namespaces: Map<string, string>
  buckets: Set<string>
  queues: Map<string, { id: string; consumers: Record<string, unknown>[] }>
  /** Workers by the hosts that lead to them. */
  domains: Map<string, string>
  /** The zones by their names. */
  zones: Map<string, FakeZone>
  /** The widgets of the captcha by their site keys. */
  widgets: Map<string, { name: string; mode: string; domains: string[]; secret: string }>
  /** The notification policies by their ids. */
  policies: Map<string, NotificationPolicy>
  /** The requests of each version, as Analytics Engine counts them. */
  traffic: Map<string, { requests: number; failed: number }>
  /** Returns the final state without ids and times, to compare two runs. */
  snapshot(): unknown
}

export function fakeCloudflare(): FakeCloudflare {
  const fake: FakeCloudflare = {
    fetch: (input, init) => answer(new Request(input, init), init?.signal),
    calls: [],
    fault: null,
    workers: new Map(),
    databases: new Map(),
    query: (database, statements) => runStatements(fake.databases.get(database)?.db, statements),
    namespaces: new Map(),
    buckets: new Set(),
    queues: new Map(),
    domains: new Map(),
    zones: new Map([
      ['tires.example', { id: 'zone-of-tires', plan: 'pro', https: 'off', checks: new Map() }],
    ]),
    widgets: new Map(),
    policies: new Map(),
    traffic: new Map(),
    snapshot: () => snapshotOf(fake),
  }
  const app = new Hono()
  addResources(app, fake)
  addDatabases(app, fake)
  addBackups(app, fake)
  addObjects(app)
  addWorkers(app, fake)
  addZones(app, fake)
  app.notFound((c) => refuse(c, 404, 7003, `The fake has no ${c.req.method} ${c.req.path}`))

  async function answer(request: Request, signal?: AbortSignal | null): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace(/^\/client\/v4/, '')
    const isQuery = path.endsWith('/query')
    const sql = isQuery ? statementsOf((await request.clone().json()) as QueryBody).join(';') : ''
    const isRead =
      request.method === 'GET' || path.endsWith('/analytics_engine/sql') || /^\s*SELECT/i.test(sql)
    fake.calls.push({ method: request.method, path, isMutation: !isRead, sql })
    const failed = await untilAborted(fake.fault?.({ method: request.method, path }), signal)
    if (failed) return failed
    return app.fetch(new Request(`https://api.test${path}?${searchParams}`, request))
  }
  return fake
}

/**
 * Resolves to the answer of a fault, and rejects when the caller waits no longer. The signal is the caller's own: that of
 * a `Request` may be garbage before it fires.
 */
function untilAborted<T>(answer: T | Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  ])
}

/** A lock of a process that was killed ends by itself. */
const WITHOUT_LOCK = "WHERE path <> 'deploy/lock'"

function snapshotOf(fake: FakeCloudflare): unknown {
  const tables = (db: DatabaseSync) =>
    db
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
      )
      .all()
      .map((row) => String(row.name))
  return {
    databases: [...fake.databases.values()].map(({ name, region, db }) => ({
      name,
      region,
      rows: tables(db).map((table) => [
        table,
        db.prepare(`SELECT count(*) AS count FROM "${table}" ${table === 'config' ? WITHOUT_LOCK : ''}`).get()
          ?.count,
      ]),
    })),
    namespaces: [...fake.namespaces.keys()].sort(),
    buckets: [...fake.buckets].sort(),
    ...snapshotOfZones(fake),
    domains: [...fake.domains],
    queues: [...fake.queues].sort().map(([name, { consumers }]) => ({
      name,
      consumers: consumers.map(({ consumer_id: _, ...rest }) => rest),
    })),
    workers: [...fake.workers].map(([name, worker]) => ({
      name,
      deployed: worker.deployments[0]?.versions.map(({ version_id, percentage }) => {
        const version = worker.versions.find(({ id }) => id === version_id)
        const bindings = version?.metadata.bindings.filter(({ type }) => type !== 'secret_text')
        const { 'workers/tag': tag = '', ...notes } = version?.metadata.annotations ?? {}
        // The tag ends with a hash of ids.
        return [tag.split('-')[0], notes, bindings?.map((one) => one.name).sort(), percentage]
      }),
      settings: worker.settings,
      annotations: worker.deployments[0]?.annotations,
      secrets: [...worker.secrets.keys()].sort(),
      objectTag: worker.objectTag,
      crons: worker.crons,
      isOnWorkersDev: worker.isOnWorkersDev,
    })),
  }
}
