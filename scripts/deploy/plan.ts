/** What a deployment will change: steps in their order, each with the calls that it makes. */

import type { Migration } from '../load/migrate.ts'
import { NotReady } from '../not-ready.ts'
import type { Invitee } from '../staff/invite.ts'
import type { AccountState } from './account-state.ts'
import { widgetSteps } from './captcha-widget.ts'
import type { CloudflareApi, Method } from './cloudflare-api.ts'
import { dataSteps } from './data-steps.ts'
import { scriptPath } from './deployments.ts'
import type { DeployEnvironment } from './environment.ts'
import { firstOwnerSteps } from './first-owner.ts'
import type { OptionalPart } from './optional.ts'
import type { Release } from './release.ts'
import { resourceSteps } from './resource-steps.ts'
import { rolloutSteps } from './rollout-steps.ts'
import type { DeploymentVars } from './secrets.ts'
import { closeAddressSteps, openAddressSteps, triggerSteps } from './trigger-steps.ts'
import { objectMigrations } from './upload.ts'
import { webhookSteps } from './webhooks.ts'
import { zoneSteps } from './zone-steps.ts'

/** A call that changes something. `*` in a path stands for an id that an earlier call returns. */
export interface PlannedCall {
  method: Method
  /** Path of Cloudflare's API, or the address of a payment provider. */
  path: string
  /** Whether the call may be unnecessary, or needed several times; only Cloudflare's answers decide that. */
  isRepeated?: boolean
}

export interface Step {
  /** Does not change between releases; `--json` prints it. */
  id: string
  /** One line, such as "create the D1 database treadline in enam". */
  title: string
  calls: readonly PlannedCall[]
  /** For a step whose failure stops no deployment: what the shop then lacks. */
  optionalPart?: OptionalPart
  /** Whether the step still has something to do after those before it, of which an optional one may have failed. */
  isNeeded?: () => boolean
  run(): Promise<void>
}

/** Ids of the account that steps read; a step that creates a resource writes its id. */
export interface ResourceIds {
  database: string | null
  namespace: string | null
  /** The queues' ids by their names in the account. */
  queues: Map<string, string>
}

/** The data that every database has: migrations, then base data. */
export interface DatabaseContents {
  migrations: readonly Migration[]
  baseVersion: string
  /** Statements of the base data, read only when they are needed. */
  baseStatements: () => Promise<string[]>
}

export interface PlanInput {
  api: CloudflareApi
  environment: DeployEnvironment
  state: AccountState
  release: Release
  contents: DatabaseContents
  vars: DeploymentVars
  /** Checks a version of the Worker with its database; returns what is wrong with it. */
  check: (version: string, database: string | null) => Promise<string[]>
  log: (line: string) => void
  wait: (ms: number) => Promise<unknown>
  /** Throws `LostLock` when another command, such as a rollback, has taken over. */
  confirmLock: () => Promise<void>
  /** Aborted when a person stops the command. */
  signal: AbortSignal
  siteUrl: string
  /** Tries a release again that was taken back. */
  isRetry: boolean
  /** Allows new Durable Objects together with other changes. */
  isAtOnce: boolean
  /** The first owner; `null` adds none. */
  firstOwner: Invitee | null
  now: () => number
}

export interface StepInput extends PlanInput {
  ids: ResourceIds
  /** Path of the Worker's calls. */
  script: string
}

/**
 * Throws `NotReady` when new Durable Objects come together with other changes: they are shown to all shoppers at once and
 * cannot be taken back, so nothing else may be the cause of a fault then.
 */
function expectObjectsAlone({ state, release, vars, isAtOnce }: PlanInput, before: readonly Step[]): void {
  const objects = state.worker && objectMigrations(release, state.worker.objectTag)
  const others = [
    // A captcha that Cloudflare refuses at each run must not keep the objects waiting.
    ...before.filter(({ optionalPart }) => optionalPart === undefined).map(({ title }) => title),
    ...Object.keys(vars.newSecrets).map((name) => `the secret ${name}`),
  ]
  if (!objects || isAtOnce || others.length === 0) return
  throw new NotReady(
    `The Durable Objects ${objects.new_tag} cannot be tried before shoppers see them, nor taken back. Other changes wait: ` +
      `${others.join('; ')}. Deploy the commit before the new objects first, or all of it with --at-once.`,
  )
}

/** Returns the steps of a deployment; none when the account has all of it. */
export function planDeployment(input: PlanInput): Step[] {
  const { environment, state } = input
  const ids: ResourceIds = {
    database: state.databaseId,
    namespace: state.namespaceId,
    queues: new Map([...state.queues].map(([name, { id }]) => [name, id])),
  }
  const stepInput: StepInput = { ...input, ids, script: scriptPath(environment.worker) }
  const { steps, after } = rolloutSteps(stepInput)
  const before = [
    ...resourceSteps(stepInput),
    ...dataSteps(stepInput),
    ...webhookSteps(stepInput),
    ...widgetSteps(stepInput),
  ]
  expectObjectsAlone(input, before)
  const [addresses, triggers] = [openAddressSteps(stepInput), triggerSteps(stepInput)]
  // A first upload creates the Worker that addresses lead to; a later release is checked at them.
  const release = state.worker
    ? [...addresses, ...steps, ...triggers, ...after, ...closeAddressSteps(stepInput)]
    : [...steps, ...triggers, ...addresses, ...after]
  return [...before, ...release, ...zoneSteps(stepInput), ...firstOwnerSteps(stepInput, input.firstOwner)]
}
