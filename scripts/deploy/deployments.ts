/** Which versions of the Worker the shoppers see. */
import * as v from 'valibot'
import type { DeployedVersion } from './account-state.ts'
import type { CloudflareApi } from './cloudflare-api.ts'

/** Returns the path of a Worker's calls. */
export function scriptPath(worker: string): string {
  return `/accounts/{account}/workers/scripts/${worker}`
}

const DEPLOYMENTS = v.object({
  deployments: v.array(
    v.object({
      versions: v.array(v.object({ version_id: v.string(), percentage: v.number() })),
      annotations: v.optional(v.nullable(v.record(v.string(), v.string()))),
    }),
  ),
})

export interface Deployment {
  versions: DeployedVersion[]
  /** Whether the shop passed its check with it. */
  isChecked: boolean
  /** Tag of the release that failed its check before this deployment restored an earlier one. */
  rejected: string | null
}

/** Parts of a deployment's message. */
const CHECKED = /\bchecked\b/
const REJECTED = /\brejected (\S+)/

/** Returns the deployments, newest first; none for a Worker that does not exist. */
export async function readDeployments(api: CloudflareApi, script: string): Promise<Deployment[]> {
  const found = await api.find(DEPLOYMENTS, `${script}/deployments`)
  return (found?.deployments ?? []).map(({ versions, annotations }) => ({
    versions: versions.map(({ version_id: id, percentage }) => ({ id, percentage })),
    isChecked: CHECKED.test(annotations?.['workers/message'] ?? ''),
    rejected: REJECTED.exec(annotations?.['workers/message'] ?? '')?.[1] ?? null,
  }))
}

/** Names a version as /healthz and Cloudflare do, by its id, and the build that it has by the start of its tag. */
export function describeVersion(id: string, tag: string): string {
  const [build] = tag.split('-')
  return build ? `Version ${id} (build ${build})` : `Version ${id}`
}

/** Returns the version that most shoppers see; `null` for no versions. */
export function mainVersion(versions: readonly DeployedVersion[] = []): string | null {
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.id ?? null
}

/** Shows versions to shares of the shoppers, which add up to 100 percent. */
export async function deployVersions(
  api: CloudflareApi,
  script: string,
  versions: readonly DeployedVersion[],
  { isChecked = false, rejected = null }: { isChecked?: boolean; rejected?: string | null } = {},
): Promise<void> {
  const parts = [isChecked ? 'checked' : '', rejected === null ? '' : `rejected ${rejected}`]
  const message = parts.filter((part) => part !== '').join(', ')
  const body = {
    strategy: 'percentage',
    versions: versions.map(({ id, percentage }) => ({ version_id: id, percentage })),
    ...(message === '' ? {} : { annotations: { 'workers/message': message } }),
  }
  await api.call(v.unknown(), 'POST', `${script}/deployments`, { body, isIdempotent: true })
}
