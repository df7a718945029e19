/** This process as the owner of a lock. */
import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { LockOwner } from './lock.ts'

/** Linux has another text here after each start. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id'

export function thisProcess(): LockOwner {
  const boot = existsSync(BOOT_ID) ? readFileSync(BOOT_ID, 'utf8').trim() : ''
  return {
    name: `${userInfo().username}@${hostname()}`,
    machine: `${hostname()} ${boot}`.trim(),
    pid: process.pid,
  }
}

/** Returns whether a process of this machine runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It runs and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
