/** The queued tasks, stored in this browser so that a reload does not lose them. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { storedText, storedValue } from '../../platform/storage/stored-value.store.ts'

export const TASKS_KEY = 'sync-tasks'
/** Event on `document` with a queued task that has its reply now. */
export const TASK_DONE = 'task:done'

/** Keys of data that may be deleted: recent searches and recently viewed products. */
const EXPENDABLE_KEYS = ['recent-searches', 'viewed'] as const

/** Checks a stored value: only calls of the shop's own API are ever sent. */
function isTask(value: unknown): value is Task {
  const { taskId, url, transmitted } = (value ?? {}) as Partial<Task>
  return typeof taskId === 'string' && typeof transmitted === 'boolean' && /^\/api\//.test(url ?? '')
}

const stored = storedValue(TASKS_KEY, (tasks) => (Array.isArray(tasks) ? tasks.filter(isTask) : []))

/** All tasks when the browser's storage refused them: they stay in memory until the page is closed. */
let unsaved: Task[] | null = null

const read = () => unsaved ?? stored.read()
const save = (tasks: Task[]) => (tasks.length === 0 ? stored.clear() : stored.save(tasks))

/** Saves the tasks; when the storage is full, deletes expendable data and saves once more. */
function write(tasks: Task[]): void {
  unsaved = null
  if (save(tasks)) return
  for (const key of EXPENDABLE_KEYS) storedText(key).clear()
  if (!save(tasks)) unsaved = tasks
}

/** The storage of the task queue. Asynchronous, so that the queue does not depend on the kind of storage. */
export const taskStorage = {
  read: async () => read(),
  write: async (task: Task) => {
    const tasks = read()
    const index = tasks.findIndex(({ taskId }) => taskId === task.taskId)
    write(index < 0 ? [...tasks, task] : tasks.with(index, task))
  },
  remove: async (taskId: string) => write(read().filter((task) => task.taskId !== taskId)),
}
