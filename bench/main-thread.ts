/** The tasks of a page's main thread in a trace of Chromium: how long each took, and how long it had a core. */

/** The used fields of a trace event; times in microseconds. */
export interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Time on a core; absent where the system does not count it. */
  tdur?: number
  args: { name?: string }
}

interface MainThread {
  /** Milliseconds of all tasks. */
  wall: number
  /** Milliseconds of these during which the thread waited for a core. */
  waiting: number
  /**
   * Blocking milliseconds after the first content is painted, on a processor that is `slowdown` times slower and never
   * lets the thread wait.
   */
  blocking: number
}

/** A task blocks a touch with what is longer than this. */
const LONG_MS = 50

/** Returns the figures of the main thread with the most events, which is that of the visited page. */
export function readMainThread(trace: readonly TraceEvent[], slowdown: number): MainThread {
  const keyOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const threads = new Map<string, TraceEvent[]>()
  for (const event of trace)
    if (event.name === 'thread_name' && event.args.name === 'CrRendererMain') threads.set(keyOf(event), [])
  for (const event of trace) threads.get(keyOf(event))?.push(event)
  const [events = []] = [...threads.values()].sort((a, b) => b.length - a.length)
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')?.ts ?? 0
  const tasks = events
    .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
    .map(({ ts, dur = 0, tdur = dur }) => ({ wall: dur / 1000, worked: tdur / 1000, isLate: ts >= painted }))
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const wall = sum(tasks.map((task) => task.wall))
  return {
    wall,
    waiting: wall - sum(tasks.map(({ worked }) => worked)),
    blocking: sum(
      tasks.filter(({ isLate }) => isLate).map(({ worked }) => Math.max(0, worked * slowdown - LONG_MS)),
    ),
  }
}
