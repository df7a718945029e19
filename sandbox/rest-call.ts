import type { Context } from 'hono'
import type { Fault } from './control/faults.ts'
import type { Reply } from './reply.ts'

/** One request to an API that speaks JSON, as plain data. */
export interface RestCall {
  method: string
  path: string
  /** As in the address, without the question mark. */
  query: string
  /** The parsed body; `null` when there is none, or none that is JSON. */
  body: unknown
  idempotencyKey: string | null
  origin: string
}

/** An endpoint of an API that speaks JSON. */
export interface Operation<Context> {
  /** As in a fault's `match`. */
  name: string
  method: 'GET' | 'POST' | 'PATCH'
  path: RegExp
  /** Of an answer that is no refusal. */
  status: number
  /** `null` is an answer without content. */
  run(context: Context): object | null
}

/** Returns the operation that a request asks for; others live below the same paths. */
export function findOperation<Found extends { method: string; path: RegExp }>(
  operations: readonly Found[],
  { method, path }: { method: string; path: string },
): Found | undefined {
  return operations.find((operation) => operation.method === method && operation.path.test(path))
}

/** The reply, and what a fault does to it on the way back. */
export interface RestAnswer {
  reply: Reply
  fault: Fault | null
}

/** Longest body in characters; what a shop sends is far below. */
const MAX_BODY_LENGTH = 1_000_000

export async function restCall(c: Context): Promise<RestCall> {
  const url = new URL(c.req.url)
  const text = c.req.method === 'GET' ? '' : await c.req.text()
  return {
    method: c.req.method,
    path: url.pathname.replace(/(.)\/$/, '$1'),
    query: url.searchParams.toString(),
    body: parsed(text.slice(0, MAX_BODY_LENGTH)),
    idempotencyKey: c.req.header('idempotency-key') ?? null,
    origin: url.origin,
  }
}

/** Whether a request carries these two as HTTP Basic. */
export function isBasic(authorization: string | undefined, user: string, password: string): boolean {
  return authorization === `Basic ${btoa(`${user}:${password}`)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
