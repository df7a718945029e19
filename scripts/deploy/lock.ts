/** A lock in the database, so that two deployments of one environment never run at once. */
import * as v from 'valibot'
import { literal } from '../load/sql.ts'
import type { LoadableD1 } from '../load/target.ts'
import { NotReady } from '../not-ready.ts'

/** The row of `config` that holds the lock. */
const PATH = 'deploy/lock'

/** How long a lock is valid after its last renewal; the longest step, a release with its watch, takes less. */
const LIFE_MS = 30 * 60_000
/** A younger lock needs no renewal. */
const RENEWAL_MS = 60_000

/** A process that deploys. */
export interface LockOwner {
  /** Person and machine, such as `sam@laptop`. */
  name: string
  /** Names the running machine: names of machines repeat, for example those of CI. */
  machine: string
  pid: number
}

export interface Lock {
  /** Takes the lock, or extends it. Throws `NotReady` while another deployment has it, `LostLock` after one has taken it. */
  renew(): Promise<void>
  /** Throws `LostLock` when another command has taken the lock. */
  confirm(): Promise<void>
  release(): Promise<void>
}

/** Another command has taken the lock; this one must not change anything more. */
export class LostLock extends Error {}

const LOST = 'another command has taken the lock of this deployment'

interface LockInput {
  db: LoadableD1
  owner: LockOwner
  /** The clock of this machine, for pauses between renewals only. */
  now: () => number
  /** Returns whether a process of this machine runs. */
  isRunning: (pid: number) => boolean
  /** Takes the lock from another deployment, because a person knows that it does not run any more. */
  isForced: boolean
}

const HELD = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), machine: v.string(), pid: v.number(), until: v.number() }),
)

const READ = v.object({ value: v.nullable(v.string()), time: v.number() })

export function deploymentLock({ db, owner, now, isRunning, isForced }: LockInput): Lock {
  /** Reads the lock with the time of the database: clocks of machines differ. */
  const read = async () => {
    const [row] = await db.query<{ value: string | null; time: number }>(
      `SELECT unixepoch() * 1000 AS time, (SELECT value FROM config WHERE path = ${literal(PATH)}) AS value`,
    )
    const { value: text, time } = v.parse(READ, row)
    const held = v.safeParse(HELD, text)
    return { text, time, held: held.success ? held.output : null }
  }
  const isOwn = (held: LockOwner) => held.machine === owner.machine && held.pid === owner.pid
  const isOver = (held: v.InferOutput<typeof HELD>, time: number) =>
    held.until <= time || (held.machine === owner.machine && !isRunning(held.pid))
  let renewedAt: number | null = null
  return {
    async renew() {
      if (renewedAt !== null && now() - renewedAt < RENEWAL_MS) return
      const { text, time, held } = await read()
      // A lock that was taken from this process is never taken back: its new owner may be done already.
      if (renewedAt !== null && !(held && isOwn(held))) throw new LostLock(LOST)
      if (held && !isOwn(held) && !isOver(held, time) && !isForced) throw new NotReady(refusal(held))
      const own = literal(JSON.stringify({ ...owner, until: time + LIFE_MS }))
      // Only over what was read: of two deployments that begin at once, one gets the lock.
      await db.run([
        `INSERT INTO config (path, value) VALUES (${literal(PATH)}, ${own})
         ON CONFLICT (path) DO UPDATE SET value = excluded.value WHERE value = ${literal(text ?? '')}`,
      ])
      const after = await read()
      if (after.held && !isOwn(after.held)) throw new NotReady(refusal(after.held))
      renewedAt = now()
    },
    async confirm() {
      const { held } = await read()
      if (!held || !isOwn(held)) throw new LostLock(LOST)
    },
    async release() {
      const { text, held } = await read()
      if (!held || !isOwn(held)) return
      await db.run([`DELETE FROM config WHERE path = ${literal(PATH)} AND value = ${literal(text)}`])
    },
  }
}

function refusal({ name, until }: { name: string; until: number }): string {
  return (
    `${name} deploys this environment now. Wait for it; if it does not run any more, its lock ends at ` +
    `${new Date(until).toISOString()}, or add --unlock.`
  )
}
