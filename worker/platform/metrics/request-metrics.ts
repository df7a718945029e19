/**
 * Records each request: a data point for a request that is not a picture, and a line of the log for a request that failed or
 * was slow. Both name the pattern of the route, because addresses of orders and downloads grant access.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv, Env } from '../../env.ts'
import { describeError } from '../security/log-redaction.ts'
import { DatabaseUsage } from './database-usage.ts'
import { writePoint } from './write-point.ts'

/** A request that takes longer is a line of the log. */
const SLOW_MS = 2_000
/** The methods that a point names; a client can send any other word. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Pictures are most requests, and their address decides everything about them. */
const PICTURES = /^\/(pictures|photos|icons)\/|^\/icon\.svg$/

interface MeasuredRequest {
  route: string
  response: Response
  ms: number
  usage: DatabaseUsage
  error?: Error | undefined
}

/** Measures the following handlers; must be the first middleware. */
export function requestMetrics(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = Date.now()
    const usage = new DatabaseUsage()
    await usage.run(next)
    const { res: response, error } = c
    const measured = { route: routePattern(c), response, ms: Date.now() - began, usage, error }
    const record = () => recordRequest(c.env, c.req.raw, measured)
    if (usage.isIdle) record()
    else c.executionCtx.waitUntil(usage.idle().then(record))
  }
}

/** Returns the pattern of the route that answers a request, such as `/t/s/:size`; `none` for an unknown address. */
export function routePattern(c: Context): string {
  // A guard or the page cache may have answered for the route that follows it.
  const route = matchedRoutes(c)
    .slice(c.req.routeIndex)
    .find(({ method }) => method !== 'ALL')
  return route?.path ?? 'none'
}

/** Records a request that was answered from memory. */
export function recordMemoryHit(env: Env, request: Request, route: string, response: Response): void {
  recordRequest(env, request, { route, response, ms: 0, usage: new DatabaseUsage() })
}

function recordRequest(env: Env, request: Request, measured: MeasuredRequest): void {
  const { route, response, ms, usage, error } = measured
  const { status, headers } = response
  const method = METHODS.has(request.method) ? request.method : 'other'
  const colo = String(request.cf?.colo ?? '')
  const version = env.VERSION?.id ?? ''
  const { queries, rowsRead, rowsWritten, ms: databaseMs } = usage
  // Some calls of the API answer wrong input with 500 as their clients expect, so a failure is not known by its status.
  const problem = status < 500 ? '' : usage.problem || (error ? 'exception' : '')
  const facts = { status, route, method, ms, queries, databaseMs, colo, version }
  if (problem !== '')
    console.error(toLine('request failed', { ...facts, failure: describeError(error ?? problem) }))
  else if (ms >= SLOW_MS) console.warn(toLine('request slow', facts))
  if (PICTURES.test(route)) return
  const values = {
    method,
    status: `${Math.floor(status / 100)}xx`,
    source: headers.get('X-Page-Cache') ?? 'none',
    colo,
    version,
    problem,
    databaseProblem: usage.problem,
    objectProblem: usage.objectProblem,
    format: headers.get('Content-Type')?.startsWith('text/html') ? 'html' : 'other',
    ms,
    queries,
    rowsRead,
    rowsWritten,
    databaseMs,
  }
  writePoint(env, 'request', values, route)
}

/** Returns one line of JSON, whose fields the platform's log can search. */
function toLine(event: string, facts: Record<string, string | number>): string {
  return JSON.stringify({ event, ...facts })
}
