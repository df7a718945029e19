/** Gives the page's process a core of its own where the system can, because other work counts as blocking time. */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** The core of the page. */
const CORE = 0

/**
 * Moves this process, and all that it starts, to the other cores. Returns the browser's flags that start pages on the
 * free one; none where `taskset` is missing or there is one core.
 */
export function reserveCore(): string[] {
  const cores = availableParallelism()
  if (cores < 2) return []
  const others = `${CORE + 1}-${cores - 1}`
  const moved = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)])
  // A zygote would start pages without the prefix.
  return moved.status === 0 ? ['--no-zygote', `--renderer-cmd-prefix=taskset --cpu-list ${CORE}`] : []
}
