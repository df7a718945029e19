/** Measures workerd's processor time, which other work on the machine does not change, unlike a rate. */
import { readdirSync, readFileSync } from 'node:fs'

/** Length of the kernel's tick; Linux has 100 per second. */
const TICK_MS = 10

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the processor time in ms of the workerd processes of this process; `null` without /proc. */
export function workerdCpu(): number | null {
  let ticks: number | null = null
  for (const pid of pids()) {
    // `pid (name) state parent …`; the 14th and 15th fields are time in user and kernel mode.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)/s.exec(read(`/proc/${pid}/stat`)) ?? []
    const fields = rest.split(' ')
    if (name !== 'workerd' || Number(fields[1]) !== process.pid) continue
    ticks = (ticks ?? 0) + Number(fields[11]) + Number(fields[12])
  }
  return ticks === null ? null : ticks * TICK_MS
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}
