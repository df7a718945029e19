/** Adds time limits to bindings: a call without an answer in time throws, so that the page can show an error. */

import { PLATFORM_LIMITS } from '../../../schema/platform/limits/limits.ts'
import type { Outage } from '../../../schema/platform/outbound/outage.ts'
import { withTimeout } from '../http/with-timeout.ts'
import { recordObjectFailure } from '../metrics/database-usage.ts'
import { Unavailable } from '../outbound/unavailable.ts'
import { withDatabaseTimeout } from './database-timeout.sql.ts'

/** Milliseconds for a Durable Object, which may have to start first. */
const OBJECT_MS = 6_000
/** For calls that charge or refund: the cart object itself responds to these within ten seconds. */
const PAYMENT_MS = 14_000
/** For a bucket, a queue or a rate limit, without which most requests still work. */
const OTHER_MS = 3_000
/** For uploading a document of ten megabytes. */
const PUT_MS = 15_000

/** Bindings whose call may have been executed although it was not answered. */
const OUTAGES: Readonly<Record<string, Outage>> = { CART: 'object', CHAT: 'chat', MOUNTING: 'mounting' }

/** Returns a proxy whose methods throw `Unavailable` after their time limit; a call that fails is passed to `onFailure`. */
function withCallTimeouts<T extends object>(
  binding: string,
  target: T,
  msOf: (call: string) => number,
  onFailure?: (error: unknown) => void,
): T {
  return new Proxy(target, {
    get(object, name) {
      const method: unknown = Reflect.get(object, name)
      if (typeof method !== 'function') return method
      return async (...args: unknown[]) => {
        const ms = msOf(String(name))
        const work = (async () => ({ value: await Reflect.apply(method, object, args) }))()
        if (onFailure) work.catch(onFailure)
        const result = await withTimeout(work, ms)
        if (!result) {
          const message = `${binding}.${String(name)} was not answered within ${ms} ms`
          throw new Unavailable(OUTAGES[binding] ?? 'part', message)
        }
        return result.value
      }
    },
  })
}

const otherMs = (call: string) => (call === 'put' ? PUT_MS : OTHER_MS)

/** Returns a proxy of an object namespace whose objects have call timeouts. */
function withObjectTimeouts<T extends object>(
  binding: string,
  namespace: T,
  msOf: (call: string) => number,
): T {
  return new Proxy(namespace, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const result: unknown = Reflect.apply(value, target, args)
        return name === 'getByName'
          ? withCallTimeouts(binding, result as object, msOf, recordObjectFailure)
          : result
      }
    },
  })
}

const OBJECTS = ['CART', 'CHAT', 'MOUNTING', 'NEW_ORDERS'] as const
type ObjectNamespaces = Record<(typeof OBJECTS)[number], object>

const cache = new WeakMap<object, object>()
const OTHERS = ['PICTURES', 'OUTBOX', 'REBUILD', 'PAINT', 'COUNTS', ...Object.keys(PLATFORM_LIMITS)]

/**
 * Returns the bindings with time limits. `paymentCalls` are the methods of the cart object that charge or refund. Calls
 * inside a Durable Object have no such limits, because the order journal handles missing answers itself.
 */
export function withTimeLimits<E extends ObjectNamespaces & { DB: D1Database }>(
  env: E,
  paymentCalls: readonly string[],
): E {
  const objectMs = (call: string) => (paymentCalls.includes(call) ? PAYMENT_MS : OBJECT_MS)
  const bounded = cache.get(env) ?? {
    ...env,
    ...Object.fromEntries(
      OTHERS.flatMap((name) => {
        const binding: unknown = Reflect.get(env, name)
        return binding ? [[name, withCallTimeouts(name, binding as object, otherMs)]] : []
      }),
    ),
    DB: withDatabaseTimeout(env.DB),
    ...Object.fromEntries(OBJECTS.map((name) => [name, withObjectTimeouts(name, env[name], objectMs)])),
  }
  cache.set(env, bounded)
  return bounded as E
}
