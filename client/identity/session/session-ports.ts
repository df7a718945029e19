/** What a session needs of the rooms above identity. client/app/session-work.ts does it; an entry says where it is. */
import type { Task } from '../../../schema/identity/session/queued-task.ts'

export interface SessionPorts {
  /** Sends the changes of the cart that still wait. */
  flushPendingMutations(): Promise<void>
  /** Runs `act` while nothing else changes this browser's cart. */
  withCartLock<T>(act: () => Promise<T>): Promise<T>
  /** Removes what this browser stores of the customer. */
  clearCustomerData(): void
  /** Shows on any page what became of a task that waited for a connection. */
  notifyTaskDone(task: Task): void
}

let load: () => Promise<SessionPorts> = () => Promise.reject(new Error('setSessionPorts was not called'))

/** Says how the ports are loaded, so that the first script of a page does not carry them. */
export function setSessionPorts(loader: () => Promise<SessionPorts>): void {
  load = loader
}

export function sessionPorts(): Promise<SessionPorts> {
  return load()
}
