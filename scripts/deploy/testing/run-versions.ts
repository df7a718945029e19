/**
 * Runs the uploaded versions of a fake account on workerd, with the account's databases, namespaces, buckets, queues and
 * objects. One version runs at a time: a request to another one starts that one, on the same state.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { RuntimeWarnings } from '../../runtime-log.ts'
import type { FakeCloudflare, UploadedVersion } from './fake-cloudflare.ts'

export interface RunningAccount {
  /** Answers as a version of a Worker. */
  fetch(version: UploadedVersion, request: Request): Promise<Response>
  /** Runs statements in a database as one transaction; returns the rows of each. */
  query(database: string, statements: string[]): Promise<unknown[][]>
  stop(): Promise<void>
}

/** The Worker that holds the databases before the first upload. */
const DATABASES = 'databases'

/** Starts an account without versions; `folder` holds its state and the files of its versions. */
export async function runAccount(
  fake: Pick<FakeCloudflare, 'workers' | 'databases' | 'queues'>,
  { folder, port }: { folder: string; port: number },
): Promise<RunningAccount> {
  let shown: UploadedVersion | null = null
  let databases = ''
  const toOptions = (worker: V4WorkerOptions | null) =>
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port,
      https: true,
      cf: false,
      resourcePersistencePath: join(folder, 'state'),
      log: new RuntimeWarnings(),
      workers: [...(worker ? [worker] : []), databasesWorker([...fake.databases.keys()])],
    })
  const miniflare = new Miniflare(toOptions(null))
  await miniflare.ready
  let turn: Promise<unknown> = Promise.resolve()
  /** Runs one call after the other: another version must not start in the middle of a request. */
  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const next = turn.then(call, call)
    turn = next.catch(() => undefined)
    return next
  }
  const show = async (version: UploadedVersion | null) => {
    shown = version
    databases = [...fake.databases.keys()].join()
    await miniflare.setOptions(toOptions(version && (await toWorker(fake, version, folder))))
    await miniflare.ready
  }
  return {
    fetch: (version, request) =>
      inTurn(async () => {
        if (shown?.id !== version.id) await show(version)
        const { url, method, headers } = request
        const body = method === 'GET' ? undefined : await request.arrayBuffer()
        const answer = await miniflare.dispatchFetch(url, {
          method,
          headers: Object.fromEntries(headers),
          ...(body ? { body } : {}),
          redirect: 'manual',
        })
        return new Response(await answer.arrayBuffer(), {
          status: answer.status,
          headers: [...answer.headers] as [string, string][],
        })
      }),
    query: (database, statements) =>
      inTurn(async () => {
        if (databases !== [...fake.databases.keys()].join()) await show(shown)
        const db = await miniflare.getD1Database(database, DATABASES)
        const results = await db.batch(statements.map((sql) => db.prepare(sql)))
        return results.map((one) => one.results)
      }),
    stop: () => miniflare.dispose(),
  }
}

function databasesWorker(ids: string[]): V4WorkerOptions {
  return {
    name: DATABASES,
    modules: [{ type: 'ESModule', path: 'index.js', contents: 'export default {}' }],
    d1Databases: Object.fromEntries(ids.map((id) => [id, { id }])),
  }
}

interface Binding {
  type: string
  name: string
  [part: string]: unknown
}

/** Returns an uploaded version as a Worker of Miniflare. Throws for a binding that it does not know. */
async function toWorker(
  { workers, queues }: Pick<FakeCloudflare, 'workers' | 'queues'>,
  version: UploadedVersion,
  folder: string,
): Promise<V4WorkerOptions> {
  const { metadata, modules, worker, files } = version
  const bindings = metadata.bindings as Binding[]
  const known = new Set<Binding>()
  const named = <Value>(type: string, value: (binding: Binding) => Value): Record<string, Value> => {
    const found = bindings.filter((binding) => binding.type === type)
    for (const binding of found) known.add(binding)
    return Object.fromEntries(found.map((binding) => [binding.name, value(binding)]))
  }
  const directory = join(folder, 'assets', version.id)
  for (const [path, content] of files) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  writeFileSync(join(directory, '_headers'), String(metadata.assets?.config._headers ?? ''))
  const [assets = ''] = Object.keys(named('assets', () => ''))
  const compatibility = {
    compatibilityDate: String(metadata.compatibility_date),
    compatibilityFlags: metadata.compatibility_flags as string[],
  }
  const options = {
    name: worker,
    ...compatibility,
    modules: await Promise.all(
      [...modules]
        .sort(([a], [b]) => Number(b === metadata.main_module) - Number(a === metadata.main_module))
        .filter(([, { type }]) => type !== 'application/source-map')
        .map(async ([path, content]) =>
          content.type === 'application/wasm'
            ? { type: 'CompiledWasm', path, contents: new Uint8Array(await content.arrayBuffer()) }
            : { type: 'ESModule', path, contents: await content.text() },
        ),
    ),
    bindings: {
      ...named('plain_text', ({ text }) => text),
      ...named('secret_text', ({ text }) => text),
      // Secrets of earlier uploads stay.
      ...Object.fromEntries(workers.get(worker)?.secrets ?? []),
      ...named('version_metadata', () => ({
        id: version.id,
        tag: metadata.annotations?.['workers/tag'] ?? '',
        timestamp: '2026-01-01T00:00:00Z',
      })),
    },
    kvNamespaces: named('kv_namespace', ({ namespace_id }) => ({ id: namespace_id })),
    r2Buckets: named('r2_bucket', ({ bucket_name }) => ({ id: bucket_name })),
    d1Databases: named('d1', ({ id }) => ({ id })),
    analyticsEngineDatasets: named('analytics_engine', ({ dataset }) => ({ dataset })),
    durableObjects: named('durable_object_namespace', ({ class_name }) => ({
      className: class_name,
      useSQLite: true,
    })),
    queueProducers: named('queue', ({ queue_name }) => ({ queueName: queue_name })),
    queueConsumers: Object.fromEntries(
      [...queues]
        .filter(([, { consumers }]) => consumers.some(({ script }) => script === worker))
        .map(([name]) => [name, { maxBatchTimeout: 1 }]),
    ),
    ratelimits: named('ratelimit', ({ name, namespace_id, simple }) => ({
      type: 'ratelimit',
      name,
      namespace_id,
      simple,
    })),
    assets: {
      directory,
      binding: assets,
      routerConfig: { has_user_worker: true },
      assetConfig: {
        compatibility_date: compatibility.compatibilityDate,
        compatibility_flags: compatibility.compatibilityFlags,
      },
    },
  }
  const unknown = bindings.find((binding) => !known.has(binding))
  if (unknown) throw new Error(`The fake account cannot run a binding of the type ${unknown.type}`)
  return options as unknown as V4WorkerOptions
}
