/** The calls that wait for a connection, kept in this browser so that a reload does not lose them. */
import type { Task } from '../../schema/domain/task.ts'

export const TASKS_KEY = 'sync-tasks'
/** Raised on the document with a task that waited and was answered now. */
export const TASK_DONE = 'task:done'

type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Storage may hold anything; only calls of our own API are ever sent. */
function isTask(value: unknown): value is Task {
  const { taskId, url, transmitted } = (value ?? {}) as Partial<Task>
  return typeof taskId === 'string' && typeof transmitted === 'boolean' && /^\/api\//.test(url ?? '')
}

function read(storage: Kept): Task[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(TASKS_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isTask) : []
  } catch {
    return []
  }
}

function write(storage: Kept, tasks: readonly Task[]): void {
  try {
    if (tasks.length === 0) storage.removeItem(TASKS_KEY)
    else storage.setItem(TASKS_KEY, JSON.stringify(tasks))
  } catch {
    // Full or forbidden: a call is then sent while this page lives, or not at all.
  }
}

/** What the task queue asks of its storage. Asynchronous, because a queue must not care where it is kept. */
export function keptTasks(storage: Kept) {
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
