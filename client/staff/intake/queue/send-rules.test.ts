import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  acceptTask,
  addPhoto,
  countWaiting,
  isJobDone,
  isJobWaiting,
  MAX_UPLOADS,
  MAX_WAIT_MS,
  newJob,
  nextTasks,
  PHOTO_SIZES,
  photoProgress,
  refuseTask,
  requestAct,
  reviseDraft,
  type SendJob,
  type SendTask,
  taskName,
} from './send-rules.ts'

const none = new Set<string>()

/** A server whose calls can be repeated, as the calls of intake can. */
class Server {
  drafts = new Map<string, number>()
  photos = new Map<string, string>()
  units: { key: string; revision: number | undefined; tread: boolean }[] = []

  receive(task: SendTask): void {
    if (task.kind === 'draft') {
      this.drafts.set(task.key, Math.max(task.revision, this.drafts.get(task.key) ?? 0))
    } else if (task.kind === 'photo') {
      expect(this.drafts.has(task.key), 'photos follow their draft').toBe(true)
      this.photos.set(taskName(task), task.id)
    } else if (!this.units.some(({ key }) => key === task.key)) {
      const tread = PHOTO_SIZES.every((size) => this.photos.has(`${task.key} tread ${size}`))
      this.units.push({ key: task.key, revision: this.drafts.get(task.key), tread })
    }
  }
}

/** A phone that stores its jobs after each event; all else is gone when it is switched off. */
class Phone {
  stored = new Map<string, SendJob>()
  running = new Map<string, SendTask>()

  update(key: string, change: (job: SendJob) => SendJob): void {
    const job = this.stored.get(key)
    if (job) this.stored.set(key, structuredClone(change(job)))
  }

  begin(): void {
    const tasks = nextTasks([...this.stored.values()], new Set(this.running.keys()))
    for (const task of tasks) this.running.set(taskName(task), task)
    const uploads = [...this.running.values()].filter(({ kind }) => kind === 'photo')
    expect(uploads.length).toBeLessThanOrEqual(MAX_UPLOADS)
  }

  /** Ends a running task: its call is lost before the server, its answer is lost, or all goes well. */
  end(nth: number, server: Server, fate: 'lost' | 'unanswered' | 'answered'): void {
    const names = [...this.running.keys()]
    const name = names[nth % Math.max(1, names.length)]
    const task = this.running.get(name ?? '')
    if (!task || !name) return
    this.running.delete(name)
    if (fate !== 'lost') server.receive(task)
    if (fate === 'answered') this.update(task.key, (job) => acceptTask(job, task))
  }
}

const event = fc.oneof(
  fc.record({ kind: fc.constantFrom('new', 'save', 'press', 'off', 'begin'), job: fc.nat(3) }),
  fc.record({ kind: fc.constant('photo'), job: fc.nat(3), slot: fc.constantFrom('tread', 'dot') }),
  fc.record({
    kind: fc.constant('end'),
    job: fc.nat(8),
    fate: fc.constantFrom('lost', 'unanswered', 'answered'),
  }),
)

test('[H14] a phone that is switched off at any point loses no intake and makes no tire twice', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const [server, phone] = [new Server(), new Phone()]
      let clock = 0
      for (const happened of events) {
        clock += 1
        const key = `intake-${happened.job}`
        const isOpen = phone.stored.get(key)?.act === null
        if (happened.kind === 'new' && !phone.stored.has(key)) phone.stored.set(key, newJob(key, clock))
        if (happened.kind === 'save' && isOpen) phone.update(key, (job) => reviseDraft(job))
        if (happened.kind === 'photo' && isOpen && 'slot' in happened)
          phone.update(key, (job) => addPhoto(job, happened.slot, `photo-${clock}`))
        if (happened.kind === 'press' && isOpen) phone.update(key, (job) => requestAct(job, 'publish'))
        if (happened.kind === 'off') phone.running.clear()
        if (happened.kind === 'begin') phone.begin()
        if ('fate' in happened) phone.end(happened.job, server, happened.fate as 'lost')
      }
      for (let round = 0; round < 60; round++) {
        phone.begin()
        phone.end(0, server, 'answered')
      }
      const pressed = [...phone.stored.values()].filter(({ act }) => act !== null)
      expect(server.units.map(({ key }) => key).sort()).toEqual(pressed.map(({ key }) => key).sort())
      for (const job of phone.stored.values()) {
        expect(server.drafts.get(job.key)).toBe(job.revision)
        for (const { slot, id } of job.photos)
          for (const size of PHOTO_SIZES) expect(server.photos.get(`${job.key} ${slot} ${size}`)).toBe(id)
      }
      for (const { key, revision, tread } of server.units) {
        const job = phone.stored.get(key)
        expect(revision, 'the unit has the last draft').toBe(job?.revision)
        expect(tread).toBe(job?.photos.some(({ slot }) => slot === 'tread'))
        expect(job && isJobDone(job)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

const sentDraft = (job: SendJob) => acceptTask(job, { kind: 'draft', key: job.key, revision: job.revision })
const refuse = (job: SendJob) => refuseTask(job, { kind: 'act', key: job.key, act: 'publish' })

test('[H14] acts are sent in the order of the intakes, and a refused one lets the next go first', () => {
  const [first, second] = [newJob('first', 1), newJob('second', 2)].map((job) =>
    requestAct(sentDraft(job), 'publish'),
  ) as [SendJob, SendJob]
  expect(nextTasks([second, first], none)).toEqual([{ kind: 'act', key: 'first', act: 'publish' }])
  expect(nextTasks([first, second], new Set(['first']))).toEqual([])
  expect(nextTasks([refuse(first), second], none)).toEqual([{ kind: 'act', key: 'second', act: 'publish' }])
})

test('[H14] a refused act waits until the person has changed something and pressed again', () => {
  const refused = refuse(requestAct(sentDraft(newJob('one', 1)), 'publish'))
  expect(nextTasks([refused], none)).toEqual([])
  expect(isJobWaiting(refused)).toBe(false)
  const changed = reviseDraft(refused)
  expect(changed.act).toBeNull()
  expect(nextTasks([sentDraft(requestAct(changed, 'scrap'))], none)).toEqual([
    { kind: 'act', key: 'one', act: 'scrap' },
  ])
})

test('[H14] three photos at a time; a tire goes on sale after its tread photo and before the others', () => {
  let job = sentDraft(newJob('one', 1))
  for (const slot of ['tread', 'sidewall', 'dot']) job = addPhoto(job, slot, `${slot}-1`)
  job = requestAct(job, 'publish')
  expect(nextTasks([job], none).map(taskName)).toEqual([
    'one tread 1600',
    'one tread 480',
    'one sidewall 1600',
  ])
  for (const size of PHOTO_SIZES)
    job = acceptTask(job, { kind: 'photo', key: 'one', slot: 'tread', id: 'tread-1', size })
  expect(nextTasks([job], none)[0]).toEqual({ kind: 'act', key: 'one', act: 'publish' })
  expect(job.photos.map(photoProgress)).toEqual([1, 0, 0])
})

test('[H14] the answer to a photo that was taken again is ignored', () => {
  const again = addPhoto(addPhoto(sentDraft(newJob('one', 1)), 'dot', 'old'), 'dot', 'new')
  const answered = acceptTask(again, { kind: 'photo', key: 'one', slot: 'dot', id: 'old', size: 480 })
  expect(answered.photos).toEqual([{ slot: 'dot', id: 'new', sent: [] }])
})

test('[H14] a refused draft is sent again after a change, a refused photo never, and both let the rest go on', () => {
  const job = newJob('one', 1)
  const draft = { kind: 'draft', key: 'one', revision: 1 } as const
  const refused = refuseTask(job, draft)
  expect(nextTasks([refused], none)).toEqual([])
  expect(nextTasks([reviseDraft(refused)], none)).toEqual([{ ...draft, revision: 2 }])
  const photo = { kind: 'photo', key: 'one', slot: 'tread', id: 'a', size: 480 } as const
  const unusable = refuseTask(requestAct(addPhoto(sentDraft(job), 'tread', 'a'), 'scrap'), photo)
  expect(nextTasks([unusable], none)).toEqual([{ kind: 'act', key: 'one', act: 'scrap' }])
  expect(isJobDone({ ...unusable, isDone: true })).toBe(true)
})

test('[H14] the page counts what waits and warns after a day', () => {
  const waiting = requestAct(newJob('one', 0), 'publish')
  expect(countWaiting([waiting, newJob('two', 0)], 1_000)).toEqual({ count: 1, isLate: false, refused: 0 })
  expect(countWaiting([waiting], MAX_WAIT_MS + 1)).toEqual({ count: 1, isLate: true, refused: 0 })
  expect(countWaiting([{ ...waiting, isDone: true }], MAX_WAIT_MS + 1)).toEqual({
    ...{ count: 0, isLate: false, refused: 0 },
  })
  expect(countWaiting([refuse(waiting)], 1_000)).toEqual({ count: 0, isLate: false, refused: 1 })
})
