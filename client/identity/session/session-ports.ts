/** Functions of higher rooms that a session needs. client/app/session-end.ts implements them; each entry sets the loader. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'

export interface SessionPorts {
  /** Sends the pending mutations of the cart. */
  flushPendingMutations(): Promise<void>
  /** Runs `action` while nothing else changes this browser's cart. */
  withCartLock<T>(action: () => Promise<T>): Promise<T>
  /** Removes the customer's data from this browser. */
  clearCustomerData(): void
  /** Shows the result of a queued task on any page. */
  notifyTaskDone(task: Task): void
}

let load: () => Promise<SessionPorts> = () => Promise.reject(new Error('setSessionPorts was not called'))

/** Sets how the ports are loaded, so that the first script of a page does not contain them. */
export function setSessionPorts(loader: () => Promise<SessionPorts>): void {
  load = loader
}

export function sessionPorts(): Promise<SessionPorts> {
  return load()
}
