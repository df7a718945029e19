/** The fake account's Workers: uploads, versions, deployments and settings. */
import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { ok, ROOT, refuse, SCRIPT } from './fake-answers.ts'
import type { FakeCloudflare, FakeWorker, Metadata, UploadedVersion } from './fake-cloudflare.ts'

export function addWorkers(app: Hono, fake: FakeCloudflare): void {
  addUploads(app, fake, addAssets(app))
  addDeployments(app, fake)
  addSettings(app, fake)
}

const missing = (c: Context) => refuse(c, 404, 10007, 'This Worker does not exist on your account.')

/** Files by their paths. */
type Files = Map<string, Uint8Array>

/** Returns the files of the last upload. */
function addAssets(app: Hono): () => Files {
  const assets = new Map<string, Uint8Array>()
  let paths: [string, { hash: string }][] = []
  app.post(`${SCRIPT}/assets-upload-session`, async (c) => {
    const { manifest } = await c.req.json<{ manifest: Record<string, { hash: string }> }>()
    paths = Object.entries(manifest)
    const hashes = [...new Set(Object.values(manifest).map(({ hash }) => hash))].filter(
      (hash) => !assets.has(hash),
    )
    const half = Math.ceil(hashes.length / 2)
    const buckets =
      hashes.length === 0 ? [] : [hashes.slice(0, half), hashes.slice(half)].filter((one) => one.length > 0)
    return ok(c, { jwt: buckets.length === 0 ? 'assets-are-complete' : 'assets-session', buckets })
  })
  app.post(`${ROOT}/workers/assets/upload`, async (c) => {
    if (c.req.header('Authorization') !== 'Bearer assets-session') return refuse(c, 400, 10003, 'Wrong token')
    const form = await c.req.formData()
    for (const [hash, file] of form) {
      const base64 = typeof file === 'string' ? file : await file.text()
      assets.set(hash, Buffer.from(base64, 'base64'))
    }
    return ok(c, { jwt: 'assets-are-complete' })
  })
  return () => new Map(paths.map(([path, { hash }]) => [path, assets.get(hash) ?? new Uint8Array()]))
}

function addUploads(app: Hono, fake: FakeCloudflare, files: () => Files): void {
  app.put(SCRIPT, async (c) => {
    const name = c.req.param('name')
    const version = await readUpload(c, name, files())
    if (!version) return refuse(c, 400, 10021, 'The upload is not complete')
    const known = fake.workers.get(name)
    const { migrations } = version.metadata
    if (migrations && (migrations.old_tag ?? null) !== (known?.objectTag ?? null))
      return refuse(c, 400, 10079, 'The old_tag does not match the tag of the Worker')
    const worker = known ?? newWorker()
    fake.workers.set(name, worker)
    if (migrations) worker.objectTag = migrations.new_tag
    worker.settings = { observability: version.metadata.observability }
    addVersion(worker, version)
    worker.deployments.unshift({ versions: [{ version_id: version.id, percentage: 100 }] })
    return ok(c, {
      id: name,
      etag: version.id,
      deployment_id: version.id.replaceAll('-', ''),
      startup_time_ms: 20,
    })
  })
  app.post(`${SCRIPT}/versions`, async (c) => {
    const name = c.req.param('name')
    const worker = fake.workers.get(name)
    if (!worker) return missing(c)
    const version = await readUpload(c, name, files())
    if (!version) return refuse(c, 400, 10021, 'The upload is not complete')
    if (version.metadata.migrations) return refuse(c, 400, 10211, 'A version cannot have migrations')
    addVersion(worker, version)
    return ok(c, { id: version.id, number: worker.versions.length, startup_time_ms: 20 })
  })
}

/** Returns a handler for calls of a Worker; 404 when it does not exist. */
function ofWorker(
  fake: FakeCloudflare,
  answer: (worker: FakeWorker, c: Context) => Response | Promise<Response>,
) {
  return (c: Context) => {
    const worker = fake.workers.get(c.req.param('name') ?? '')
    return worker ? answer(worker, c) : missing(c)
  }
}

function addDeployments(app: Hono, fake: FakeCloudflare): void {
  app.get(
    `${SCRIPT}/versions/:version`,
    ofWorker(fake, (worker, c) => {
      const version = worker.versions.find(({ id }) => id === c.req.param('version'))
      if (!version) return missing(c)
      return ok(c, {
        id: version.id,
        metadata: { created_on: '2026-11-26T04:00:00Z' },
        annotations: version.metadata.annotations ?? {},
        resources: {
          bindings: version.metadata.bindings.filter(({ type }) => type !== 'secret_text'),
          script_runtime: { migration_tag: version.objectTag },
        },
      })
    }),
  )
  app.get(
    `${SCRIPT}/deployments`,
    ofWorker(fake, ({ deployments }, c) => ok(c, { deployments })),
  )
  app.post(
    `${SCRIPT}/deployments`,
    ofWorker(fake, async (worker, c) => {
      const { versions, annotations } = await c.req.json<FakeWorker['deployments'][number]>()
      const isWhole =
        versions.reduce((sum, { percentage }) => sum + percentage, 0) === 100 && versions.length <= 2
      const areKnown = versions.every(({ version_id }) => worker.versions.some(({ id }) => id === version_id))
      if (!isWhole || !areKnown) return refuse(c, 400, 10013, 'The versions do not add up to 100 %')
      worker.deployments.unshift({ versions, ...(annotations ? { annotations } : {}) })
      return ok(c, { id: randomUUID() })
    }),
  )
}

function addSettings(app: Hono, fake: FakeCloudflare): void {
  app.get(
    `${ROOT}/workers/services/:name`,
    ofWorker(fake, ({ objectTag }, c) =>
      ok(c, { default_environment: { environment: 'production', script: { migration_tag: objectTag } } }),
    ),
  )
  app.get(
    `${SCRIPT}/secrets`,
    ofWorker(fake, ({ secrets }, c) => {
      const listed = [...secrets.keys()].map((name) => ({ name, type: 'secret_text' }))
      return ok(c, listed)
    }),
  )
  app.get(
    `${SCRIPT}/schedules`,
    ofWorker(fake, ({ crons }, c) => ok(c, { schedules: crons })),
  )
  app.put(
    `${SCRIPT}/schedules`,
    ofWorker(fake, async (worker, c) => {
      worker.crons = await c.req.json()
      return ok(c, { schedules: worker.crons })
    }),
  )
  app.get(
    `${SCRIPT}/subdomain`,
    ofWorker(fake, ({ isOnWorkersDev }, c) => ok(c, { enabled: isOnWorkersDev, previews_enabled: false })),
  )
  app.post(
    `${SCRIPT}/subdomain`,
    ofWorker(fake, async (worker, c) => {
      worker.isOnWorkersDev = (await c.req.json<{ enabled: boolean }>()).enabled
      return ok(c, { enabled: worker.isOnWorkersDev })
    }),
  )
  app.patch(
    `${SCRIPT}/script-settings`,
    ofWorker(fake, async (worker, c) => {
      worker.settings = await c.req.json()
      return ok(c, worker.settings)
    }),
  )
}

function newWorker(): FakeWorker {
  return {
    versions: [],
    deployments: [],
    secrets: new Map(),
    objectTag: null,
    crons: [],
    isOnWorkersDev: false,
    settings: {},
  }
}

/** Reads an upload; `null` without one of its parts, as for a file that was never uploaded. */
async function readUpload(c: Context, worker: string, files: Files): Promise<UploadedVersion | null> {
  const form = await c.req.formData()
  const metadata = JSON.parse(String(form.get('metadata'))) as Metadata
  const modules = new Map([...form].filter((entry): entry is [string, File] => typeof entry[1] !== 'string'))
  const isComplete = modules.has(metadata.main_module) && metadata.assets?.jwt === 'assets-are-complete'
  return isComplete ? { id: randomUUID(), worker, objectTag: null, metadata, modules, files } : null
}

function addVersion(worker: FakeWorker, version: UploadedVersion): void {
  worker.versions.push({ ...version, objectTag: worker.objectTag })
  for (const { type, name, text } of version.metadata.bindings)
    if (type === 'secret_text') worker.secrets.set(name, text ?? '')
}
