/** The environments that can be deployed: one file each in environments/, without ids and secrets. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { NotReady } from '../not-ready.ts'

/** The environment of commands without `--env`. */
export const DEFAULT_ENVIRONMENT = 'production'

const FOLDER = join(import.meta.dirname, 'environments')

/** The names that a database of a shop may have. */
export const DATABASE_NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/

/** Where Cloudflare can create a D1 database; it never moves afterwards. */
const REGIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'] as const

const FILE = v.strictObject({
  /** Name of the Worker; all other resources are named after it. */
  worker: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?$/, 'worker: 1 to 42 lower-case letters, digits and hyphens'),
  ),
  /** `production` accepts no demo tires. */
  kind: v.picklist(['production', 'demo'], 'kind: production or demo'),
  /** Hosts of the shop, the first one is its public address; without any it is on workers.dev. */
  hosts: v.array(
    v.pipe(
      v.string(),
      v.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'hosts: names such as shop.example.com'),
    ),
  ),
  /** The D1 database, when it is not named after the Worker: the one that a backup was restored into. */
  database: v.optional(
    v.pipe(v.string(), v.regex(DATABASE_NAME, 'database: lower-case letters, digits, - and _')),
  ),
  region: v.picklist(REGIONS, `region: one of ${REGIONS.join(', ')}`),
  /** How long a tenth of the shoppers see a release before all do, in seconds; 0 for a shop without shoppers. */
  watchSeconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600)), 120),
  /** Added to the numbers of the rate limits, which are shared by all Workers of an account. */
  rateLimitOffset: v.pipe(
    v.number(),
    v.integer('rateLimitOffset: a whole number'),
    v.minValue(0, 'rateLimitOffset: at least 0'),
    v.maxValue(1_000_000, 'rateLimitOffset: at most 1,000,000'),
    v.multipleOf(1_000, 'rateLimitOffset: thousands, which no two environments share'),
  ),
  /**
   * Whether a widget of the captcha is created for a Worker without its keys; by default only for a new shop, because
   * clients of the API must then send `x-recaptcha`. Keys that are given by hand apply all the same.
   */
  captcha: v.optional(v.boolean('captcha: true or false')),
  /** Variables of worker/config.ts that are not secret, such as `MAIL_FROM`. */
  vars: v.optional(v.record(v.string(), v.string()), {}),
})

export interface DeployEnvironment extends v.InferOutput<typeof FILE> {
  name: string
  names: ResourceNames
}

/** Names of the resources in the account; no two environments share one. */
export interface ResourceNames {
  database: string
  namespace: string
  bucket: string
  /** The dataset of the data points. Its name is a table's name in SQL, so it has no hyphens. */
  dataset: string
  /** The queues by the names in wrangler.toml. */
  queues: ReadonlyMap<string, string>
  /** The queue for mails that failed at every attempt. */
  deadLetters: string
}

/** The Worker's name in wrangler.toml, which names the resources there. */
export const LOCAL_WORKER = 'treadline'
const QUEUES = ['treadline-outbox', 'treadline-catalogue', 'treadline-pictures', 'treadline-counts'] as const

/** Returns the names of an environment's resources: those of wrangler.toml with its Worker's name. */
export function resourceNames(worker: string): ResourceNames {
  const own = (name: string) => worker + name.slice(LOCAL_WORKER.length)
  return {
    database: own('treadline'),
    namespace: own('treadline-catalogue'),
    bucket: own('treadline-pictures'),
    dataset: own('treadline').replaceAll('-', '_'),
    queues: new Map(QUEUES.map((name) => [name, own(name)])),
    deadLetters: own('treadline-outbox-dead'),
  }
}

/** Returns all queues of an environment. */
export function queueNames({ names }: Pick<DeployEnvironment, 'names'>): string[] {
  return [...names.queues.values(), names.deadLetters]
}

/** Returns the names of all environments. */
export function environmentNames(folder = FOLDER): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
}

/** Reads an environment. Throws for an unknown name, a wrong file, and a Worker that another environment has. */
export function readEnvironment(name: string, folder = FOLDER): DeployEnvironment {
  const all = environmentNames(folder)
  if (!all.includes(name)) throw new Error(`--env should be one of ${all.join(', ')}, not "${name}"`)
  const read = (one: string) => {
    const file = join(folder, `${one}.json`)
    const result = v.safeParse(FILE, parseJson(file))
    if (!result.success)
      throw new Error(`${file} is wrong: ${result.issues.map(({ message }) => message).join('; ')}`)
    return result.output
  }
  const withNames = (one: string) => {
    const file = read(one)
    const names = resourceNames(file.worker)
    return { ...file, name: one, names, database: file.database ?? names.database }
  }
  const own = withNames(name)
  for (const field of ['worker', 'rateLimitOffset', 'database'] as const) {
    const other = all.find((one) => one !== name && withNames(one)[field] === own[field])
    if (other) throw new Error(`The environments ${name} and ${other} have the same ${field} "${own[field]}"`)
  }
  return { ...own, names: { ...own.names, database: own.database } }
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`${file} is not JSON`)
  }
}

/** Returns the public address of a shop: its first host, otherwise one on workers.dev. Throws `NotReady` without any. */
export function toSiteUrl({ hosts, worker }: DeployEnvironment, subdomain: string | null): string {
  const [host] = hosts
  if (host !== undefined) return `https://${host}`
  if (subdomain !== null) return `https://${worker}.${subdomain}.workers.dev`
  throw new NotReady(
    'This account has no address at workers.dev yet: open "Workers & Pages" in the dashboard once, or name hosts in the environment’s file.',
  )
}
