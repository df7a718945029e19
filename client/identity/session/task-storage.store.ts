/** The calls that wait for a connection, stored in this browser so that a reload does not lose them. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'
import { storedText, storedValue } from '../../platform/storage/stored-value.store.ts'

export const TASKS_KEY = 'sync-tasks'
/** Raised on the document with a task that waited and was answered now. */
export const TASK_DONE = 'task:done'

/** Keys of what is only a comfort (recent searches, recently viewed products). */
const COMFORTS = ['recent-searches', 'viewed'] as const

/** Storage may hold anything; only calls of our own API are ever sent. */
function isTask(value: unknown): value is Task {
  const { taskId, url, transmitted } = (value ?? {}) as Partial<Task>
  return typeof taskId === 'string' && typeof transmitted === 'boolean' && /^\/api\//.test(url ?? '')
}

const stored = storedValue(TASKS_KEY, (tasks) => (Array.isArray(tasks) ? tasks.filter(isTask) : []))

/** All tasks, where the storage did not take them: they wait while this page lives. */
let unsaved: Task[] | null = null

const read = () => unsaved ?? stored.read()
const save = (tasks: Task[]) => (tasks.length === 0 ? stored.clear() : stored.save(tasks))

/** Saves the tasks; when the storage is full, deletes what is only a comfort and tries once more. */
function write(tasks: Task[]): void {
  unsaved = null
  if (save(tasks)) return
  for (const key of COMFORTS) storedText(key).clear()
  if (!save(tasks)) unsaved = tasks
}

/** What the task queue asks of its storage. Asynchronous, because a queue must not care where it is stored. */
export const taskStorage = {
  read: async () => read(),
  write: async (task: Task) => {
    const others = read()
    const at = others.findIndex(({ taskId }) => taskId === task.taskId)
    write(at < 0 ? [...others, task] : others.with(at, task))
  },
  remove: async (taskId: string) => write(read().filter((task) => task.taskId !== taskId)),
}
