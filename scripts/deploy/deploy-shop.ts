/** Deploys an environment: reads the account, plans, asks, and runs the steps of the plan. */
import type { Config } from '../../worker/config.ts'
import { NotReady } from '../not-ready.ts'
import { type Invitee, parseInvitee } from '../staff/invite.ts'
import { type AccountState, findDatabase, readAccount } from './account-state.ts'
import { missingWidget, wantsWidget } from './captcha-widget.ts'
import { checkShop } from './check-shop.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import { describeVersion, mainVersion } from './deployments.ts'
import { DEFAULT_ENVIRONMENT, type DeployEnvironment, toSiteUrl } from './environment.ts'
import { deploymentLock, type Lock, type LockOwner } from './lock.ts'
import { describeMissing, tryOptional } from './optional.ts'
import { type DatabaseContents, type PlanInput, planDeployment, type Step } from './plan.ts'
import type { Release } from './release.ts'
import { hasTiresOnSale, remainingWork } from './remaining-work.ts'
import { remoteD1 } from './remote-d1.ts'
import { RolledBack } from './rollout-steps.ts'
import { resolveVars } from './secrets.ts'
import { missingServices } from './zone-steps.ts'

export interface DeployPorts {
  api: CloudflareApi
  /** The account, as the plan names it. */
  account: string
  /** Requests to the deployed shop. */
  fetch: typeof fetch
  log: (line: string) => void
  /** Asks whether the plan is to be carried out. */
  confirm: () => Promise<boolean>
  /** Asks for the first owner; an empty answer adds none. `null` without a terminal. */
  askOwner: (() => Promise<string>) | null
  owner: LockOwner
  /** Returns whether a process of this machine runs. */
  isRunning: (pid: number) => boolean
  /** Waits; rejects when `signal` is aborted. */
  wait: (ms: number) => Promise<unknown>
  /** Aborted when a person stops the command: a release in the middle is taken back. */
  signal: AbortSignal
  now: () => number
}

export interface DeployOptions {
  environment: DeployEnvironment
  release: Release
  contents: DatabaseContents
  /** Secrets from a file or from the variables of this process. */
  given: Readonly<Record<string, string | undefined>>
  /** Names of secrets to replace. */
  replaced: readonly string[]
  /** The first owner: `Name <mail>`. */
  firstOwner?: string | undefined
  /** Only shows the plan. */
  isPlan: boolean
  /** Tries a release again that was taken back. */
  isRetry?: boolean
  /** Allows new Durable Objects together with other changes. */
  isAtOnce?: boolean
  /** Takes the lock of another deployment. */
  isUnlocked?: boolean
}

/** A step failed; steps before it are done, and another run goes on there. */
export class Interrupted extends Error {
  readonly exitCode = 1
}

export interface DeployReport {
  environment: string
  siteUrl: string
  steps: Pick<Step, 'id' | 'title' | 'calls'>[]
  isApplied: boolean
  /** What a person still has to do; empty for a plan, and when a person did not agree. */
  remaining: string[]
}

/** Returns what was planned and whether it was applied. Throws `Interrupted` or `RolledBack` after the first change. */
export async function deployShop(options: DeployOptions, ports: DeployPorts): Promise<DeployReport> {
  const { environment, isPlan } = options
  const { log } = ports
  const state = await readAccount(ports.api, environment)
  const firstOwner = await chooseOwner(options, ports, state.owners)
  const lock = lockOf(state, options, ports)
  const confirmLock = async () => lock?.confirm()
  const plan = (from: AccountState) => planFor(from, { firstOwner, confirmLock }, options, ports)
  const { siteUrl, steps, config, missing } = plan(state)
  const report = {
    environment: environment.name,
    siteUrl,
    steps: steps.map(({ id, title, calls }) => ({ id, title, calls })),
  }
  if (steps.length === 0) {
    const version = describeVersion(mainVersion(state.worker?.versions) ?? '', options.release.hash)
    log(`${siteUrl} is up to date: nothing to do. ${version} is shown to all shoppers`)
    return {
      ...report,
      isApplied: false,
      remaining: await logRemaining(environment, { config, missing }, ports),
    }
  }
  log(`${environment.name}, ${siteUrl}, account ${ports.account}:`)
  for (const { title } of steps) log(`  ${title}`)
  if (isPlan || !(await ports.confirm())) return { ...report, isApplied: false, remaining: [] }
  await lock?.renew()
  try {
    // The account may have changed before the answer to the question.
    const current = plan(await readAccount(ports.api, environment)).steps
    if (titlesOf(current) !== titlesOf(steps))
      throw new NotReady('The account has changed since this plan was made. Run the command again.')
    for (const step of current) missing.push(...(await runStep(step, ports, lock)))
  } finally {
    // A lock that stays is taken over by the next run on this machine, and ends by itself.
    await lock?.release().catch(() => undefined)
  }
  log(`${siteUrl} is deployed`)
  const remaining = await logRemaining(environment, { config, missing }, ports)
  return { ...report, isApplied: true, remaining }
}

const titlesOf = (steps: readonly Step[]) => steps.map(({ title }) => title).join('\n')

/** A plan; `missing` has a line for each optional part that it cannot bring. */
interface Plan {
  siteUrl: string
  steps: Step[]
  config: Config
  missing: string[]
}

/** Returns the steps from a state of the account. */
function planFor(
  state: AccountState,
  { firstOwner, confirmLock }: Pick<PlanInput, 'firstOwner' | 'confirmLock'>,
  options: DeployOptions,
  ports: DeployPorts,
): Plan {
  const { environment, release, contents, given, replaced, isAtOnce = false, isRetry = false } = options
  const { api, log, fetch, wait, signal, now } = ports
  const siteUrl = toSiteUrl(environment, state.subdomain)
  const known = state.worker?.secrets ?? []
  const vars = resolveVars({
    siteUrl,
    account: ports.account,
    dataset: environment.names.dataset,
    formerUrl: state.worker?.siteUrl ?? null,
    canHaveWidget: environment.captcha !== false && state.widget.ok,
    wantsWidget: wantsWidget(options, state),
    vars: environment.vars,
    known,
    given,
    replaced,
  })
  if (!vars.ok) throw new NotReady(vars.problems.join('\n'))
  const check = async (version: string, database: string | null) => {
    const hasStock = database !== null && (await hasTiresOnSale(remoteD1(api, database)))
    return checkShop({
      siteUrl,
      worker: environment.worker,
      version,
      hasStock,
      fetch,
      log,
      wait,
    })
  }
  const input = {
    api,
    environment,
    state,
    release,
    contents,
    vars: vars.value,
    check,
    log,
    wait,
    signal,
    confirmLock,
    siteUrl,
    isRetry,
    isAtOnce,
    firstOwner,
    now,
  }
  return {
    siteUrl,
    steps: planDeployment(input),
    config: vars.value.config,
    missing: [...missingWidget(input), ...missingServices(input)],
  }
}

/** Logs what a person still has to do, and returns it. A failure is logged only: the deployment is done. */
async function logRemaining(
  environment: DeployEnvironment,
  { config, missing }: Pick<Plan, 'config' | 'missing'>,
  ports: DeployPorts,
): Promise<string[]> {
  const { log } = ports
  const read = await describeRemaining(environment, config, ports).catch((error: unknown) => {
    log(`What is left to do could not be read: ${error instanceof Error ? error.message : error}`)
    return []
  })
  const remaining = [...read, ...missing]
  if (remaining.length > 0) log('Still to do, or not offered yet:')
  for (const line of remaining) log(`  ${line}`)
  return remaining
}

async function describeRemaining(
  { name, kind, names }: DeployEnvironment,
  config: Config,
  { api }: DeployPorts,
): Promise<string[]> {
  const id = await findDatabase(api, names.database)
  if (id === null) throw new Error(`The database ${names.database} has gone`)
  const flags = name === DEFAULT_ENVIRONMENT ? '' : ` --env ${name}`
  return remainingWork(remoteD1(api, id), { config, isProduction: kind === 'production', flags })
}

/** Returns the lock of the environment; `null` before its first deployment has created the table. */
function lockOf(
  { databaseId, baseVersion }: AccountState,
  { isUnlocked = false }: DeployOptions,
  ports: DeployPorts,
) {
  if (databaseId === null || baseVersion === null) return null
  const { api, owner, isRunning, now } = ports
  return deploymentLock({ db: remoteD1(api, databaseId), owner, now, isRunning, isForced: isUnlocked })
}

/** Returns the first owner; asks for them while the shop has none. */
async function chooseOwner(
  { firstOwner, isPlan }: DeployOptions,
  { askOwner }: DeployPorts,
  owners: readonly string[],
): Promise<Invitee | null> {
  const isAsked = firstOwner === undefined && owners.length === 0 && !isPlan
  const text = isAsked ? ((await askOwner?.()) ?? '').trim() : firstOwner
  return text ? parseInvitee(text, '--owner') : null
}

/** Returns what an optional step could not bring. Throws `Interrupted` or `RolledBack` when another step fails. */
async function runStep(
  { title, run, optionalPart, isNeeded }: Step,
  { log, signal, now }: DeployPorts,
  lock: Lock | null,
): Promise<string[]> {
  if (isNeeded?.() === false) return []
  const began = now()
  try {
    if (signal.aborted) throw new Error('it was stopped')
    await lock?.renew()
    if (optionalPart === undefined) await run()
    else {
      const outcome = await tryOptional(run)
      if (!outcome.ok) {
        log(`✗ ${title}; the deployment goes on without it`)
        return [describeMissing(optionalPart, outcome.problem)]
      }
    }
  } catch (error) {
    log(`✗ ${title}`)
    if (error instanceof RolledBack) throw error
    throw new Interrupted(error instanceof Error ? error.message : String(error))
  }
  log(`✓ ${title}, ${((now() - began) / 1000).toFixed(1)} s`)
  return []
}
