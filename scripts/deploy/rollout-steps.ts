/**
 * Steps that bring a release to shoppers. It is uploaded, checked while nobody sees it, shown, checked again and watched;
 * what goes wrong brings the version before back. The first upload and migrations of Durable Objects cannot be tried
 * first: they are shown at once, and then checked.
 */
import * as v from 'valibot'
import { NotReady } from '../not-ready.ts'
import { deployVersions, describeVersion, mainVersion } from './deployments.ts'
import { LostLock } from './lock.ts'
import type { PlannedCall, Step, StepInput } from './plan.ts'
import type { Release } from './release.ts'
import {
  deployAtOnce,
  filesHash,
  objectMigrations,
  releaseTag,
  uploadAssets,
  uploadForm,
  uploadMessage,
  uploadVersion,
} from './upload.ts'
import { canWatch, FIRST_PERCENT, watchRelease } from './watch-release.ts'

/** A release whose check failed; the version before is deployed again. */
export class RolledBack extends Error {
  readonly exitCode = 3
}

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
  const isCurrent = () => worker?.release === releaseTag(input) && Object.keys(vars.newSecrets).length === 0
  const bringsKeys = vars.webhooks.length > 0 || vars.needsWidget
  if (former !== null && isCurrent() && !bringsKeys && !migrations) {
    // An interrupted run has shown it, but not watched it to the end; the first release of a shop has no shoppers.
    const seconds = worker?.hasFormer ? environment.watchSeconds : 0
    return { steps: [], after: worker?.isChecked ? [] : [checkStep(input, () => former, seconds)] }
  }
  if (former !== null && !migrations) {
    if (worker?.rejected === releaseTag(input) && secretsNote(input) === '' && !input.isRetry)
      throw new NotReady(
        `Build ${release.hash} was taken back, after its check or by npm run rollback. Change it, or deploy it again with --retry.`,
      )
    // A widget that Cloudflare refuses has no keys, so the same release must not be shown again.
    const isNeeded = () => !isCurrent() || worker?.isChecked !== true
    return { steps: [{ ...releaseGradually(input, former), isNeeded }], after: [] }
  }
  let version = ''
  const deploy: Step = {
    id: 'release',
    title: `${worker ? 'deploy at once, for its new objects,' : 'create'} the Worker ${environment.worker}, build ${release.hash}${secretsNote(input)}`,
    calls: [...assetCalls(input.script), { method: 'PUT', path: input.script }],
    run: async () => {
      version = await deployAtOnce(input.api, input.script, await createForm(input))
      input.log(shownToAll(version, release))
    },
  }
  return { steps: [deploy], after: [checkStep(input, () => version)] }
}

function shownToAll(version: string, { hash }: Release): string {
  return `  ${describeVersion(version, hash)} is shown to all shoppers`
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
    message: uploadMessage(environment.name, contents.migrations.at(-1)?.name ?? 'none', release),
    migrations: objectMigrations(release, state.worker?.objectTag ?? null),
  })
}

/** Checks a version that shoppers see already, and records the success in its deployment. */
function checkStep(
  { api, script, check, ids, environment, wait, log }: StepInput,
  versionOf: () => string,
  seconds = 0,
): Step {
  return {
    id: 'check',
    title: 'check the shop',
    calls: [{ method: 'POST', path: `${script}/deployments` }],
    run: async () => {
      const version = versionOf()
      const problems = await check(version, ids.database)
      if (problems.length > 0)
        throw new Error(`The shop is deployed, but its check failed: ${problems.join('; ')}`)
      const watched = { api, dataset: environment.names.dataset, version, seconds, wait, log }
      const problem = (await canWatch(watched)) ? await watchRelease(watched) : null
      if (problem !== null)
        throw new Error(`The shop is deployed, but ${problem}. Go back by npm run rollback`)
      await deployVersions(api, script, [{ id: version, percentage: 100 }], { isChecked: true })
    },
  }
}

function releaseGradually(input: StepInput, former: string): Step {
  const { api, script, log } = input
  const { hash, config } = input.release
  return {
    id: 'release',
    title: `release build ${hash}: checked before shoppers see it, and again when all see it${secretsNote(input)}`,
    calls: [
      ...assetCalls(script),
      { method: 'POST', path: `${script}/versions` },
      { method: 'PATCH', path: `${script}/script-settings` },
      { method: 'POST', path: `${script}/deployments`, isRepeated: true },
    ],
    run: async () => {
      const version = await uploadVersion(api, script, await createForm(input))
      const { observability } = config
      await api.call(v.unknown(), 'PATCH', `${script}/script-settings`, { body: { observability } })
      try {
        await showToAll(input, former, version)
      } catch (error) {
        if (error instanceof LostLock) throw error
        const text = error instanceof Error ? error.message : String(error)
        const reason = `${describeVersion(version, hash)}: ${input.signal.aborted ? 'it was stopped' : text}.`
        await takeBack(input, { former, reason, isRejected: error instanceof FailedCheck })
      }
      log(shownToAll(version, input.release))
    },
  }
}

/**
 * Checks a version while nobody sees it, then shows it, and watches how many of its requests fail. Where both releases have
 * the same files, a tenth of the shoppers see it first. Where they differ, all do at once: Cloudflare chooses a version for
 * each request, so a page of one release would ask the other one for its scripts.
 */
async function showToAll(input: StepInput, former: string, version: string): Promise<void> {
  const { api, script, log, check, ids, environment, release, state, wait, signal, confirmLock } = input
  const show = async (...versions: { id: string; percentage: number }[]) => {
    signal.throwIfAborted()
    await confirmLock()
    await deployVersions(api, script, versions)
  }
  const expectNoProblems = async (when: string) => {
    const problems = await check(version, ids.database)
    if (problems.length > 0) throw new FailedCheck(`its check ${when} failed: ${problems.join('; ')}`)
    log(`  checked ${when}`)
  }
  const watched = {
    api,
    dataset: environment.names.dataset,
    version,
    seconds: environment.watchSeconds,
    wait,
    log,
  }
  const watch = async (percentage: number) => {
    const problem = await watchRelease(watched)
    if (problem !== null) throw new FailedCheck(`${percentage} % of the shoppers saw it: ${problem}`)
  }
  await show({ id: version, percentage: 0 }, { id: former, percentage: 100 })
  await expectNoProblems('before shoppers see it')
  const isWatched = await canWatch(watched)
  const hasSameFiles = state.worker?.files === filesHash(release.assets)
  if (isWatched && hasSameFiles) {
    await show({ id: version, percentage: FIRST_PERCENT }, { id: former, percentage: 100 - FIRST_PERCENT })
    await watch(FIRST_PERCENT)
  }
  await show({ id: version, percentage: 100 })
  await expectNoProblems('when all see it')
  if (isWatched && !hasSameFiles) await watch(100)
  await confirmLock()
  await deployVersions(api, script, [{ id: version, percentage: 100 }], { isChecked: true })
}

/** Shows the former version to all shoppers again, and throws `RolledBack`. */
async function takeBack(
  input: StepInput,
  { former, reason, isRejected }: { former: string; reason: string; isRejected: boolean },
): Promise<never> {
  const { api, script, state, vars } = input
  try {
    await deployVersions(api, script, [{ id: former, percentage: 100 }], {
      isChecked: state.worker?.isChecked ?? false,
      rejected: isRejected ? releaseTag(input) : null,
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason} It could NOT be taken back: ${why}. Run npm run rollback -- ${former}`)
  }
  // Cloudflare does not say from which version the next upload takes the secrets that it does not bring.
  const names = Object.keys(vars.newSecrets)
  const hint =
    names.length === 0
      ? ''
      : ` Send its secrets again: ${names.map((name) => `--replace ${name}`).join(' ')}.`
  throw new RolledBack(`${reason} It was taken back.${hint}`)
}

/** Throws `NotReady` for a Worker whose objects are from a newer checkout. */
function expectKnownObjects({ release, state, environment }: StepInput): void {
  const tag = state.worker?.objectTag ?? null
  if (tag !== null && release.config.migrations.every((one) => one.tag !== tag))
    throw new NotReady(
      `The Durable Objects of ${environment.worker} have the migration ${tag}, which this checkout does not have. Deploy a newer checkout.`,
    )
}
