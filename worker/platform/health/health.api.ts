/**
 * `GET /healthz`: which release answers, and whether it reaches its dependencies. For checks from outside, so it has no
 * name, count or address of the shop.
 */
import type { Context } from 'hono'
import type { AppEnv, Env } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { describeError } from '../security/log-redaction.ts'
import { readSchemaVersion } from './schema-version.sql.ts'

interface Check {
  ok: boolean
  ms: number
}

export interface Health {
  ok: boolean
  /** The version of the Worker; a random one on a developer's machine. */
  release: string
  /** Name of the last migration; `null` when the database does not answer. */
  schema: string | null
  checks: Record<'database' | 'namespace' | 'bucket' | 'object', Check>
}

/** A dependency that is slower is reported as failed. */
const CHECK_MS = 3_000
/** A result is shown again for this time, so that nobody can load the dependencies through this page. */
const SHARED_MS = 2_000

/** While checks run, other requests are answered with a report that is as old as this. */
const SHARED_WHILE_CHECKING_MS = 30_000

/** The time when the running checks began; 0 when none run. */
let checkingSince = 0
let recent: { at: number; report: Health } | null = null

export async function health(c: Context<AppEnv>): Promise<Response> {
  const now = Date.now()
  const isChecking = now - checkingSince <= CHECK_MS
  const maxAge = isChecking ? SHARED_WHILE_CHECKING_MS : SHARED_MS
  const known = recent && Math.abs(now - recent.at) <= maxAge ? recent.report : null
  const report = known ?? (await readFresh(c.env, now))
  c.header('X-Release', report.release)
  return reply(c, report.ok ? 200 : 503, report)
}

async function readFresh(env: Env, now: number): Promise<Health> {
  checkingSince = now
  const report = await readHealth(env)
  recent = { at: Date.now(), report }
  checkingSince = 0
  return report
}

async function readHealth(env: Env): Promise<Health> {
  let schema: string | null = null
  const [database, namespace, bucket, object] = await Promise.all([
    check('database', async () => {
      schema = await readSchemaVersion(env.DB)
    }),
    check('namespace', () => env.KV.get('healthz')),
    check('bucket', () => env.PICTURES.head('healthz')),
    // An object that nobody has written to stores nothing.
    check('object', () => env.CART.getByName('healthz').read()),
  ])
  const checks = { database, namespace, bucket, object }
  const ok = Object.values(checks).every((one) => one.ok)
  return { ok, release: env.VERSION?.id ?? '', schema, checks }
}

async function check(name: keyof Health['checks'], call: () => Promise<unknown>): Promise<Check> {
  const began = Date.now()
  const isDone = await withTimeout(
    (async () => call())().then(() => true),
    CHECK_MS,
  ).catch((error: unknown) => {
    console.error(`healthz: ${name}`, describeError(error))
    return null
  })
  return { ok: isDone === true, ms: Date.now() - began }
}
