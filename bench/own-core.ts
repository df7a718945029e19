/** Gives the page's process a core of its own where the system can, because other work counts as blocking time. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface OwnCore {
  /** The browser's flags that start pages on the free core; none where no core could be reserved. */
  flags: string[]
  /** Moves this process back to all of its cores. */
  release(): void
}

const NONE: OwnCore = { flags: [], release: () => undefined }

/** Returns the cores of a list like `0-2,5`. */
export function parseCores(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}

/** Reads the cores that this process may use; null where the system does not say. */
function ownCores(): string | null {
  try {
    return /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? null
  } catch {
    return null
  }
}

function moveTo(cores: string): boolean {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(process.pid)])
  return status === 0
}

/** Moves this process, and all that it starts, to all of its cores but the first, where `taskset` is installed. */
export function reserveCore(): OwnCore {
  const all = ownCores()
  if (all === null) return NONE
  const [first, ...others] = parseCores(all)
  if (others.length === 0 || !moveTo(others.join(','))) return NONE
  return {
    // A zygote would start pages without the prefix.
    flags: ['--no-zygote', `--renderer-cmd-prefix=taskset --cpu-list ${first}`],
    release: () => void moveTo(all),
  }
}
