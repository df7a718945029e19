/** Reads which release runs, and whether it reaches its dependencies. */
import type { Env } from '../../env.ts'
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
export const CHECK_MS = 3_000
/** Asks all dependencies at once. Never throws. */
export async function readHealth(env: Env): Promise<Health> {
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
