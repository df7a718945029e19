/** Deploys an environment: reads the account, plans, asks, and runs the steps of the plan. */
import { readAccount } from './account-state.ts'
import { checkShop } from './check-shop.ts'
import type { CloudflareApi } from './cloudflare-api.ts'
import type { DeployEnvironment } from './environment.ts'
import { NotReady } from './not-ready.ts'
import { type DatabaseContents, planDeployment, type Step } from './plan.ts'
import type { Release } from './release.ts'
import { RolledBack } from './rollout-steps.ts'
import { resolveVars } from './secrets.ts'

export interface DeployPorts {
  api: CloudflareApi
  /** The account, as the plan names it. */
  account: string
  /** Requests to the deployed shop. */
  fetch: typeof fetch
  log: (line: string) => void
  /** Asks whether the plan is to be carried out. */
  confirm: () => Promise<boolean>
  wait?: (ms: number) => Promise<unknown>
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
  /** Only shows the plan. */
  isPlan: boolean
}

/** A step failed; steps before it are done, and another run goes on there. */
export class Interrupted extends Error {}

export interface DeployReport {
  environment: string
  siteUrl: string
  steps: Pick<Step, 'id' | 'title' | 'calls'>[]
  isApplied: boolean
}

/** Returns what was planned and whether it was applied. Throws `Interrupted` or `RolledBack` after the first change. */
export async function deployShop(options: DeployOptions, ports: DeployPorts): Promise<DeployReport> {
  const { environment, release, contents, given, replaced } = options
  const { api, log } = ports
  const state = await readAccount(api, environment)
  const siteUrl = siteUrlOf(environment, state.subdomain)
  const vars = resolveVars({
    siteUrl,
    vars: environment.vars,
    known: state.worker?.secrets ?? [],
    given,
    replaced,
  })
  if (!vars.ok) throw new NotReady(vars.problems.join('\n'))
  const { fetch, wait } = ports
  const check = (version: string) =>
    checkShop({ siteUrl, worker: environment.worker, version, fetch, ...(wait ? { wait } : {}) })
  const steps = planDeployment({ api, environment, state, release, contents, vars: vars.value, check, log })
  const report = {
    environment: environment.name,
    siteUrl,
    steps: steps.map(({ id, title, calls }) => ({ id, title, calls })),
  }
  if (steps.length === 0) log(`${siteUrl} is up to date: nothing to do`)
  else {
    log(`${environment.name}, ${siteUrl}, account ${ports.account}:`)
    for (const { title } of steps) log(`  ${title}`)
  }
  if (options.isPlan || steps.length === 0 || !(await ports.confirm())) return { ...report, isApplied: false }
  for (const step of steps) await runStep(step, ports)
  log(`${siteUrl} is deployed`)
  return { ...report, isApplied: true }
}

async function runStep({ title, run }: Step, { log, now }: DeployPorts): Promise<void> {
  const began = now()
  try {
    await run()
  } catch (error) {
    log(`✗ ${title}`)
    if (error instanceof RolledBack) throw error
    throw new Interrupted(error instanceof Error ? error.message : String(error))
  }
  log(`✓ ${title}, ${((now() - began) / 1000).toFixed(1)} s`)
}

function siteUrlOf({ hosts, worker }: DeployEnvironment, subdomain: string | null): string {
  const [host] = hosts
  if (host !== undefined) return `https://${host}`
  if (subdomain !== null) return `https://${worker}.${subdomain}.workers.dev`
  throw new NotReady(
    'This account has no address at workers.dev yet: open "Workers & Pages" in the dashboard once, or name hosts in the environment’s file.',
  )
}
