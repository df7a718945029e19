/** For security tests: finds code that reads a text or a list longer than the shop accepts. */

type Callable = (...given: unknown[]) => unknown

/** Functions that read a text character by character, some with more than linear cost. */
const READERS: readonly (readonly [owner: object, names: readonly PropertyKey[]])[] = [
  [
    String.prototype,
    ['normalize', 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'search', Symbol.iterator],
  ],
  [RegExp.prototype, ['exec', 'test']],
  [globalThis, ['decodeURIComponent', 'encodeURIComponent']],
]

interface Watch {
  /** Separates texts of the test: only a text that is long between two marks counts, because pages are long too. */
  mark?: string
  /** Functions that can read a text of any length, with their files. */
  allowed?: (caller: string) => boolean
  /** The current run. */
  where?: () => string
}

/** Returns the functions that got a text longer than `max` while `work` ran, each with its caller. */
export async function longTextReads(
  max: number,
  work: () => unknown,
  { mark, allowed, where }: Watch = {},
): Promise<string[]> {
  const isLong = (text: string) =>
    text.length > max && (mark === undefined || text.lastIndexOf(mark) - text.indexOf(mark) > max)
  const found = new Set<string>()
  const undo = READERS.flatMap(([owner, names]) =>
    names.map((name) => {
      const real = Object.getOwnPropertyDescriptor(owner, name)
      if (!real) throw new Error(`there is no ${String(name)}`)
      const read = real.value as Callable
      const watched = function (this: unknown, ...given: unknown[]) {
        const text = owner === String.prototype ? String(this) : given[0]
        if (typeof text !== 'string' || !isLong(text)) return read.apply(this, given)
        const caller = this instanceof RegExp && isBounded(this) ? null : callerOf(watched)
        if (caller !== null && !allowed?.(caller))
          found.add(`${where ? `${where()}: ` : ''}${String(name)} in ${caller}`)
        return read.apply(this, given)
      }
      Object.defineProperty(owner, name, { ...real, value: watched })
      return () => Object.defineProperty(owner, name, real)
    }),
  )
  try {
    await work()
  } finally {
    for (const one of undo) one()
  }
  return [...found]
}

/** Returns whether a pattern reads only the beginning of a text: anchored, with bounded repetitions. */
function isBounded({ source }: RegExp): boolean {
  return /^\^(?!.*\|).*\$$/.test(source) && !/[+*]|,\}/.test(source)
}

/** V8's stack trace API. */
interface StackTraces {
  prepareStackTrace?: (error: unknown, sites: CallSite[]) => unknown
  captureStackTrace(into: object, above: Callable): void
}
interface CallSite {
  getFunctionName(): string | null
  getFileName(): string | null
  getLineNumber(): number | null
}

/** Returns the caller of a function; `null` for built-in code, whose caller was recorded before. */
function callerOf(called: Callable): string | null {
  const traces = Error as unknown as StackTraces
  const before = traces.prepareStackTrace
  const holder: { stack?: unknown } = {}
  traces.prepareStackTrace = (_, sites) => sites
  traces.captureStackTrace(holder, called)
  const [site] = holder.stack as CallSite[]
  if (before) traces.prepareStackTrace = before
  else delete traces.prepareStackTrace
  const file = site?.getFileName()
  if (!site || !file) return null
  return `${site.getFunctionName() ?? '(no name)'} ${file}:${site.getLineNumber()}`
}

/** Returns a list that counts how many of its members were read. */
export function countingList(members: readonly unknown[]): { list: unknown[]; reads: () => number } {
  let reads = 0
  const list = new Proxy([...members], {
    get(target, name, self) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
      return Reflect.get(target, name, self)
    },
  })
  return { list, reads: () => reads }
}
