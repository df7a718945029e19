/** The calls that wait for a connection, stored in this browser so that a reload does not lose them. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'

export const TASKS_KEY = 'sync-tasks'
/** Raised on the document with a task that waited and was answered now. */
export const TASK_DONE = 'task:done'

/** Keys of what is only a comfort (recent-searches.ts, viewed.ts). */
const COMFORTS = ['recent-searches', 'viewed'] as const

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage may hold anything; only calls of our own API are ever sent. */
function isTask(value: unknown): value is Task {
  const { taskId, url, transmitted } = (value ?? {}) as Partial<Task>
  return typeof taskId === 'string' && typeof transmitted === 'boolean' && /^\/api\//.test(url ?? '')
}

/** All that waits, where the storage did not take it: it waits while this page lives. */
const untaken = new WeakMap<TextStorage, readonly Task[]>()

function read(storage: TextStorage): Task[] {
  const here = untaken.get(storage)
  if (here) return [...here]
  try {
    const stored: unknown = JSON.parse(storage.getItem(TASKS_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isTask) : []
  } catch {
    return []
  }
}

function isTaken(storage: TextStorage, tasks: readonly Task[], room: readonly string[] = []): boolean {
  try {
    for (const key of room) storage.removeItem(key)
    if (tasks.length === 0) storage.removeItem(TASKS_KEY)
    else storage.setItem(TASKS_KEY, JSON.stringify(tasks))
    return true
  } catch {
    return false
  }
}

/** Writes the tasks; when the storage is full, deletes what is only a comfort and tries once more. */
function write(storage: TextStorage, tasks: readonly Task[]): void {
  if (isTaken(storage, tasks) || isTaken(storage, tasks, COMFORTS)) untaken.delete(storage)
  else untaken.set(storage, tasks)
}

/** What the task queue asks of its storage. Asynchronous, because a queue must not care where it is stored. */
export function taskStorage(storage: TextStorage) {
  return {
    read: async () => read(storage),
    write: async (task: Task) => {
      const others = read(storage)
      const at = others.findIndex(({ taskId }) => taskId === task.taskId)
      write(storage, at < 0 ? [...others, task] : others.with(at, task))
    },
    remove: async (taskId: string) =>
      write(
        storage,
        read(storage).filter((task) => task.taskId !== taskId),
      ),
  }
}
