/**
 * Keeps builds of one folder apart, and deployments from a build that would replace their files. The lock is SQLite's on a
 * file: the operating system ends it with its process, however that ends.
 */
import { mkdirSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { NotReady } from './not-ready.ts'

const FOLDER = 'dist'
const RETRY_MS = 100
/** Another build takes less, also on a slow machine. */
const PATIENCE_MS = 180_000

/** Returns a function that ends the lock; `null` while another process has one that excludes it. */
function tryLock(file: string, begin: string): (() => void) | null {
  mkdirSync(FOLDER, { recursive: true })
  const lock = new DatabaseSync(`${FOLDER}/${file}`)
  try {
    lock.exec(begin)
    return () => lock.close()
  } catch (error) {
    lock.close()
    if (error instanceof Error && error.message.includes('locked')) return null
    throw error
  }
}

const EXCLUSIVE = 'BEGIN EXCLUSIVE'
const SHARED = 'BEGIN; SELECT * FROM sqlite_schema'
/** The lock of the one build that runs; another one waits for it. */
const BUILD_LOCK = '.build-lock'
/** The lock of what was built: deployments share it, a build has it alone. */
const FILES_LOCK = '.files-lock'

async function waitForLock(attempt: () => (() => void) | null): Promise<() => void> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await delay(RETRY_MS)) {
    const unlock = attempt()
    if (unlock) return unlock
  }
  throw new NotReady('Another build of this folder does not end: stop it, then try again.')
}

/** Runs a build alone: it waits for another build. Throws `NotReady` while a deployment reads the folder. */
export async function buildAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  const endBuild = await waitForLock(() => tryLock(BUILD_LOCK, EXCLUSIVE))
  try {
    const freeFiles = tryLock(FILES_LOCK, EXCLUSIVE)
    if (!freeFiles)
      throw new NotReady(
        'A deployment from this folder runs: wait until it has ended, then start this again.',
      )
    return await work().finally(freeFiles)
  } finally {
    endBuild()
  }
}

/** Runs a deployment from what was built, which no build replaces meanwhile. Several deployments may run at once. */
export async function withLockedBuild<Result>(work: () => Promise<Result>): Promise<Result> {
  const freeFiles = await waitForLock(() => tryLock(FILES_LOCK, SHARED))
  return work().finally(freeFiles)
}
