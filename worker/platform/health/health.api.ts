/**
 * `GET /healthz`: which release answers, and whether it reaches its dependencies. For checks from outside, so it has no
 * name, count or address of the shop.
 */
import type { Context } from 'hono'
import type { AppEnv, Env } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { CHECK_MS, type Health, readHealth } from './read-health.ts'

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
