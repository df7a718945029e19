/**
 * Measures what a request asks of D1, including queries of deferred parts that begin after its first byte, and notices objects
 * that did not answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<DatabaseUsage>()

/** The calls of one request. What Durable Objects ask of D1 runs elsewhere and is not part of it. */
export class DatabaseUsage {
  /** Number of statements. */
  queries = 0
  rowsRead = 0
  rowsWritten = 0
  /** Milliseconds that the request waited; calls at the same time count once each. */
  ms = 0
  /** `overloaded` when D1 refused a call because of its load, `database` after another failed call. */
  problem: '' | 'database' | 'overloaded' = ''
  /** `overloaded` when a Durable Object refused a call because of its load, `reset` when it was restarted during one. */
  objectProblem: '' | 'reset' | 'overloaded' = ''
  readonly #open = new Set<Promise<unknown>>()

  /** Runs `work`, whose calls to D1 are counted here. */
  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  /** Checks whether all calls have been answered. */
  get isIdle(): boolean {
    return this.#open.size === 0
  }

  /** Resolves when all calls have been answered, also those that follow from their answers. */
  async idle(): Promise<void> {
    while (!this.isIdle) await Promise.allSettled([...this.#open])
  }

  /** Adds a call with this number of statements. */
  add(call: Promise<unknown>, statements: number): void {
    const began = Date.now()
    this.queries += statements
    const counted = call.then(
      (result) => this.#addRows(result),
      (error: unknown) => this.#addFailure(error),
    )
    const done = counted.then(() => {
      this.ms += Date.now() - began
      this.#open.delete(done)
    })
    this.#open.add(done)
  }

  #addRows(result: unknown): void {
    for (const one of Array.isArray(result) && hasMeta(result[0]) ? result : [result]) {
      if (hasMeta(one)) {
        this.rowsRead += one.meta.rows_read ?? 0
        this.rowsWritten += one.meta.rows_written ?? 0
      } else {
        // `raw` and `first` return rows without figures: at least the returned rows were read.
        this.rowsRead += Array.isArray(one) ? one.length : Number(one !== null)
      }
    }
  }

  #addFailure(error: unknown): void {
    if (/overloaded/i.test(String(error))) this.problem = 'overloaded'
    else this.problem ||= 'database'
  }
}

function hasMeta(result: unknown): result is { meta: Partial<D1Meta> } {
  return typeof result === 'object' && result !== null && 'meta' in result
}

/** Adds a failed call of a Durable Object to the request that made it; errors of the shop's own code are not counted. */
export function recordObjectFailure(error: unknown): void {
  const usage = current.getStore()
  if (!usage || typeof error !== 'object' || error === null) return
  // The platform sets these properties (developers.cloudflare.com/durable-objects/best-practices/error-handling).
  const { overloaded, retryable } = error as { overloaded?: unknown; retryable?: unknown }
  if (overloaded === true) usage.objectProblem = 'overloaded'
  else if (retryable === true || /Durable Object.*\breset\b/i.test(String(error)))
    usage.objectProblem ||= 'reset'
}

/** Adds a call of D1 to the request that makes it; returns the call. */
export function recordDatabaseCall<T>(call: Promise<T>, statements = 1): Promise<T> {
  current.getStore()?.add(call, statements)
  return call
}
