import { expect, test } from 'vitest'
import { newTask } from '../../schema/domain/task.ts'
import { keptTasks, TASKS_KEY } from './task-kept.ts'

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
  const kept = keptTasks(storage)
  await kept.write(task('a'))
  await kept.write(task('b'))
  await kept.write({ ...task('a'), silent: true })
  const again = await keptTasks(memory(storage.held)).read()
  expect(again.map(({ taskId, silent }) => [taskId, silent])).toEqual([
    ['a', true],
    ['b', false],
  ])
  await kept.remove('a')
  await kept.remove('b')
  expect(storage.held).toEqual({})
})

test('[D12] what somebody else wrote there is never sent', async () => {
  const forged = [{ ...task('x'), url: 'https://evil.example/' }, { taskId: 1 }, null, task('good')]
  const read = await keptTasks(memory({ [TASKS_KEY]: JSON.stringify(forged) })).read()
  expect(read.map(({ taskId }) => taskId)).toEqual(['good'])
  expect(await keptTasks(memory({ [TASKS_KEY]: '{' })).read()).toEqual([])
})
