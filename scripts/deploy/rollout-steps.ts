/**
 * Steps that bring a release to shoppers: it is uploaded, checked while nobody sees it, shown to a tenth, checked again,
 * and shown to all. A failed check brings everybody back to the version before.
 */
import * as v from 'valibot'
import type { DeployedVersion } from './account-state.ts'
import type { PlannedCall, Step, StepInput } from './plan.ts'
import {
  deployAtOnce,
  objectMigrations,
  releaseTag,
  uploadAssets,
  uploadForm,
  uploadVersion,
} from './upload.ts'

/** A release whose check failed; the version before is deployed again. */
export class RolledBack extends Error {}

/** Shares of the shoppers, in percent, at which a release is checked. */
const CHECKED_SHARES = [0, 10] as const

export interface Rollout {
  /** Before the triggers, such as queues and hosts. */
  steps: Step[]
  /** After the triggers: the first deployment has no address before them. */
  after: Step[]
}

export function rolloutSteps(input: StepInput): Rollout {
  const { state, release, vars, environment } = input
  const { worker } = state
  const tag = releaseTag(release, vars)
  const isCurrent = worker?.release === tag && Object.keys(vars.newSecrets).length === 0
  const migrations = objectMigrations(release, worker?.objectTag ?? null)
  if (isCurrent && !migrations) return { steps: [], after: [] }
  const former = worker ? formerVersion(worker.versions) : null
  return former === null || migrations
    ? deployWhole(input, `${worker ? 'deploy' : 'create'} the Worker ${environment.worker}, release ${tag}`)
    : { steps: [releaseGradually(input, former, tag)], after: [] }
}

/** The version that most shoppers see. */
function formerVersion(versions: readonly DeployedVersion[]): string | null {
  return versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.id ?? null
}

function assetCalls(script: string): PlannedCall[] {
  return [
    { method: 'POST', path: `${script}/assets-upload-session` },
    { method: 'POST', path: '/accounts/{account}/workers/assets/upload', isRepeated: true },
  ]
}

async function createForm({
  api,
  environment,
  release,
  vars,
  ids,
  script,
  state,
}: StepInput): Promise<FormData> {
  const { database, namespace } = ids
  if (database === null || namespace === null) throw new Error('Database and namespace were not created')
  return uploadForm({
    environment,
    release,
    vars,
    ids: { database, namespace },
    assetToken: await uploadAssets(api, script, release),
    message: `npm run deploy, ${environment.name}`,
    migrations: objectMigrations(release, state.worker?.objectTag ?? null),
  })
}

function deployWhole(input: StepInput, title: string): Rollout {
  const { api, script } = input
  let version = ''
  return {
    steps: [
      {
        id: 'release',
        title,
        calls: [...assetCalls(script), { method: 'PUT', path: script }],
        run: async () => {
          version = await deployAtOnce(api, script, await createForm(input))
        },
      },
    ],
    after: [
      {
        id: 'check',
        title: 'check the shop',
        calls: [],
        run: async () => {
          const problems = await input.check(version)
          if (problems.length > 0) throw new Error(`The shop is deployed, but: ${problems.join('; ')}`)
        },
      },
    ],
  }
}

function releaseGradually(input: StepInput, former: string, tag: string): Step {
  const { api, script, log } = input
  const deployments = `${script}/deployments`
  const deploy = (versions: DeployedVersion[]) => {
    const shares = versions.map(({ id, percentage }) => ({ version_id: id, percentage }))
    return api.call(v.unknown(), 'POST', deployments, { body: { strategy: 'percentage', versions: shares } })
  }
  return {
    id: 'release',
    title: `release ${tag}: checked at ${CHECKED_SHARES.join(' and ')} % of the shoppers, then for all`,
    calls: [
      ...assetCalls(script),
      { method: 'POST', path: `${script}/versions` },
      { method: 'POST', path: deployments, isRepeated: true },
      { method: 'PATCH', path: `${script}/script-settings` },
    ],
    run: async () => {
      const version = await uploadVersion(api, script, await createForm(input))
      for (const share of CHECKED_SHARES) {
        await deploy([
          { id: version, percentage: share },
          { id: former, percentage: 100 - share },
        ])
        const problems = await input.check(version)
        if (problems.length > 0) {
          await deploy([{ id: former, percentage: 100 }])
          throw new RolledBack(
            `Release ${tag} failed its check at ${share} % and was taken back: ${problems.join('; ')}`,
          )
        }
        log(`  checked at ${share} %`)
      }
      await deploy([{ id: version, percentage: 100 }])
      const { observability } = input.release.config
      await api.call(v.unknown(), 'PATCH', `${script}/script-settings`, { body: { observability } })
    },
  }
}
