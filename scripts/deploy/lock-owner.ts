/** The lock of an environment, with this process as its owner. */
import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import type { CloudflareApi } from './cloudflare-api.ts'
import { deploymentLock, type Lock, type LockOwner } from './lock.ts'
import { remoteD1 } from './remote-d1.ts'

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

/** Returns the lock of the environment with this database; `isForced` takes it from its owner. */
export function environmentLock(api: CloudflareApi, databaseId: string, isForced: boolean): Lock {
  const db = remoteD1(api, databaseId)
  return deploymentLock({ db, owner: thisProcess(), now: Date.now, isRunning, isForced })
}
