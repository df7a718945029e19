/**
 * The intakes of one person on this phone (H14). Each change is stored first and sent when the shop can be reached;
 * send-rules.ts decides what is sent and in which order.
 */
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import { createReconnectTimer } from '../../../platform/api/reconnect.ts'
import type { ResizedPicture } from '../photos/resize-messages.ts'
import type { IntakeDatabase, IntakeResult, NewPicture, StoredIntake } from './intake-database.ts'
import {
  acceptTask,
  addPhoto,
  countWaiting,
  type FinalAct,
  isJobDone,
  newJob,
  nextTasks,
  type PhotoSize,
  refuseTask,
  removePhoto,
  requestAct,
  type SendJob,
  type SendTask,
  saveDraft,
  taskName,
  type WaitingCount,
} from './send-rules.ts'

/** What became of a call: `offline` and `signed-out` are tried again, `refused` is not. */
export type SendOutcome =
  | { kind: 'accepted'; result?: Partial<IntakeResult> }
  | { kind: 'refused'; problem: string }
  | { kind: 'offline' }
  | { kind: 'signed-out' }

export interface IntakePorts {
  database: IntakeDatabase
  staffId: number
  /** Sends a task of this intake; a photo's file is read from the database. */
  send(task: SendTask, intake: StoredIntake, file: Blob | null): Promise<SendOutcome>
  /** Reserves sku for labels that are printed without reception; `null` when the shop can't be reached. */
  reserve(): Promise<readonly string[] | null>
  now(): number
  newId(): string
  after(ms: number, act: () => void): () => void
  chance(): number
}

export interface IntakeState {
  intakes: readonly StoredIntake[]
  connection: 'online' | 'offline' | 'signed-out'
  waiting: WaitingCount
}

/** Reserves the next block when fewer numbers than this are left. */
const MIN_NUMBERS = 5
/** Finished intakes that stay on the phone, for the list of what was taken in last. */
const MAX_FINISHED = 12
const NUMBERS = 'numbers'

const toStrings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []

export type IntakeStore = Awaited<ReturnType<typeof createIntakeStore>>

/** Opens the intakes of a person that this phone has stored; `resume` begins to send what waits. */
export async function createIntakeStore(ports: IntakePorts) {
  const { database, staffId } = ports
  const records = new Map<string, StoredIntake>()
  for (const intake of await database.readIntakes())
    if (intake.staffId === staffId) records.set(intake.key, intake)
  let numbers = toStrings(await database.readValue(NUMBERS))
  const running = new Set<string>()
  const listeners = new Set<() => void>()
  let connection: IntakeState['connection'] = 'online'
  let state = readState()
  let isReserving = false
  const retry = createReconnectTimer(ports, resume)

  function readState(): IntakeState {
    const intakes = [...records.values()].sort((a, b) => a.job.createdAt - b.job.createdAt)
    const jobs = intakes.map(({ job }) => job)
    return { intakes, connection, waiting: countWaiting(jobs, ports.now()) }
  }

  function publish(): void {
    state = readState()
    for (const listener of listeners) listener()
  }

  async function write(intake: StoredIntake, picture?: NewPicture): Promise<void> {
    records.set(intake.key, intake)
    publish()
    await database.writeIntake(intake, picture)
    pump()
  }

  /** Changes the newest state of an intake; an intake that was deleted meanwhile stays deleted. */
  async function update(key: string, change: (intake: StoredIntake) => StoredIntake, picture?: NewPicture) {
    const intake = records.get(key)
    if (intake) await write(change(intake), picture)
  }

  const updateJob = (key: string, change: (job: SendJob) => SendJob) =>
    update(key, (intake) => ({ ...intake, job: change(intake.job) }))

  function pump(): void {
    if (connection !== 'online') return
    const jobs = [...records.values()].map(({ job }) => job)
    for (const task of nextTasks(jobs, running)) {
      const intake = records.get(task.key)
      if (!intake) continue
      running.add(taskName(task))
      void run(task, intake)
    }
  }

  async function run(task: SendTask, intake: StoredIntake): Promise<void> {
    const file = task.kind === 'photo' ? await database.readPicture(task.id, task.size) : null
    const outcome: SendOutcome =
      task.kind === 'photo' && !file
        ? { kind: 'refused', problem: 'This browser has deleted the photo. Take it again.' }
        : await ports.send(task, intake, file)
    running.delete(taskName(task))
    await settle(task, outcome)
  }

  async function settle(task: SendTask, outcome: SendOutcome): Promise<void> {
    if (outcome.kind === 'offline') {
      connection = 'offline'
      publish()
      retry.schedule()
    } else if (outcome.kind === 'signed-out') {
      connection = 'signed-out'
      publish()
    } else {
      retry.reset()
      await update(task.key, (intake) => settled(intake, task, outcome))
      await clearFinished()
    }
  }

  async function clearFinished(): Promise<void> {
    const finished = state.intakes.filter(({ job }) => isJobDone(job))
    const pictures = finished.flatMap(({ job }) => job.photos.map(({ id }) => id))
    if (pictures.length > 0) await database.deletePictures(pictures)
    for (const { key } of finished.slice(0, -MAX_FINISHED)) {
      records.delete(key)
      await database.deleteIntake(key)
    }
  }

  function resume(): void {
    connection = 'online'
    publish()
    pump()
    void reserveNumbers()
  }

  async function reserveNumbers(): Promise<void> {
    if (isReserving || numbers.length >= MIN_NUMBERS) return
    isReserving = true
    const reserved = await ports.reserve()
    isReserving = false
    if (!reserved) return
    numbers = [...numbers, ...reserved]
    await database.writeValue(NUMBERS, numbers)
  }

  /** Takes the next reserved number in the same step, so that two intakes never have the same. */
  function takeNumber(): string | null {
    const [sku = null, ...rest] = numbers
    numbers = rest
    void database.writeValue(NUMBERS, rest)
    if (connection === 'online') void reserveNumbers()
    return sku
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => state,
    resume,

    /** Stores the whole draft, of a new intake too; a draft that is being sent is followed by this one. */
    save(key: string, draft: IntakeDraft): Promise<void> {
      if (!records.has(key))
        return write({ key, staffId, sku: takeNumber(), draft, job: newJob(key, ports.now()), result: null })
      return update(key, (intake) => ({
        ...intake,
        draft,
        job: saveDraft(intake.job),
        result: intake.result && { ...intake.result, problem: null },
      }))
    },

    /** Stores a photo with the draft that names it. */
    async addPhoto(key: string, slot: string, picture: ResizedPicture, draft: IntakeDraft): Promise<void> {
      const id = ports.newId()
      const change = (intake: StoredIntake): StoredIntake => ({
        ...intake,
        draft,
        job: addPhoto(saveDraft(intake.job), slot, id),
      })
      await update(key, change, { ...picture, id })
    },

    async removePhoto(key: string, slot: string, draft: IntakeDraft): Promise<void> {
      await update(key, (intake) => ({
        ...intake,
        draft,
        job: removePhoto(saveDraft(intake.job), slot),
      }))
    },

    /** Asks for the act that ends the intake: it is sent at once, or when the shop can be reached. */
    requestAct: (key: string, act: FinalAct): Promise<void> => updateJob(key, (job) => requestAct(job, act)),

    /** Deletes an intake that was begun by mistake. */
    async discard(key: string): Promise<void> {
      const intake = records.get(key)
      records.delete(key)
      publish()
      await database.deletePictures(intake?.job.photos.map(({ id }) => id) ?? [])
      await database.deleteIntake(key)
    },

    readPicture: (id: string, size: PhotoSize): Promise<Blob | null> => database.readPicture(id, size),
  }
}

const NO_RESULT: IntakeResult = { sku: null, href: null, state: null, isRenumbered: false, problem: null }

function settled(
  intake: StoredIntake,
  task: SendTask,
  outcome: Extract<SendOutcome, { kind: 'accepted' | 'refused' }>,
): StoredIntake {
  if (outcome.kind === 'refused') {
    const result = { ...NO_RESULT, ...intake.result, problem: outcome.problem }
    return { ...intake, job: refuseTask(intake.job, task), result }
  }
  // An accepted photo says nothing about the problem of the tire.
  const cleared = task.kind === 'photo' ? {} : { problem: null }
  const result = { ...NO_RESULT, ...intake.result, ...cleared, ...outcome.result }
  return { ...intake, job: acceptTask(intake.job, task), sku: outcome.result?.sku ?? intake.sku, result }
}
