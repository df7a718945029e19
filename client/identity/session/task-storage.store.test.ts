import { beforeEach, expect, test, vi } from 'vitest'
import { newTask } from '../../../schema/identity/session/queued-task.ts'
import { storedKeys, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { TASKS_KEY } from './task-storage.store.ts'

const task = (id: string) => newTask({ url: '/api/user/me', body: { firstname: id } }, id, 1)

/** Returns the task storage of a newly loaded page. */
async function reload() {
  vi.resetModules()
  const { taskStorage } = await import('./task-storage.store.ts')
  return taskStorage
}

beforeEach(stubStorage)

test('[D12] tasks survive a reload, in the order of creation, until they are removed', async () => {
  const tasks = await reload()
  await tasks.write(task('a'))
  await tasks.write(task('b'))
  await tasks.write({ ...task('a'), silent: true })
  const again = await (await reload()).read()
  expect(again.map(({ taskId, silent }) => [taskId, silent])).toEqual([
    ['a', true],
    ['b', false],
  ])
  await tasks.remove('a')
  await tasks.remove('b')
  expect(storedKeys(localStorage)).toEqual([])
})

test('[D12] foreign data in the storage is never sent', async () => {
  const forged = [{ ...task('x'), url: 'https://evil.example/' }, { taskId: 1 }, null, task('good')]
  const tasks = await reload()
  localStorage.setItem(TASKS_KEY, JSON.stringify(forged))
  expect((await tasks.read()).map(({ taskId }) => taskId)).toEqual(['good'])
  localStorage.setItem(TASKS_KEY, '{')
  expect(await tasks.read()).toEqual([])
})

/** Limits the storage to a number of characters. */
function limitStorage(max: number): void {
  const { setItem } = localStorage
  localStorage.setItem = (key, value) => {
    const others = storedKeys(localStorage).filter((other) => other !== key)
    const stored = others.map((other) => [other, localStorage.getItem(other)])
    if (JSON.stringify(Object.fromEntries([...stored, [key, value]])).length > max) throw new Error('full')
    setItem(key, value)
  }
}

test('[D12] [G9] expendable data is deleted from a full storage; a task without room even then stays in the memory of the page', async () => {
  const expendable = { 'recent-searches': JSON.stringify(['x'.repeat(400)]), viewed: '["TL-1"]', place: '{}' }
  for (const [key, text] of Object.entries(expendable)) localStorage.setItem(key, text)
  limitStorage(JSON.stringify({ [TASKS_KEY]: JSON.stringify([task('a')]), place: '{}' }).length)
  const tasks = await reload()
  const idsHere = async () => (await tasks.read()).map(({ taskId }) => taskId)
  const idsAfterReload = async () => (await (await reload()).read()).map(({ taskId }) => taskId)
  await tasks.write(task('a'))
  expect(storedKeys(localStorage).sort()).toEqual(['place', TASKS_KEY])
  await tasks.write(task('b'))
  // This page reads both tasks, a reloaded page only the first.
  expect(await idsHere()).toEqual(['a', 'b'])
  expect(await idsAfterReload()).toEqual(['a'])
  await tasks.remove('a')
  expect(await idsAfterReload()).toEqual(['b'])
  await tasks.remove('b')
  expect([await tasks.read(), storedKeys(localStorage)]).toEqual([[], ['place']])
})
