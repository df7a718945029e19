/** Bindings with a time limit: a service that does not answer in time fails, so that a page can show an error. */

import { PLATFORM_LIMITS } from '../../../schema/platform/limits/limits.ts'
import type { Outage } from '../../../schema/platform/outbound/outage.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { Unavailable } from '../outbound/unavailable.ts'
import { boundedDatabase } from './bounded.sql.ts'

/** For a Durable Object, which may have to be started first. */
const OBJECT_MS = 6_000
/** For calls that charge or refund: the cart's object itself answers these within ten seconds. */
const SALE_MS = 14_000
/** For the bucket, a queue or a limit: most requests can do without them. */
const OTHER_MS = 3_000
/** For a document of ten megabytes. */
const PUT_MS = 15_000

/** A call of these may have been done all the same. */
const OUTAGES: Readonly<Record<string, Outage>> = { CART: 'object', CHAT: 'chat' }

function boundedCalls<T extends object>(binding: string, real: T, msOf: (call: string) => number): T {
  return new Proxy(real, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return async (...given: unknown[]) => {
        const ms = msOf(String(name))
        const work = (async () => ({ value: await Reflect.apply(method, target, given) }))()
        const answer = await withTimeout(work, ms)
        if (!answer) {
          const message = `${binding}.${String(name)} was not answered within ${ms} ms`
          throw new Unavailable(OUTAGES[binding] ?? 'part', message)
        }
        return answer.value
      }
    },
  })
}

const otherMs = (call: string) => (call === 'put' ? PUT_MS : OTHER_MS)

function boundedObjects<T extends object>(binding: string, objects: T, msOf: (call: string) => number): T {
  return new Proxy(objects, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const made: unknown = Reflect.apply(value, target, given)
        return name === 'getByName' ? boundedCalls(binding, made as object, msOf) : made
      }
    },
  })
}

const known = new WeakMap<object, object>()
const OTHERS = ['PICTURES', 'OUTBOX', 'REBUILD', 'PAINT', ...Object.keys(PLATFORM_LIMITS)]

/**
 * The same bindings, bounded; `saleCalls` names the methods of the cart's object that charge or refund. What an order's
 * object asks does not go through them: it knows what to do.
 */
export function withBounds<E extends { DB: D1Database; CART: object; CHAT: object }>(
  env: E,
  saleCalls: readonly string[],
): E {
  const objectMs = (call: string) => (saleCalls.includes(call) ? SALE_MS : OBJECT_MS)
  const bounded = known.get(env) ?? {
    ...env,
    ...Object.fromEntries(
      OTHERS.flatMap((name) => {
        const real: unknown = Reflect.get(env, name)
        return real ? [[name, boundedCalls(name, real as object, otherMs)]] : []
      }),
    ),
    DB: boundedDatabase(env.DB),
    CART: boundedObjects('CART', env.CART, objectMs),
    CHAT: boundedObjects('CHAT', env.CHAT, objectMs),
  }
  known.set(env, bounded)
  return bounded as E
}
