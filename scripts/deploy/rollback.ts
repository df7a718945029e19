/** Deploys an earlier version of the Worker again. Data is never rolled back. */
import * as v from 'valibot'
import type { CloudflareApi } from './cloudflare-api.ts'
import { mainVersion, readDeployments, scriptPath } from './deployments.ts'
import type { DeployEnvironment } from './environment.ts'
import { NotReady } from './not-ready.ts'
import { readMessage } from './upload.ts'

interface KnownVersion {
  id: string
  /** The last migration of Durable Objects that the version had. */
  objectTag: string | null
  /** The last migration of the database that the version's checkout had; `null` for a version of another tool. */
  schema: string | null
  createdOn: string
}

export interface Rollback {
  from: KnownVersion
  to: KnownVersion
  /** Migrations of the database that the earlier code has not seen. */
  unseenMigrations: string[]
}

const VERSION = v.object({
  id: v.string(),
  metadata: v.optional(v.object({ created_on: v.optional(v.string(), '') }), {}),
  annotations: v.optional(v.record(v.string(), v.string()), {}),
  resources: v.optional(
    v.object({
      script_runtime: v.optional(v.object({ migration_tag: v.optional(v.nullable(v.string())) }), {}),
    }),
    {},
  ),
})

/**
 * Returns the rollback to the version `wanted`, otherwise to the one that all shoppers saw before. Throws `NotReady` when
 * there is none, and across a migration of Durable Objects, which Cloudflare cannot undo.
 */
export async function planRollback(
  api: CloudflareApi,
  environment: DeployEnvironment,
  migrations: readonly string[],
  wanted?: string,
): Promise<Rollback> {
  const script = scriptPath(environment.worker)
  const [current, ...earlier] = await readDeployments(api, script)
  const currentId = mainVersion(current?.versions)
  if (currentId === null) throw new NotReady(`${environment.worker} has never been deployed`)
  const before = earlier.find(({ versions }) => versions.length === 1 && versions[0]?.id !== currentId)
  const targetId = wanted ?? before?.versions[0]?.id
  if (targetId === undefined) throw new NotReady(`${environment.worker} has no version before this one`)
  const [from, to] = await Promise.all([
    readVersion(api, script, currentId),
    readVersion(api, script, targetId),
  ])
  if (from.id === to.id) throw new NotReady(`Version ${to.id} is deployed already`)
  if (from.objectTag !== to.objectTag)
    throw new NotReady(
      `Version ${to.id} is from before the migration ${from.objectTag} of the Durable Objects, which cannot be undone: deploy a newer checkout instead.`,
    )
  const at = to.schema === null ? -1 : migrations.indexOf(to.schema)
  return { from, to, unseenMigrations: at < 0 ? [] : migrations.slice(at + 1) }
}

async function readVersion(api: CloudflareApi, script: string, id: string): Promise<KnownVersion> {
  const version = await api.find(VERSION, `${script}/versions/${id}`)
  if (!version) throw new NotReady(`There is no version ${id}`)
  return {
    id,
    objectTag: version.resources.script_runtime?.migration_tag ?? null,
    schema: readMessage(version.annotations['workers/message'])?.schema ?? null,
    createdOn: version.metadata.created_on ?? '',
  }
}
