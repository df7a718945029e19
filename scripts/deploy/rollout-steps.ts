/**
 * Steps that bring a release to shoppers. It is uploaded, checked while nobody sees it, shown to all, and checked again;
 * a failed check brings the version before back. The first upload and migrations of Durable Objects cannot be tried
 * first: they are shown at once, and then checked.
 */
import * as v from 'valibot'
import { deployVersions, mainVersion } from './deployments.ts'
import { NotReady } from './not-ready.ts'
import type { PlannedCall, Step, StepInput } from './plan.ts'
import {
  deployAtOnce,
  objectMigrations,
  releaseTag,
  uploadAssets,
  uploadForm,
  uploadMessage,
  uploadVersion,
} from './upload.ts'
import { WATCHED_PERCENT, watchRelease } from './watch-release.ts'

/** A release whose check failed; the version before is deployed again. */
export class RolledBack extends Error {}

/** What the check of a version found. */
class FailedCheck extends Error {}

export interface Rollout {
  steps: Step[]
  /** After the addresses: a first upload has none before them. */
  after: Step[]
}

export function rolloutSteps(input: StepInput): Rollout {
  expectKnownObjects(input)
  const { state, release, vars, environment } = input
  const { worker } = state
  const migrations = objectMigrations(release, worker?.objectTag ?? null)
  const former = mainVersion(worker?.versions)
  const isCurrent = worker?.release === releaseTag(input) && Object.keys(vars.newSecrets).length === 0
  if (former !== null && isCurrent && !migrations)
    return { steps: [], after: worker?.isChecked ? [] : [checkStep(input, () => former)] }
  if (former !== null && !migrations) {
    if (worker?.rejected === releaseTag(input) && secretsNote(input) === '' && !input.isRetry)
      throw new NotReady(
        `Release ${release.hash} failed its check and was taken back. Change it, or try it again with --retry.`,
      )
    return { steps: [releaseGradually(input, former)], after: [] }
  }
  let version = ''
  const deploy: Step = {
    id: 'release',
    title: `${worker ? 'deploy at once, for its new objects,' : 'create'} the Worker ${environment.worker}, release ${release.hash}${secretsNote(input)}`,
    calls: [...assetCalls(input.script), { method: 'PUT', path: input.script }],
    run: async () => {
      version = await deployAtOnce(input.api, input.script, await createForm(input))
    },
  }
  return { steps: [deploy], after: [checkStep(input, () => version)] }
}

function secretsNote({ vars }: StepInput): string {
  const names = Object.keys(vars.newSecrets)
  return names.length === 0 ? '' : `, with new ${names.join(', ')}`
}

function assetCalls(script: string): PlannedCall[] {
  return [
    { method: 'POST', path: `${script}/assets-upload-session` },
    { method: 'POST', path: '/accounts/{account}/workers/assets/upload', isRepeated: true },
  ]
}

async function createForm(input: StepInput): Promise<FormData> {
  const { api, environment, release, contents, script, state } = input
  return uploadForm(input, {
    assetToken: await uploadAssets(api, script, release),
    message: uploadMessage(environment.name, contents.migrations.at(-1)?.name ?? 'none'),
    migrations: objectMigrations(release, state.worker?.objectTag ?? null),
  })
}

/** Checks a version that shoppers see already, and records the success in its deployment. */
function checkStep({ api, script, check, ids }: StepInput, versionOf: () => string): Step {
  return {
    id: 'check',
    title: 'check the shop',
    calls: [{ method: 'POST', path: `${script}/deployments` }],
    run: async () => {
      const version = versionOf()
      const problems = await check(version, ids.database)
      if (problems.length > 0)
        throw new Error(`The shop is deployed, but its check failed: ${problems.join('; ')}`)
      await deployVersions(api, script, [{ id: version, percentage: 100 }], { isChecked: true })
    },
  }
}

function releaseGradually(input: StepInput, former: string): Step {
  const { api, script, log, check, ids } = input
  const { hash } = input.release
  const takeBack = async (reason: string, isRejected: boolean) => {
    try {
      await deployVersions(api, script, [{ id: former, percentage: 100 }], {
        isChecked: true,
        rejected: isRejected ? releaseTag(input) : null,
      })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Error(`${reason} It could NOT be taken back: ${why}. Run npm run rollback -- ${former}`)
    }
    // Cloudflare does not say from which version the next upload takes the secrets that it does not bring.
    const names = Object.keys(input.vars.newSecrets)
    const hint =
      names.length === 0
        ? ''
        : ` Send its secrets again: ${names.map((name) => `--replace ${name}`).join(' ')}.`
    throw new RolledBack(`${reason} It was taken back.${hint}`)
  }
  const expectNoProblems = async (version: string, when: string) => {
    const problems = await check(version, ids.database)
    if (problems.length > 0) throw new FailedCheck(`its check ${when} failed: ${problems.join('; ')}`)
    log(`  checked ${when}`)
  }
  /** Shows the release to some of the shoppers first, whose requests are counted. */
  const watch = async (version: string) => {
    const { watchSeconds: seconds, names } = input.environment
    if (seconds === 0) return
    await deployVersions(api, script, [
      { id: version, percentage: WATCHED_PERCENT },
      { id: former, percentage: 100 - WATCHED_PERCENT },
    ])
    const problem = await watchRelease({
      api,
      dataset: names.dataset,
      version,
      seconds,
      wait: input.wait,
      log,
    })
    if (problem !== null) throw new FailedCheck(`${WATCHED_PERCENT} % of the shoppers saw it: ${problem}`)
  }
  return {
    id: 'release',
    title: `release ${hash}: checked before shoppers see it, and again when all see it${secretsNote(input)}`,
    calls: [
      ...assetCalls(script),
      { method: 'POST', path: `${script}/versions` },
      { method: 'PATCH', path: `${script}/script-settings` },
      { method: 'POST', path: `${script}/deployments`, isRepeated: true },
    ],
    run: async () => {
      const version = await uploadVersion(api, script, await createForm(input))
      const { observability } = input.release.config
      await api.call(v.unknown(), 'PATCH', `${script}/script-settings`, { body: { observability } })
      try {
        await deployVersions(api, script, [
          { id: version, percentage: 0 },
          { id: former, percentage: 100 },
        ])
        await expectNoProblems(version, 'before shoppers see it')
        await watch(version)
        await deployVersions(api, script, [{ id: version, percentage: 100 }])
        await expectNoProblems(version, 'when all see it')
        await deployVersions(api, script, [{ id: version, percentage: 100 }], { isChecked: true })
      } catch (error) {
        const reason = `Release ${hash}: ${error instanceof Error ? error.message : error}.`
        await takeBack(reason, error instanceof FailedCheck)
      }
    },
  }
}

/** Throws `NotReady` for a Worker whose objects are from a newer checkout. */
function expectKnownObjects({ release, state, environment }: StepInput): void {
  const tag = state.worker?.objectTag ?? null
  if (tag !== null && release.config.migrations.every((one) => one.tag !== tag))
    throw new NotReady(
      `The Durable Objects of ${environment.worker} have the migration ${tag}, which this checkout does not have. Deploy a newer checkout.`,
    )
}
