/**
 * Decides what a phone sends next and what an answer changes (H14). The rules are pure: the phone stores the job after
 * each event, so a phone that is switched off at any point repeats at most one call, and each call can be repeated.
 */

export const PHOTO_SIZES = [1600, 480] as const
export type PhotoSize = (typeof PHOTO_SIZES)[number]

/** Uploads of photos that run at the same time. */
export const MAX_UPLOADS = 3

export type FinalAct = 'publish' | 'scrap'

/** A photo of one slot. A new photo of the slot has another id, so answers to the old one are ignored. */
export interface PhotoJob {
  slot: string
  id: string
  sent: PhotoSize[]
  /** Whether the server refused the file: another photo has to be taken. */
  isRefused?: true
}

/** What one intake still has to send. */
export interface SendJob {
  key: string
  createdAt: number
  /** Counts the changes of the draft, because a phone's clock may be wrong; and the change that the server has. */
  revision: number
  sentRevision: number | null
  photos: PhotoJob[]
  /** The act that ends the intake; `null` while the person still works on it. */
  act: FinalAct | null
  /** Whether the server has done the act. */
  isDone: boolean
  /** Whether the server refused the draft or the act: the person has to change something first. */
  isRefused: boolean
}

export type SendTask =
  | { kind: 'draft'; key: string; revision: number }
  | { kind: 'photo'; key: string; slot: string; id: string; size: PhotoSize }
  | { kind: 'act'; key: string; act: FinalAct }

export function newJob(key: string, now: number): SendJob {
  return {
    key,
    createdAt: now,
    revision: 1,
    sentRevision: null,
    photos: [],
    act: null,
    isDone: false,
    isRefused: false,
  }
}

/** Returns the job after the person changed the draft; a refused one is sent again, and its act needs another press. */
export function reviseDraft(job: SendJob): SendJob {
  return { ...job, revision: job.revision + 1, ...(job.isRefused && { act: null, isRefused: false }) }
}

/** Returns the job with another photo of a slot. */
export function addPhoto(job: SendJob, slot: string, id: string): SendJob {
  return { ...job, photos: [...job.photos.filter((photo) => photo.slot !== slot), { slot, id, sent: [] }] }
}

/** Returns the job after the person pressed the last button. */
export function requestAct(job: SendJob, act: FinalAct): SendJob {
  return { ...job, act, isRefused: false }
}

const isSent = ({ sent }: PhotoJob) => PHOTO_SIZES.every((size) => sent.includes(size))
const isUploadable = (photo: PhotoJob) => !photo.isRefused && !isSent(photo)
const isDraftSent = ({ sentRevision, revision }: SendJob) => sentRevision !== null && sentRevision >= revision

/** Checks whether everything of this intake is on the server. */
export function isJobDone(job: SendJob): boolean {
  return job.isDone && !job.photos.some(isUploadable)
}

/** Checks whether the person is done with an intake and the server doesn't have it yet. */
export function isJobWaiting(job: SendJob): boolean {
  return job.act !== null && !job.isRefused && !isJobDone(job)
}

/** Returns how many of a slot's two files the server has, 0 to 1. */
export function photoProgress({ sent }: PhotoJob): number {
  return sent.length / PHOTO_SIZES.length
}

function tasksOf(job: SendJob): SendTask[] {
  const { key } = job
  // The server knows the intake by its draft, so photos follow it.
  const draft: SendTask[] = job.isRefused ? [] : [{ kind: 'draft', key, revision: job.revision }]
  if (job.sentRevision === null) return draft
  const uploads = job.photos
    .filter(isUploadable)
    .flatMap(({ slot, id, sent }) =>
      PHOTO_SIZES.filter((size) => !sent.includes(size)).map(
        (size): SendTask => ({ kind: 'photo', key, slot, id, size }),
      ),
    )
  if (!isDraftSent(job) && !job.isDone) return [...draft, ...uploads]
  const isActDue = job.act !== null && !job.isDone && !job.isRefused
  // A used tire goes on sale with its tread photo; other photos may follow.
  const waitsForPhoto = job.photos.some((photo) => photo.slot === 'tread' && isUploadable(photo))
  if (!isActDue || !job.act || waitsForPhoto) return uploads
  return [{ kind: 'act', key, act: job.act }, ...uploads]
}

/** Returns the name of a task's place: two tasks of one place never run at the same time. */
export function taskName(task: SendTask): string {
  return task.kind === 'photo' ? `${task.key} ${task.slot} ${task.size}` : task.key
}

/**
 * Returns the tasks that may begin now, oldest intake first: one draft or act of an intake at a time, acts in the order
 * of the intakes, and at most three photos. `running` are the names of running tasks.
 */
export function nextTasks(jobs: readonly SendJob[], running: ReadonlySet<string>): SendTask[] {
  let uploads = [...running].filter((name) => name.includes(' ')).length
  let mayAct = true
  const tasks: SendTask[] = []
  for (const job of [...jobs].sort((a, b) => a.createdAt - b.createdAt)) {
    for (const task of tasksOf(job)) {
      const isPhoto = task.kind === 'photo'
      if (running.has(taskName(task)) || (isPhoto && uploads >= MAX_UPLOADS)) continue
      if (task.kind === 'act' && !mayAct) continue
      if (isPhoto) uploads += 1
      tasks.push(task)
    }
    if (isJobWaiting(job) && !job.isDone) mayAct = false
  }
  return tasks
}

/** Returns the job after the server accepted a task. */
export function acceptTask(job: SendJob, task: SendTask): SendJob {
  if (task.kind === 'draft') return { ...job, sentRevision: Math.max(task.revision, job.sentRevision ?? 0) }
  if (task.kind === 'act') return { ...job, isDone: true }
  const photos = job.photos.map((photo) =>
    photo.slot === task.slot && photo.id === task.id
      ? { ...photo, sent: [...new Set([...photo.sent, task.size])] }
      : photo,
  )
  return { ...job, photos }
}

/**
 * Returns the job after the server refused a task. A refused draft or act waits for the person, and later intakes go
 * first; a refused photo has to be taken again.
 */
export function refuseTask(job: SendJob, task: SendTask): SendJob {
  if (task.kind !== 'photo') return { ...job, isRefused: true }
  const photos = job.photos.map((photo) =>
    photo.slot === task.slot && photo.id === task.id ? { ...photo, isRefused: true as const } : photo,
  )
  return { ...job, photos }
}

/** How long a finished intake may wait before the page warns, in milliseconds. */
export const MAX_WAIT_MS = 24 * 60 * 60 * 1000

export interface WaitingCount {
  /** Finished intakes that are not on the server. */
  count: number
  /** Whether one of them has waited for more than a day. */
  isLate: boolean
  /** Finished intakes that the server refused: a person has to look at them. */
  refused: number
}

/** Returns what of the finished intakes is not on the server. */
export function countWaiting(jobs: readonly SendJob[], now: number): WaitingCount {
  const waiting = jobs.filter(isJobWaiting)
  return {
    count: waiting.length,
    isLate: waiting.some(({ createdAt }) => now - createdAt > MAX_WAIT_MS),
    refused: jobs.filter(({ act, isRefused }) => act !== null && isRefused).length,
  }
}
