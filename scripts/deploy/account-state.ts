/** What an account has of an environment: read before a plan, changed by nothing here. */
import * as v from 'valibot'
import { DESKS, parseRecipients } from '../../schema/orders/life/desk.ts'
import { VERSION_QUERY } from '../base/load.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'
import { findWidget, type Widget } from './captcha-widget.ts'
import { type CloudflareApi, CloudflareError, findInPages, PAGE } from './cloudflare-api.ts'
import { mainVersion, readDeployments, scriptPath } from './deployments.ts'
import { type DeployEnvironment, queueNames } from './environment.ts'
import { readInvitedOwners, readOwners } from './first-owner.ts'
import { type Outcome, tryOptional } from './optional.ts'
import { remoteD1 } from './remote-d1.ts'
import { readMessage } from './upload.ts'
import { readZoneServices, type ZoneServices } from './zone-steps.ts'

export interface Consumer {
  id: string
  /** The Worker that receives the messages. */
  worker: string
  deadLetters: string | null
  settings: Readonly<Record<string, number>>
}

export interface Queue {
  id: string
  consumers: Consumer[]
}

export interface DeployedVersion {
  id: string
  percentage: number
}

export interface WorkerState {
  /** The versions that shoppers see now. */
  versions: DeployedVersion[]
  /** Hash of the release that is deployed to all shoppers; `null` when it is unknown. */
  release: string | null
  /** Hash of the files of that release; `null` when it is unknown. */
  files: string | null
  /** The address that the release has for the shop; `null` when it is unknown. */
  siteUrl: string | null
  /** Whether the shop passed its check with them. */
  isChecked: boolean
  /** Whether another version was deployed before. */
  hasFormer: boolean
  /** Tag of the release that was taken back last, after its check or by `npm run rollback`. */
  rejected: string | null
  /** The last migration of Durable Objects. */
  objectTag: string | null
  secrets: string[]
  crons: string[]
  isOnWorkersDev: boolean
  /** Ids of its hosts by their names. */
  hosts: ReadonlyMap<string, string>
}

const ZONES = v.array(
  v.object({
    id: v.string(),
    name: v.string(),
    plan: v.optional(v.object({ legacy_id: v.optional(v.string()) })),
  }),
)

export interface Zone {
  id: string
  name: string
  /** Whether the zone has the plan Free, which lacks Health Checks. */
  isFree: boolean
}

export interface AccountState {
  /** The account's name below workers.dev; `null` before it is registered. */
  subdomain: string | null
  databaseId: string | null
  namespaceId: string | null
  hasBucket: boolean
  queues: ReadonlyMap<string, Queue>
  worker: WorkerState | null
  /** The zones of the environment's hosts. */
  zones: ReadonlyMap<string, Zone>
  zoneServices: ZoneServices
  /** The captcha's widget; `null` where there is none, or none is wanted. */
  widget: Outcome<Widget | null>
  /** Migrations of the database that are applied. */
  migrations: string[]
  /** Version of the base data; `null` without base data. */
  baseVersion: string | null
  /** E-mail addresses of the owners who can sign in. */
  owners: string[]
  /** E-mail addresses of the owners who have not used their link. */
  invitedOwners: string[]
  /** E-mail addresses for alerts that somebody has set for this shop. */
  alertMails: string[]
}

const DATABASES = v.array(v.object({ uuid: v.string(), name: v.string() }))
const NAMESPACE = v.object({ id: v.string(), title: v.string() })
const QUEUES = v.array(
  v.object({
    queue_id: v.string(),
    queue_name: v.string(),
    consumers: v.optional(
      v.array(
        v.object({
          consumer_id: v.string(),
          script: v.optional(v.string()),
          service: v.optional(v.string()),
          dead_letter_queue: v.optional(v.nullable(v.string())),
          settings: v.optional(v.record(v.string(), v.unknown()), {}),
        }),
      ),
      [],
    ),
  }),
)
const SERVICE = v.object({
  default_environment: v.object({ script: v.object({ migration_tag: v.optional(v.nullable(v.string())) }) }),
})
const VERSION = v.object({
  annotations: v.optional(v.record(v.string(), v.string()), {}),
  resources: v.optional(
    v.object({
      bindings: v.optional(v.array(v.object({ name: v.string(), text: v.optional(v.string()) })), []),
    }),
    {},
  ),
})
const SECRETS = v.array(v.object({ name: v.string() }))
const SCHEDULES = v.object({ schedules: v.array(v.object({ cron: v.string() })) })
const ON_WORKERS_DEV = v.object({ enabled: v.boolean() })
const DOMAINS = v.array(v.object({ id: v.string(), hostname: v.string(), service: v.string() }))

export async function findDatabase(api: CloudflareApi, name: string): Promise<string | null> {
  const found = await api.call(
    DATABASES,
    'GET',
    `/accounts/{account}/d1/database?name=${encodeURIComponent(name)}&per_page=${PAGE}`,
  )
  return found.find((one) => one.name === name)?.uuid ?? null
}

export async function findNamespace(api: CloudflareApi, title: string): Promise<string | null> {
  const path = '/accounts/{account}/storage/kv/namespaces'
  return (await findInPages(api, NAMESPACE, path, (one) => one.title === title))?.id ?? null
}

export async function findQueue(api: CloudflareApi, name: string): Promise<Queue | null> {
  const path = `/accounts/{account}/queues?name=${encodeURIComponent(name)}&per_page=${PAGE}`
  const found = (await api.call(QUEUES, 'GET', path)).find((one) => one.queue_name === name)
  if (!found) return null
  const consumers = found.consumers.map((one) => ({
    id: one.consumer_id,
    worker: one.script ?? one.service ?? '',
    deadLetters: one.dead_letter_queue ?? null,
    settings: Object.fromEntries(
      Object.entries(one.settings).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    ),
  }))
  return { id: found.queue_id, consumers }
}

export async function hasBucket(api: CloudflareApi, name: string): Promise<boolean> {
  return (await api.find(v.unknown(), `/accounts/{account}/r2/buckets/${name}`)) !== null
}

async function findWorker(api: CloudflareApi, name: string): Promise<WorkerState | null> {
  const script = scriptPath(name)
  const service = await api.find(SERVICE, `/accounts/{account}/workers/services/${name}`)
  if (!service) return null
  const [deployed, secrets, schedules, workersDev, domains] = await Promise.all([
    readDeployments(api, script),
    api.find(SECRETS, `${script}/secrets`),
    api.find(SCHEDULES, `${script}/schedules`),
    api.find(ON_WORKERS_DEV, `${script}/subdomain`),
    api.call(DOMAINS, 'GET', `/accounts/{account}/workers/domains?service=${name}`),
  ])
  const { versions = [], isChecked = false, rejected = null } = deployed[0] ?? {}
  const main = mainVersion(versions)
  const version = main === null ? null : await api.find(VERSION, `${script}/versions/${main}`)
  return {
    versions,
    release: versions.length === 1 ? (version?.annotations['workers/tag'] ?? null) : null,
    files: readMessage(version?.annotations['workers/message'])?.files ?? null,
    siteUrl: version?.resources.bindings?.find((one) => one.name === 'SITE_URL')?.text ?? null,
    isChecked,
    hasFormer: deployed.some((one) => one.versions.some(({ id }) => id !== main)),
    rejected,
    objectTag: service.default_environment.script.migration_tag ?? null,
    secrets: (secrets ?? []).map((one) => one.name),
    crons: (schedules?.schedules ?? []).map((one) => one.cron),
    isOnWorkersDev: workersDev?.enabled ?? false,
    hosts: new Map(domains.filter((one) => one.service === name).map((one) => [one.hostname, one.id])),
  }
}

/** Returns the zone of a host: the longest name that the account has. */
async function findZone(api: CloudflareApi, host: string): Promise<Zone> {
  const labels = host.split('.')
  for (let count = 0; count < labels.length - 1; count += 1) {
    const name = labels.slice(count).join('.')
    const [zone] = await api.call(ZONES, 'GET', `/zones?name=${name}&account.id={account}`)
    if (zone) return { id: zone.id, name: zone.name, isFree: zone.plan?.legacy_id === 'free' }
  }
  throw new NotReady(`This account has no zone for ${host}: add its domain to Cloudflare first`)
}

/** Throws `NotReady` for a host of another Worker, which would lose it without a question. */
async function expectFreeHost(api: CloudflareApi, host: string, worker: string): Promise<void> {
  const path = `/accounts/{account}/workers/domains?hostname=${host}`
  const owner = (await api.call(DOMAINS, 'GET', path)).find((one) => one.hostname === host)
  if (owner && owner.service !== worker)
    throw new NotReady(`${host} leads to the Worker ${owner.service}: disconnect it there first`)
}

/** A database whose first migrations were interrupted may lack each of these tables. */
async function hasTable(
  db: LoadableD1,
  name: 'd1_migrations' | 'base_row' | 'staff_passkey' | 'config',
): Promise<boolean> {
  return (await db.query(`SELECT 1 FROM sqlite_schema WHERE name = '${name}'`)).length > 0
}

async function readMigrations(db: LoadableD1): Promise<string[]> {
  if (!(await hasTable(db, 'd1_migrations'))) return []
  return (await db.query<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id')).map(
    ({ name }) => name,
  )
}

async function readAlertMails(db: LoadableD1): Promise<string[]> {
  if (!(await hasTable(db, 'config'))) return []
  const [row] = await db.query<{ value: string }>(`SELECT value FROM config WHERE path = '${DESKS.alert}'`)
  return parseRecipients(row?.value)
}

/** Does what `Promise.all` does, but names all permissions that the token lacks in one list. */
async function readAll<Reads extends readonly unknown[] | []>(reads: Reads) {
  const failures = (await Promise.allSettled(reads)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  const lacking = new Set(
    failures.flatMap((one) => (one instanceof CloudflareError && one.permission ? [one.permission] : [])),
  )
  if (lacking.size > 1)
    throw new NotReady(`The token lacks permissions:\n${[...lacking].map((one) => `  ${one}`).join('\n')}`)
  if (failures.length > 0) throw failures[0]
  return Promise.all(reads)
}

/** Returns the account's name below workers.dev; `null` before it is registered. */
export async function findSubdomain(api: CloudflareApi): Promise<string | null> {
  const found = await api.find(v.object({ subdomain: v.string() }), '/accounts/{account}/workers/subdomain')
  return found?.subdomain ?? null
}

/**
 * Reads everything that a plan compares. Throws a failure that names the call and the missing permission, or all missing
 * permissions; but a failure of an optional part is a value.
 */
export async function readAccount(api: CloudflareApi, environment: DeployEnvironment): Promise<AccountState> {
  const { worker, names, hosts } = environment
  const queues = queueNames(environment)
  const [subdomain, databaseId, namespaceId, bucket, found, known, zoneList, widget] = await readAll([
    findSubdomain(api),
    findDatabase(api, names.database),
    findNamespace(api, names.namespace),
    hasBucket(api, names.bucket),
    Promise.all(queues.map((name) => findQueue(api, name))),
    findWorker(api, worker),
    Promise.all(hosts.map(async (host) => [host, await findZone(api, host)] as const)),
    tryOptional(async () => (environment.captcha === false ? null : findWidget(api, worker))),
    Promise.all(hosts.map((host) => expectFreeHost(api, host, worker))),
  ])
  const zones = new Map(zoneList)
  const zoneServices = await readZoneServices(api, environment, zones)
  const db = databaseId === null ? null : remoteD1(api, databaseId)
  const migrations = db ? await readMigrations(db) : []
  const base =
    db && (await hasTable(db, 'base_row')) ? await db.query<{ version: string }>(VERSION_QUERY) : []
  const hasStaff = db !== null && (await hasTable(db, 'staff_passkey'))
  return {
    subdomain,
    databaseId,
    namespaceId,
    hasBucket: bucket,
    queues: new Map(queues.flatMap((name, index) => (found[index] ? [[name, found[index]]] : []))),
    worker: known,
    zones,
    zoneServices,
    widget,
    migrations,
    baseVersion: base[0]?.version ?? null,
    owners: hasStaff ? await readOwners(db) : [],
    invitedOwners: hasStaff ? await readInvitedOwners(db) : [],
    alertMails: db ? await readAlertMails(db) : [],
  }
}
