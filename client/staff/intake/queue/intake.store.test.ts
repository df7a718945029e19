import { expect, test } from 'vitest'
import { EMPTY_DRAFT } from '../state/intake-form.ts'
import { createIntakeStore, type IntakePorts } from './intake.store.ts'
import { type IntakeDatabase, openIntakeDatabase } from './intake-database.ts'
import type { SendTask } from './send-rules.ts'
import type { SendOutcome } from './task-sender.ts'

const PICTURE = { large: new Blob(['large']), small: new Blob(['small']), hash: '00ff00ff00ff00ff' }

/** A phone with one database; `answer` decides what the shop says to each call. */
async function phone(answer: (task: SendTask) => SendOutcome, database?: IntakeDatabase) {
  const used = database ?? (await openIntakeDatabase())
  const sent: SendTask[] = []
  const timers: (() => void)[] = []
  let ids = 0
  const ports: IntakePorts = {
    database: used,
    staffId: 1,
    send: async (task) => {
      sent.push(task)
      return answer(task)
    },
    reserve: async () => ['TL-10', 'TL-24', 'TL-39', 'TL-41', 'TL-53', 'TL-67'],
    now: () => 1_000,
    newId: () => `id-${ids++}`,
    after: (_, act) => {
      timers.push(act)
      return () => {}
    },
    chance: () => 0.5,
  }
  const store = await createIntakeStore(ports)
  /** Lets all calls of the moment end. */
  const settle = async () => {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  }
  return { store, sent, timers, settle, database: used }
}

const accepted: SendOutcome = { kind: 'accepted' }
const OFFLINE: SendOutcome = { kind: 'offline' }

test('[H14] a tire is stored at each change, sent with its photo, and then put on sale', async () => {
  const { store, sent, settle } = await phone((task) =>
    task.kind === 'act'
      ? { kind: 'accepted', result: { sku: 'TL-10', href: '/t/1', state: 'live' } }
      : accepted,
  )
  store.resume()
  await settle()
  await store.save('one', { ...EMPTY_DRAFT, brand: 'Halden' })
  await store.addPhoto('one', 'tread', PICTURE)
  await store.requestAct('one', 'publish')
  await settle()
  expect(sent.map(({ kind }) => kind)).toContain('act')
  expect(sent.at(-1)).toEqual({ kind: 'act', key: 'one', act: 'publish' })
  expect(store.read().intakes).toMatchObject([
    { sku: 'TL-10', result: { href: '/t/1', problem: null }, job: { isDone: true } },
  ])
  expect(store.read().waiting.count).toBe(0)
})

test('[H14] without reception everything waits, a reserved number is on the label, and the next start sends it', async () => {
  const first = await phone(() => OFFLINE)
  first.store.resume()
  await first.settle()
  await first.store.save('one', EMPTY_DRAFT)
  await first.store.requestAct('one', 'publish')
  await first.settle()
  expect(first.store.read()).toMatchObject({ connection: 'offline', waiting: { count: 1 } })
  expect(first.store.read().intakes[0]?.sku).toBe('TL-10')
  expect(first.timers).toHaveLength(1)

  const next = await phone(() => accepted, first.database)
  next.store.resume()
  await next.settle()
  expect(next.sent.map(({ kind }) => kind)).toEqual(['draft', 'act'])
  expect(next.store.read().waiting.count).toBe(0)
})

test('[H14] the tires of somebody else on this phone are neither shown nor sent', async () => {
  const own = await phone(() => OFFLINE)
  await own.store.save('one', EMPTY_DRAFT)
  const intake = own.store.read().intakes[0]
  if (!intake) throw new Error('nothing is stored')
  await own.database.writeIntake({ ...intake, key: 'two', staffId: 2 })
  const again = await phone(() => accepted, own.database)
  again.store.resume()
  await again.settle()
  expect(again.store.read().intakes.map(({ key }) => key)).toEqual(['one'])
  expect(again.sent.map(({ key }) => key)).toEqual(['one'])
})

test('[H14] a session that has ended stops sending, and nothing is lost', async () => {
  const { store, sent, settle } = await phone(() => ({ kind: 'signed-out' }))
  await store.save('one', EMPTY_DRAFT)
  await settle()
  await store.save('one', { ...EMPTY_DRAFT, bin: 'A-1' })
  await settle()
  expect(sent).toHaveLength(1)
  expect(store.read()).toMatchObject({ connection: 'signed-out', intakes: [{ draft: { bin: 'A-1' } }] })
})

test('[H14] what the shop refuses is said with its words, until something is changed', async () => {
  const { store, settle } = await phone((task) =>
    task.kind === 'act' ? { kind: 'refused', problem: 'The bin is full.' } : accepted,
  )
  await store.save('one', EMPTY_DRAFT)
  await store.requestAct('one', 'publish')
  await settle()
  expect(store.read().intakes[0]).toMatchObject({
    result: { problem: 'The bin is full.' },
    job: { isRefused: true },
  })
  await store.save('one', { ...EMPTY_DRAFT, bin: 'A-1' })
  expect(store.read().intakes[0]).toMatchObject({
    result: { problem: null },
    job: { act: null, isRefused: false },
  })
})

test('[H14] a photo stays on the phone until both sizes are sent and the tire is done', async () => {
  const { store, settle, database } = await phone(() => accepted)
  await store.save('one', EMPTY_DRAFT)
  await store.addPhoto('one', 'tread', PICTURE)
  const id = store.read().intakes[0]?.job.photos[0]?.id ?? ''
  await settle()
  expect(await store.readPicture(id, 480)).not.toBeNull()
  await store.requestAct('one', 'publish')
  await settle()
  expect(await database.readPicture(id, 480)).toBeNull()
})

test('[H14] photos that are ready at the same moment all join the draft, whatever was typed in between', async () => {
  const { store, settle } = await phone(() => OFFLINE)
  await store.save('one', EMPTY_DRAFT)
  const adding = [store.addPhoto('one', 'tread', PICTURE), store.addPhoto('one', 'sidewall', PICTURE)]
  await store.save('one', { ...(store.read().intakes[0]?.draft ?? EMPTY_DRAFT), brand: 'Halden' })
  await Promise.all([...adding, store.addPhoto('one', 'dot', PICTURE)])
  await settle()
  const { draft, job } = store.read().intakes[0] ?? {}
  expect(draft).toMatchObject({ brand: 'Halden' })
  expect(draft?.photos.map(({ slot }) => slot)).toEqual(['tread', 'sidewall', 'dot'])
  expect(job?.photos).toHaveLength(3)
})

test('[H14] an intake that was begun by mistake is gone', async () => {
  const { store, database } = await phone(() => OFFLINE)
  await store.save('one', EMPTY_DRAFT)
  await store.discard('one')
  expect(store.read().intakes).toEqual([])
  expect(await database.readIntakes()).toEqual([])
})
