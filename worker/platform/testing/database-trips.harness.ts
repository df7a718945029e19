/** Counts the trips to D1 and finds out how many of them waited for each other. */
import { vi } from 'vitest'
import { faultyD1 } from './fault-injection.ts'

/** Counts trips that waited for each other: a trip comes after every trip that was answered before it began. */
class TripCounter {
  finished = 0
  inSequence = 0

  async run<R>(trip: () => Promise<R>): Promise<R> {
    const position = this.inSequence + 1
    const result = await trip()
    this.finished += 1
    this.inSequence = Math.max(this.inSequence, position)
    return result
  }
}

/** A database whose trips a test can count, hold or fail. */
export class WatchedDatabase {
  readonly db: D1Database
  readonly #trips = new TripCounter()
  #open: Promise<void> = Promise.resolve()
  #failure: Error | null = null

  constructor(database: D1Database) {
    this.db = faultyD1(database, (work) =>
      this.#trips.run(async () => {
        await this.#open
        if (this.#failure) throw this.#failure
        return work()
      }),
    )
  }

  /** Number of trips that were answered. */
  get finished(): number {
    return this.#trips.finished
  }

  /** Length of the longest chain of trips that waited for each other. */
  get inSequence(): number {
    return this.#trips.inSequence
  }

  /** Makes all further trips wait until the returned function is called. */
  hold(): () => void {
    let release = () => {}
    this.#open = new Promise((resolve) => {
      release = resolve
    })
    return () => release()
  }

  /** Makes all further trips fail. */
  fail(error: Error): void {
    this.#failure = error
  }
}

const STATEMENT_CALLS = ['all', 'first', 'raw', 'run'] as const

/**
 * Returns the length of the longest chain of trips in `work`, including the trips of Durable Objects in this isolate.
 * Nothing else may read the database meanwhile.
 */
export async function countTripsInSequence(db: D1Database, work: () => Promise<unknown>): Promise<number> {
  const trips = new TripCounter()
  const spies = [
    ...STATEMENT_CALLS.map((name) => watch(Object.getPrototypeOf(db.prepare('select 1')), name, trips)),
    watch(Object.getPrototypeOf(db), 'batch', trips),
  ]
  try {
    await work()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return trips.inSequence
}

function watch(
  prototype: Record<string, (...args: unknown[]) => Promise<unknown>>,
  name: string,
  trips: TripCounter,
) {
  const original = prototype[name] as (...args: unknown[]) => Promise<unknown>
  return vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args) {
    return trips.run(() => Reflect.apply(original, this, args))
  })
}
