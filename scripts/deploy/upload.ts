/** Uploads a release: its files first, then its modules with bindings and secrets as one form. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { DeployEnvironment } from './environment.ts'
import { LOCAL_WORKER } from './environment.ts'
import type { Release } from './release.ts'
import type { DeploymentVars } from './secrets.ts'

/** Uploads take minutes on a slow line. */
const UPLOAD_TIMEOUT_MS = 600_000

/** What an upload consists of; an id is `null` before its resource is created. */
export interface UploadSource {
  environment: DeployEnvironment
  release: Release
  vars: Pick<DeploymentVars, 'vars' | 'newSecrets'>
  ids: { database: string | null; namespace: string | null }
}

const SESSION = v.object({ jwt: v.optional(v.string()), buckets: v.array(v.array(v.string())) })
const UPLOADED = v.nullable(v.object({ jwt: v.optional(v.string()) }))

/** Returns the text that names a release with its bindings: equal texts need no upload. At most 25 characters. */
export function releaseTag(source: UploadSource): string {
  const bindings = JSON.stringify(toBindings(source).filter(({ type }) => type !== 'secret_text'))
  return `${source.release.hash}-${createHash('sha256').update(bindings).digest('hex').slice(0, 8)}`
}

/** Uploads the files that Cloudflare does not have yet; returns the token that the modules' form needs. */
export async function uploadAssets(api: CloudflareApi, script: string, { assets }: Release): Promise<string> {
  const manifest = Object.fromEntries(assets.map(({ path, hash, size }) => [path, { hash, size }]))
  const session = await api.call(SESSION, 'POST', `${script}/assets-upload-session`, { body: { manifest } })
  let token = session.buckets.length === 0 ? session.jwt : undefined
  for (const bucket of session.buckets) {
    const form = new FormData()
    for (const hash of bucket) {
      const asset = assets.find((one) => one.hash === hash)
      if (!asset) throw new Error(`Cloudflare asked for a file that this release does not have: ${hash}`)
      form.append(
        hash,
        new File([readFileSync(asset.file).toString('base64')], hash, { type: asset.type }),
        hash,
      )
    }
    const path = '/accounts/{account}/workers/assets/upload?base64=true'
    const uploaded = await api.call(UPLOADED, 'POST', path, {
      body: form,
      timeout: UPLOAD_TIMEOUT_MS,
      ...(session.jwt ? { token: session.jwt } : {}),
    })
    token = uploaded?.jwt ?? token
  }
  if (!token) throw new Error('Cloudflare confirmed no upload of the files')
  return token
}

/** Returns the message of an upload; `readMessage` reads it. */
export function uploadMessage(environment: string, schema: string, { assets }: Release): string {
  return `npm run deploy, ${environment}, schema ${schema}, files ${filesHash(assets)}`
}

/** Returns a hash of the files that are served without the Worker: pages of two releases can share equal files. */
export function filesHash(assets: Release['assets']): string {
  const names = assets.map(({ path, hash }) => `${path} ${hash}`).sort()
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12)
}

/** Returns the migration and the hash of the files in the message of an upload; `null` for an upload of another tool. */
export function readMessage(message = ''): { schema: string; files: string } | null {
  const [, schema, files] = /, schema (\S+), files (\w+)$/.exec(message) ?? []
  return schema && files ? { schema, files } : null
}

interface UploadDetails {
  assetToken: string
  message: string
  /** The Durable Object migrations to run; `null` when all are applied. */
  migrations: ObjectMigrations | null
}

export interface ObjectMigrations {
  old_tag?: string
  new_tag: string
  steps: { new_sqlite_classes: string[] }[]
}

/** Returns the pending migrations of Durable Objects after the tag `known`. */
export function objectMigrations({ config }: Release, known: string | null): ObjectMigrations | null {
  const all = config.migrations
  const pending = all.slice(known === null ? 0 : all.findIndex(({ tag }) => tag === known) + 1)
  const last = pending.at(-1)
  if (!last) return null
  return {
    ...(known === null ? {} : { old_tag: known }),
    new_tag: last.tag,
    steps: pending.map(({ new_sqlite_classes }) => ({ new_sqlite_classes })),
  }
}

/** Returns the upload's form: `metadata` as JSON, then each module. */
export function uploadForm(source: UploadSource, details: UploadDetails): FormData {
  const { release, ids } = source
  const { assetToken, migrations, message } = details
  if (ids.database === null || ids.namespace === null)
    throw new Error('Database and namespace were not created')
  const { config } = release
  const metadata = {
    main_module: config.main,
    bindings: toBindings(source),
    compatibility_date: config.compatibility_date,
    compatibility_flags: config.compatibility_flags,
    // Secrets of earlier uploads stay.
    keep_bindings: ['secret_text', 'secret_key'],
    ...(migrations ? { migrations } : {}),
    annotations: { 'workers/message': message, 'workers/tag': releaseTag(source) },
    observability: config.observability,
    assets: { jwt: assetToken, config: { _headers: release.headers } },
  }
  const form = new FormData()
  form.set('metadata', JSON.stringify(metadata))
  for (const { name, type, content } of release.modules)
    form.set(name, new File([new Uint8Array(content)], name, { type }))
  return form
}

function toBindings({ environment, release, vars, ids }: UploadSource): Record<string, unknown>[] {
  const { config } = release
  const { names, rateLimitOffset, worker } = environment
  return [
    ...Object.entries(vars.vars).map(([name, text]) => ({ type: 'plain_text', name, text })),
    ...Object.entries(vars.newSecrets).map(([name, text]) => ({ type: 'secret_text', name, text })),
    ...config.kv_namespaces.map(({ binding }) => ({
      type: 'kv_namespace',
      name: binding,
      namespace_id: ids.namespace,
    })),
    ...config.durable_objects.bindings.map(({ name, class_name }) => ({
      type: 'durable_object_namespace',
      name,
      class_name,
    })),
    ...config.queues.producers.map(({ binding, queue }) => ({
      type: 'queue',
      name: binding,
      queue_name: names.queues.get(queue) ?? worker + queue.slice(LOCAL_WORKER.length),
    })),
    ...config.r2_buckets.map(({ binding }) => ({
      type: 'r2_bucket',
      name: binding,
      bucket_name: names.bucket,
    })),
    ...config.d1_databases.map(({ binding }) => ({ type: 'd1', name: binding, id: ids.database })),
    ...config.analytics_engine_datasets.map(({ binding }) => ({
      type: 'analytics_engine',
      name: binding,
      dataset: names.dataset,
    })),
    ...config.ratelimits.map(({ name, namespace_id, simple }) => ({
      type: 'ratelimit',
      name,
      // All Workers of an account share the counters of a number.
      namespace_id: String(rateLimitOffset + (Number(namespace_id) % 1000)),
      simple,
    })),
    { type: 'version_metadata', name: config.version_metadata.binding },
    { type: 'assets', name: config.assets.binding },
  ]
}

const VERSION_ID = v.object({ id: v.string() })
/** The first upload returns its version as a UUID without hyphens. */
const DEPLOYED = v.object({ deployment_id: v.string() })

/** Uploads a version that nobody sees yet; returns its id. */
export async function uploadVersion(api: CloudflareApi, script: string, form: FormData): Promise<string> {
  return (
    await api.call(VERSION_ID, 'POST', `${script}/versions?bindings_inherit=strict`, {
      body: form,
      timeout: UPLOAD_TIMEOUT_MS,
    })
  ).id
}

/** Uploads and deploys at once, which the first upload and migrations of objects need; returns the version's id. */
export async function deployAtOnce(api: CloudflareApi, script: string, form: FormData): Promise<string> {
  const path = `${script}?excludeScript=true&bindings_inherit=strict`
  const { deployment_id } = await api.call(DEPLOYED, 'PUT', path, { body: form, timeout: UPLOAD_TIMEOUT_MS })
  return deployment_id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
