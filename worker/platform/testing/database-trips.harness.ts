/** A database that records how many of its trips waited for each other. */
import { faultyD1 } from './fault-injection.ts'

export interface RecordedTrips {
  db: D1Database
  /** Number of trips that were answered. */
  readonly finished: number
  /** The longest chain of trips in which each began after the one before it was answered. */
  readonly inSequence: number
  /** Makes all further trips wait until the returned function is called. */
  hold(): () => void
  /** Makes all further trips fail. */
  fail(error: Error): void
}

/** Wraps a database and counts its trips; a batch is one trip. */
export function recordTrips(database: D1Database): RecordedTrips {
  let finished = 0
  let inSequence = 0
  let open: Promise<void> = Promise.resolve()
  let failure: Error | null = null
  const db = faultyD1(database, async (work) => {
    const position = inSequence + 1
    await open
    if (failure) throw failure
    const result = await work()
    finished += 1
    inSequence = Math.max(inSequence, position)
    return result
  })
  return {
    db,
    get finished() {
      return finished
    },
    get inSequence() {
      return inSequence
    },
    hold() {
      let release = () => {}
      open = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
    fail(error) {
      failure = error
    },
  }
}
