import { expect, test } from 'vitest'
import { newTask } from '../../../schema/identity/session/queued-task.ts'
import { TASKS_KEY, taskStorage } from './task-storage.store.ts'

function memory(held: Record<string, string> = {}) {
  return {
    held,
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value
    },
    removeItem: (key: string) => {
      delete held[key]
    },
  }
}

const task = (id: string) => newTask({ url: '/api/user/me', body: { firstname: id } }, id, 1)

test('[D12] what waits is there again after a reload, in the order of its making, and gone once it is removed', async () => {
  const storage = memory()
  const held = taskStorage(storage)
  await held.write(task('a'))
  await held.write(task('b'))
  await held.write({ ...task('a'), silent: true })
  const again = await taskStorage(memory(storage.held)).read()
  expect(again.map(({ taskId, silent }) => [taskId, silent])).toEqual([
    ['a', true],
    ['b', false],
  ])
  await held.remove('a')
  await held.remove('b')
  expect(storage.held).toEqual({})
})

test('[D12] what somebody else wrote there is never sent', async () => {
  const forged = [{ ...task('x'), url: 'https://evil.example/' }, { taskId: 1 }, null, task('good')]
  const read = await taskStorage(memory({ [TASKS_KEY]: JSON.stringify(forged) })).read()
  expect(read.map(({ taskId }) => taskId)).toEqual(['good'])
  expect(await taskStorage(memory({ [TASKS_KEY]: '{' })).read()).toEqual([])
})

/** A storage of so many characters. */
function small(room: number, held: Record<string, string>) {
  const storage = memory(held)
  return {
    ...storage,
    setItem: (key: string, value: string) => {
      if (JSON.stringify({ ...storage.held, [key]: value }).length > room) throw new Error('full')
      storage.setItem(key, value)
    },
  }
}

test('[D12] [G9] a full storage is cleared of what is only a comfort; a call that has no room even then waits in this page', async () => {
  const comforts = { 'recent-searches': JSON.stringify(['x'.repeat(400)]), viewed: '["TL-1"]', place: '{}' }
  const room = JSON.stringify({ [TASKS_KEY]: JSON.stringify([task('a')]), place: '{}' }).length
  const storage = small(room, { ...comforts })
  const held = taskStorage(storage)
  await held.write(task('a'))
  expect(Object.keys(storage.held).sort()).toEqual(['place', TASKS_KEY])
  await held.write(task('b'))
  // Anyone who looks on this page sees both, a reload only the first.
  expect((await taskStorage(storage).read()).map(({ taskId }) => taskId)).toEqual(['a', 'b'])
  expect((await taskStorage(memory(storage.held)).read()).map(({ taskId }) => taskId)).toEqual(['a'])
  await held.remove('a')
  expect((await taskStorage(memory(storage.held)).read()).map(({ taskId }) => taskId)).toEqual(['b'])
  await held.remove('b')
  expect([await held.read(), TASKS_KEY in storage.held]).toEqual([[], false])
})
