/** Runs the tasks of send-rules.ts (H14): each at most once at a time, until the shop can't be reached. */
import { createReconnectTimer } from '../../../platform/api/reconnect.ts'
import type { IntakeDatabase, IntakeResult, StoredIntake } from './intake-database.ts'
import { nextTasks, type SendTask, taskName } from './send-rules.ts'

/** What became of a call: `offline` and `signed-out` are tried again, `refused` is not. */
export type SendOutcome =
  | { kind: 'accepted'; result?: Partial<IntakeResult> }
  | { kind: 'refused'; problem: string }
  | { kind: 'offline' }
  | { kind: 'signed-out' }
export type FinalOutcome = Extract<SendOutcome, { kind: 'accepted' | 'refused' }>

export type Connection = 'online' | 'offline' | 'signed-out'

export interface SenderPorts {
  database: Pick<IntakeDatabase, 'readPicture'>
  /** Sends a task of this intake; a photo's file is read from the database. */
  send(task: SendTask, intake: StoredIntake, file: Blob | null): Promise<SendOutcome>
  after(ms: number, act: () => void): () => void
  chance(): number
}

export interface SenderEvents {
  intakes(): readonly StoredIntake[]
  /** The connection changed. */
  onConnection(): void
  /** The shop accepted or refused a task. */
  onOutcome(task: SendTask, outcome: FinalOutcome): Promise<void>
}

export function createTaskSender(ports: SenderPorts, events: SenderEvents) {
  const running = new Set<string>()
  let connection: Connection = 'online'
  const retry = createReconnectTimer(ports, () => setConnection('online'))

  function setConnection(next: Connection): void {
    connection = next
    events.onConnection()
    if (next === 'online') pump()
    if (next === 'offline') retry.schedule()
  }

  /** Begins every task that may begin now. */
  function pump(): void {
    if (connection !== 'online') return
    const intakes = events.intakes()
    for (const task of nextTasks(
      intakes.map(({ job }) => job),
      running,
    )) {
      const intake = intakes.find(({ key }) => key === task.key)
      if (intake) void run(task, intake)
    }
  }

  async function run(task: SendTask, intake: StoredIntake): Promise<void> {
    running.add(taskName(task))
    const file = task.kind === 'photo' ? await ports.database.readPicture(task.id, task.size) : null
    const outcome: SendOutcome =
      task.kind === 'photo' && !file
        ? { kind: 'refused', problem: 'This browser has deleted the photo. Take it again.' }
        : await ports.send(task, intake, file)
    running.delete(taskName(task))
    if (outcome.kind === 'offline' || outcome.kind === 'signed-out') return setConnection(outcome.kind)
    retry.reset()
    await events.onOutcome(task, outcome)
  }

  return {
    pump,
    resume: () => setConnection('online'),
    get connection() {
      return connection
    },
  }
}
