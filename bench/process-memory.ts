/** Memory of the workerd processes of this process, from /proc; Linux only. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessMemory {
  /** Resident megabytes. */
  resident: number
  /** Of these, memory without a file: heaps of V8, of the runtime and of SQLite. */
  anonymous: number
  /** Of these, pages of files: the program itself and mapped databases. */
  files: number
  /** Open files, most of them databases of objects. */
  openFiles: number
}

function pids(): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    const [, program = '', rest = ''] = /^\d+ \((.*)\) (.*)/s.exec(read(`/proc/${name}/stat`)) ?? []
    return program === 'workerd' && Number(rest.split(' ')[1]) === process.pid
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the memory of all workerd processes together; `null` without /proc. */
export function workerdMemory(): ProcessMemory | null {
  const found = { resident: 0, anonymous: 0, files: 0, openFiles: 0 }
  try {
    for (const pid of pids()) {
      const rollup = read(`/proc/${pid}/smaps_rollup`)
      const of = (name: string) =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024
      found.resident += of('Rss')
      found.anonymous += of('Anonymous')
      found.files += of('Rss') - of('Anonymous')
      found.openFiles += readdirSync(`/proc/${pid}/fd`).length
    }
  } catch {
    return null
  }
  return found
}

/** Megabytes of an isolate's V8: objects, and buffers outside the heap such as the index and cached pages. */
export interface IsolateMemory {
  heap: number
  buffers: number
}

const WAKE_MS = 100

/**
 * Reads the memory of the shop's isolate through the inspector, after a collection of garbage. `wake` sends a request to
 * the shop: workerd collects only when the isolate has one.
 */
export function isolateMemory(inspectorPort: number, wake: () => Promise<unknown>): Promise<IsolateMemory> {
  const socket = new WebSocket(`ws://127.0.0.1:${inspectorPort}/core:user:treadline`)
  const waking = setInterval(() => void wake().catch(() => undefined), WAKE_MS)
  return new Promise<IsolateMemory>((resolve, reject) => {
    const call = (id: number, method: string) => socket.send(JSON.stringify({ id, method }))
    // Without a collection the heap has what no reply needs any more; the first one releases buffers only later.
    socket.addEventListener('open', () => call(1, 'HeapProfiler.collectGarbage'))
    socket.addEventListener('error', () => reject(new Error('The inspector cannot be reached')))
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as {
        id?: number
        result?: { usedSize?: number; backingStorageSize?: number }
      }
      if (id === 1) call(2, 'HeapProfiler.collectGarbage')
      if (id === 2) call(3, 'Runtime.getHeapUsage')
      if (id !== 3) return
      socket.close()
      resolve({ heap: (result?.usedSize ?? 0) / 1e6, buffers: (result?.backingStorageSize ?? 0) / 1e6 })
    })
  }).finally(() => clearInterval(waking))
}
