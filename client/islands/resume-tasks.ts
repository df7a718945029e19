/** What waited for a connection when the last page was left goes out with this one. Plain DOM. */
import { TASKS_KEY } from '../store/task-kept.ts'

export function resumeTasks(): void {
  try {
    if (localStorage.getItem(TASKS_KEY) === null) return
  } catch {
    // Storage may be forbidden; then nothing waits.
    return
  }
  import('./session-tasks.ts').then(({ sessionTasks }) => sessionTasks().process()).catch(() => {})
}
