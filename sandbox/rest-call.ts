import type { Context } from 'hono'
import type { Fault } from './control/faults.ts'
import type { Reply } from './reply.ts'

/** One request to a JSON API, as plain data. */
export interface RestCall {
  method: string
  path: string
  /** The query of the address, without the question mark. */
  query: string
  /** The parsed body; `null` without a body or when the body is no JSON. */
  body: unknown
  idempotencyKey: string | null
  origin: string
}

/** An endpoint of a JSON API. */
export interface Operation<Context> {
  /** The name in a fault's `match`. */
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  path: RegExp
  /** The HTTP status of a success. */
  status: number
  /** Returns the answer; `null` stands for a reply without content. */
  run(context: Context): object | null
}

/** Returns the operation for a request; other services use the same path prefixes. */
export function findOperation<Found extends { method: string; path: RegExp }>(
  operations: readonly Found[],
  { method, path }: { method: string; path: string },
): Found | undefined {
  return operations.find((operation) => operation.method === method && operation.path.test(path))
}

/** The reply, and the fault that may delay or lose it. */
export interface RestAnswer {
  reply: Reply
  fault: Fault | null
}

/** Longest body in characters; requests of the shop are much shorter. */
const MAX_BODY_LENGTH = 1_000_000

export async function restCall(c: Context): Promise<RestCall> {
  const url = new URL(c.req.url)
  const text = c.req.method === 'GET' ? '' : await c.req.text()
  return {
    method: c.req.method,
    path: url.pathname.replace(/(.)\/$/, '$1'),
    query: url.searchParams.toString(),
    body: parseJson(text.slice(0, MAX_BODY_LENGTH)),
    idempotencyKey: c.req.header('idempotency-key') ?? null,
    origin: url.origin,
  }
}

/** Checks whether a request has these credentials as HTTP Basic. */
export function isBasic(authorization: string | undefined, user: string, password: string): boolean {
  return authorization === `Basic ${btoa(`${user}:${password}`)}`
}

/** Parses JSON; returns `null` for other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
