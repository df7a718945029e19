/** Deploys an earlier version of the Worker again. Data is never rolled back. */
import * as v from 'valibot'
import { NotReady } from '../not-ready.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import { type Deployment, mainVersion, readDeployments, scriptPath } from './deployments.ts'
import type { DeployEnvironment } from './environment.ts'
import { readMessage } from './upload.ts'

interface KnownVersion {
  id: string
  /** Names its release; empty for a version of another tool. */
  tag: string
  /** The last migration of Durable Objects that the version had. */
  objectTag: string | null
  /** The last migration of the database that the version's checkout had; `null` for a version of another tool. */
  schema: string | null
  createdOn: string
}

export interface Rollback {
  from: KnownVersion
  to: KnownVersion
  /** Whether the version passed its check when it was deployed. */
  isChecked: boolean
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
 * Returns the rollback to the version `wanted`, otherwise to the last one that passed its check before. Throws `NotReady` when
 * there is none, and across a migration of Durable Objects, which Cloudflare cannot undo.
 */
export async function planRollback(
  api: CloudflareApi,
  environment: DeployEnvironment,
  migrations: readonly string[],
  wanted?: string,
): Promise<Rollback> {
  const script = scriptPath(environment.worker)
  const deployments = await readDeployments(api, script)
  const shown = deployments[0]?.versions ?? []
  const main = mainVersion(shown)
  if (main === null) throw new NotReady(`${environment.worker} has never been deployed`)
  // While a release is shown to some shoppers, that release is what a rollback takes away.
  const fromId = shown.find(({ id }) => shown.length > 1 && id !== (wanted ?? main))?.id ?? main
  const from = await readVersion(api, script, fromId)
  const to = wanted
    ? await readVersion(api, script, wanted)
    : await findFormer(api, script, deployments, from, shown.length > 1 ? main : null)
  if (!to)
    throw new NotReady(
      `${environment.worker} has no earlier version that passed its check: name one by its id`,
    )
  if (from.id === to.id) throw new NotReady(`Version ${to.id} is deployed already`)
  if (from.objectTag !== to.objectTag)
    throw new NotReady(
      `Version ${to.id} is from before the migration ${from.objectTag} of the Durable Objects, which cannot be undone: deploy a newer checkout instead.`,
    )
  const at = to.schema === null ? -1 : migrations.indexOf(to.schema)
  const isChecked = deployments.some((one) => one.isChecked && one.versions.some(({ id }) => id === to.id))
  return { from, to, isChecked, unseenMigrations: at < 0 ? [] : migrations.slice(at + 1) }
}

/** Returns the version to go back to: `main` during a split, else the last one that passed its check and was not rejected. */
async function findFormer(
  api: CloudflareApi,
  script: string,
  deployments: readonly Deployment[],
  from: KnownVersion,
  main: string | null,
): Promise<KnownVersion | null> {
  if (main !== null) return readVersion(api, script, main)
  const rejected = new Set(deployments.map((one) => one.rejected))
  const checked = deployments.filter(({ isChecked, versions }) => isChecked && versions.length === 1)
  for (const id of new Set(checked.flatMap(({ versions }) => versions.map((one) => one.id)))) {
    if (id === from.id) continue
    const version = await readVersion(api, script, id)
    if (!rejected.has(version.tag)) return version
  }
  return null
}

async function readVersion(api: CloudflareApi, script: string, id: string): Promise<KnownVersion> {
  const version = await api.find(VERSION, `${script}/versions/${id}`)
  if (!version) throw new NotReady(`There is no version ${id}`)
  return {
    id,
    tag: version.annotations['workers/tag'] ?? '',
    objectTag: version.resources.script_runtime?.migration_tag ?? null,
    schema: readMessage(version.annotations['workers/message'])?.schema ?? null,
    createdOn: version.metadata.created_on ?? '',
  }
}
