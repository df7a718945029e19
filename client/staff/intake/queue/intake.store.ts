/**
 * The intakes of one person on this phone (H14). Each change is stored first and sent when the shop can be reached;
 * send-rules.ts decides what is sent and in which order.
 */
import type { IntakeDraft, PhotoSlot } from '../../../../schema/staff/intake/intake-draft.ts'
import type { ResizedPicture } from '../photos/resize-messages.ts'
import { withPhoto } from '../state/intake-form.ts'
import type { IntakeDatabase, IntakeResult, NewPicture, StoredIntake } from './intake-database.ts'
import { openNumberBlock } from './number-block.ts'
import {
  acceptTask,
  addPhoto,
  countWaiting,
  type FinalAct,
  isJobDone,
  newJob,
  type PhotoSize,
  refuseTask,
  requestAct,
  reviseDraft,
  type SendTask,
  type WaitingCount,
} from './send-rules.ts'
import { type Connection, createTaskSender, type FinalOutcome, type SenderPorts } from './task-sender.ts'

export interface IntakePorts extends SenderPorts {
  database: IntakeDatabase
  staffId: number
  /** Reserves sku for labels that are printed without reception; `null` when the shop can't be reached. */
  reserve(): Promise<readonly string[] | null>
  now(): number
  newId(): string
}

export interface IntakeState {
  intakes: readonly StoredIntake[]
  connection: Connection
  waiting: WaitingCount
}

/** Finished intakes that stay on the phone, for the list of what was taken in last. */
const MAX_FINISHED = 12

export type IntakeStore = Awaited<ReturnType<typeof createIntakeStore>>

/** Opens the intakes of a person that this phone has stored; `resume` begins to send what waits. */
export async function createIntakeStore(ports: IntakePorts) {
  const { database, staffId } = ports
  const records = new Map<string, StoredIntake>()
  for (const intake of await database.readIntakes())
    if (intake.staffId === staffId) records.set(intake.key, intake)
  const numbers = await openNumberBlock(database, ports.reserve)
  const listeners = new Set<() => void>()
  const sender = createTaskSender(ports, {
    intakes: () => [...records.values()],
    onConnection: publish,
    async onOutcome(task, outcome) {
      await update(task.key, (intake) => settled(intake, task, outcome))
      await clearFinished(database, records)
    },
  })
  let state = readState(records, sender.connection, ports.now())

  function publish(): void {
    state = readState(records, sender.connection, ports.now())
    for (const listener of listeners) listener()
  }

  async function write(intake: StoredIntake, picture?: NewPicture): Promise<void> {
    records.set(intake.key, intake)
    publish()
    await database.writeIntake(intake, picture)
    sender.pump()
  }

  /** Changes the newest state of an intake; an intake that was deleted meanwhile stays deleted. */
  async function update(key: string, change: (intake: StoredIntake) => StoredIntake, picture?: NewPicture) {
    const intake = records.get(key)
    if (intake) await write(change(intake), picture)
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => state,
    has: (key: string): boolean => records.has(key),
    /** Sends what waits, and reserves numbers. */
    resume(): void {
      sender.resume()
      void numbers.refill()
    },

    /** Stores the whole draft, of a new intake too; a draft that is being sent is followed by this one. */
    save(key: string, draft: IntakeDraft): Promise<void> {
      if (!records.has(key)) {
        const sku = numbers.take()
        if (sender.connection === 'online') void numbers.refill()
        return write({ key, staffId, sku, draft, job: newJob(key, ports.now()), result: null })
      }
      return update(key, (intake) => ({
        ...intake,
        draft,
        job: reviseDraft(intake.job),
        result: intake.result && { ...intake.result, problem: null },
      }))
    },

    /** Stores a photo, and its name in the draft that the phone has at that moment: another photo may have come in between. */
    async addPhoto(key: string, slot: PhotoSlot, picture: ResizedPicture): Promise<void> {
      const id = ports.newId()
      const change = (intake: StoredIntake): StoredIntake => ({
        ...intake,
        draft: { ...intake.draft, photos: withPhoto(intake.draft.photos, slot, picture.hash) },
        job: addPhoto(reviseDraft(intake.job), slot, id),
      })
      await update(key, change, { ...picture, id })
    },

    /** Asks for the act that ends the intake: it is sent at once, or when the shop can be reached. */
    requestAct: (key: string, act: FinalAct): Promise<void> =>
      update(key, (intake) => ({ ...intake, job: requestAct(intake.job, act) })),

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

function readState(
  records: ReadonlyMap<string, StoredIntake>,
  connection: Connection,
  now: number,
): IntakeState {
  const intakes = [...records.values()].sort((a, b) => a.job.createdAt - b.job.createdAt)
  const jobs = intakes.map(({ job }) => job)
  return { intakes, connection, waiting: countWaiting(jobs, now) }
}

/** Deletes the photos of intakes that are on the server, and all but the last of these intakes. */
async function clearFinished(database: IntakeDatabase, records: Map<string, StoredIntake>): Promise<void> {
  const finished = [...records.values()]
    .filter(({ job }) => isJobDone(job))
    .sort((a, b) => a.job.createdAt - b.job.createdAt)
  const pictures = finished.flatMap(({ job }) => job.photos.map(({ id }) => id))
  if (pictures.length > 0) await database.deletePictures(pictures)
  for (const { key } of finished.slice(0, -MAX_FINISHED)) {
    records.delete(key)
    await database.deleteIntake(key)
  }
}

function settled(intake: StoredIntake, task: SendTask, outcome: FinalOutcome): StoredIntake {
  if (outcome.kind === 'refused') {
    const result = { ...NO_RESULT, ...intake.result, problem: outcome.problem }
    return { ...intake, job: refuseTask(intake.job, task), result }
  }
  // An accepted photo says nothing about the problem of the tire.
  const cleared = task.kind === 'photo' ? {} : { problem: null }
  const result = { ...NO_RESULT, ...intake.result, ...cleared, ...outcome.result }
  return { ...intake, job: acceptTask(intake.job, task), sku: outcome.result?.sku ?? intake.sku, result }
}
