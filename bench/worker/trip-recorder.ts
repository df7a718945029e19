/**
 * Records the calls of bindings: which one, when it began and when it ended, so that a bench can draw one request and
 * count the calls that waited for one another. Wraps the bindings outside the shop; the shop knows nothing of it.
 */
import type { ObjectBindings } from '../../worker/env.ts'
import { CartObject } from '../../worker/index.ts'

/** The part of the platform that a call goes to. */
export type TripKind = 'D1' | 'object' | 'queue' | 'limit' | 'storage'

export interface Trip {
  kind: TripKind
  name: string
  /** Milliseconds since the recorder began. */
  from: number
  /** `null` for a call that the reply did not wait for. */
  to: number | null
}

let trips: Trip[] | null = null
let origin = 0

/** Begins to record; what an earlier recording has is dropped. */
export function startRecording(): void {
  trips = []
  origin = performance.now()
}

/** Ends the recording and returns its calls in the order of their beginning. */
export function stopRecording(): Trip[] {
  const recorded = trips ?? []
  trips = null
  return recorded.toSorted((a, b) => a.from - b.from)
}

async function record<T>(kind: TripKind, name: string, work: () => Promise<T>): Promise<T> {
  if (!trips) return work()
  const trip: Trip = { kind, name, from: performance.now() - origin, to: null }
  trips.push(trip)
  try {
    return await work()
  } finally {
    trip.to = performance.now() - origin
  }
}

const RECORDED_STATEMENT = Symbol('the statement and its text')
interface RecordedStatement extends D1PreparedStatement {
  [RECORDED_STATEMENT]: { statement: D1PreparedStatement; text: string }
}

/** Returns the verb and the table of a statement, not those of its subqueries: `select product`. */
function nameOf(text: string): string {
  let outer = text
  for (let before = ''; before !== outer; ) {
    before = outer
    outer = outer.replace(/\([^()]*\)/g, '')
  }
  const [verb = ''] = outer.trim().toLowerCase().split(/\s+/)
  const table = /(?:from|into|update)\s+["`]?([a-z_]+)/i.exec(outer)?.[1] ?? ''
  return `${verb} ${table}`
}

function recordDatabase(db: D1Database): D1Database {
  const wrap = (statement: D1PreparedStatement, text: string): D1PreparedStatement => {
    const one = <T>(work: () => Promise<T>) => record('D1', nameOf(text), work)
    return {
      [RECORDED_STATEMENT]: { statement, text },
      bind: (...values: unknown[]) => wrap(statement.bind(...values), text),
      first: (column: string) => one(() => statement.first(column)),
      all: () => one(() => statement.all()),
      run: () => one(() => statement.run()),
      raw: (options: { columnNames: true }) => one(() => statement.raw(options)),
    } as RecordedStatement
  }
  const batch = (statements: D1PreparedStatement[]) => {
    const parts = statements.map((statement) => (statement as RecordedStatement)[RECORDED_STATEMENT])
    const names = [...new Set(parts.map(({ text }) => nameOf(text)))].slice(0, 3)
    return record('D1', `batch of ${parts.length}: ${names.join(', ')} …`, () =>
      db.batch(parts.map(({ statement }) => statement)),
    )
  }
  return Object.assign(Object.create(db) as D1Database, {
    prepare: (text: string) => wrap(db.prepare(text), text),
    batch,
  })
}

/** Returns a proxy that records the calls of all methods. */
function recordMethods<T extends object>(kind: TripKind, label: string, target: T): T {
  return new Proxy(target, {
    get(object, name) {
      const method: unknown = Reflect.get(object, name)
      if (typeof method !== 'function') return method
      return (...args: unknown[]) =>
        record(kind, `${label}.${String(name)}`, async () => Reflect.apply(method, object, args))
    },
  })
}

interface Recordable extends ObjectBindings {
  CART: DurableObjectNamespace<CartObject>
  /** Carts of their own, so that the carts of the shop are not recorded and not slowed down. */
  RECORDED_CART: DurableObjectNamespace<RecordedCartObject>
}

const recorded = new WeakMap<object, Recordable>()

/** Returns the bindings of the Worker, recorded; the same object for the same bindings. */
export function recordBindings<E extends Recordable>(env: E): E {
  const known = recorded.get(env)
  if (known) return known as E
  const limits = Object.entries(env).filter(([name]) => name.endsWith('_LIMIT'))
  const wrapped = {
    ...env,
    ...recordObjectBindings(env),
    ...Object.fromEntries(
      limits.map(([name, limit]) => [name, recordMethods('limit', name, limit as object)]),
    ),
    CART: new Proxy(env.RECORDED_CART, {
      get(namespace, name) {
        const method: unknown = Reflect.get(namespace, name)
        if (typeof method !== 'function') return method
        return (...args: unknown[]) => {
          const result: unknown = Reflect.apply(method, namespace, args)
          return name === 'getByName' ? recordMethods('object', 'CART', result as object) : result
        }
      },
    }),
  }
  recorded.set(env, wrapped)
  return wrapped
}

function recordObjectBindings(env: ObjectBindings): ObjectBindings {
  const { DB, OUTBOX } = env
  return { DB: recordDatabase(DB), OUTBOX: recordMethods('queue', 'OUTBOX', OUTBOX) }
}

/** The cart object of the shop with recorded bindings and alarms; without a recording it only passes calls on. */
export class RecordedCartObject extends CartObject {
  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, { ...env, ...recordObjectBindings(env) })
    for (const name of ['getAlarm', 'setAlarm'] as const) {
      const method = ctx.storage[name].bind(ctx.storage) as (...args: unknown[]) => Promise<unknown>
      const value = (...args: unknown[]) => record('storage', `storage.${name}`, () => method(...args))
      Object.defineProperty(ctx.storage, name, { value })
    }
  }
}
