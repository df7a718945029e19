/**
 * What waited for a connection when the last page was left goes out with this one. A customer's browser has the code at
 * hand, for it could not be fetched when the connection is gone. Plain DOM.
 */
import { signedInName } from '../store/signed-in.ts'
import { TASKS_KEY } from '../store/task-kept.ts'

export function resumeTasks(): void {
  try {
    if (localStorage.getItem(TASKS_KEY) === null && signedInName(document.cookie) === '') return
  } catch {
    // Storage may be forbidden; then nothing waits.
    return
  }
  import('./session-tasks.ts').then(({ sessionTasks }) => sessionTasks().process()).catch(() => {})
}
