/** For security tests: finds functions that read a text or a list longer than the shop accepts. */

type Callable = (...args: unknown[]) => unknown

/** Built-in functions that read a text character by character, some with more than linear cost. */
const READERS: readonly (readonly [owner: object, names: readonly PropertyKey[]])[] = [
  [
    String.prototype,
    ['normalize', 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'search', Symbol.iterator],
  ],
  [RegExp.prototype, ['exec', 'test']],
  [globalThis, ['decodeURIComponent', 'encodeURIComponent']],
]

interface WatchOptions {
  /** Marks texts of the test: only a text that is long between two marks is reported, because pages are long too. */
  mark?: string
  /** Checks whether a caller (function and file) may read a text of any length. */
  allowed?: (caller: string) => boolean
  /** Returns the name of the current run for the report. */
  where?: () => string
}

/** Runs `work` and returns the built-in functions that read a text longer than `max`, each with its caller. */
export async function longTextReads(
  max: number,
  work: () => unknown,
  { mark, allowed, where }: WatchOptions = {},
): Promise<string[]> {
  const isLong = (text: string) =>
    text.length > max && (mark === undefined || text.lastIndexOf(mark) - text.indexOf(mark) > max)
  const found = new Set<string>()
  const restores = READERS.flatMap(([owner, names]) =>
    names.map((name) => {
      const original = Object.getOwnPropertyDescriptor(owner, name)
      if (!original) throw new Error(`missing ${String(name)}`)
      const read = original.value as Callable
      const watched = function (this: unknown, ...args: unknown[]) {
        const text = owner === String.prototype ? String(this) : args[0]
        if (typeof text !== 'string' || !isLong(text)) return read.apply(this, args)
        const caller = this instanceof RegExp && isBounded(this) ? null : findCaller(watched)
        if (caller !== null && !allowed?.(caller))
          found.add(`${where ? `${where()}: ` : ''}${String(name)} in ${caller}`)
        return read.apply(this, args)
      }
      Object.defineProperty(owner, name, { ...original, value: watched })
      return () => Object.defineProperty(owner, name, original)
    }),
  )
  try {
    await work()
  } finally {
    for (const restore of restores) restore()
  }
  return [...found]
}

/** Checks whether a pattern reads only the beginning of a text: anchored, with bounded repetitions. */
function isBounded({ source }: RegExp): boolean {
  return /^\^(?!.*\|).*\$$/.test(source) && !/[+*]|,\}/.test(source)
}

/** The stack trace API of V8. */
interface StackTraces {
  prepareStackTrace?: (error: unknown, sites: CallSite[]) => unknown
  captureStackTrace(into: object, above: Callable): void
}
interface CallSite {
  getFunctionName(): string | null
  getFileName(): string | null
  getLineNumber(): number | null
}

/** Returns the caller of a function; `null` for built-in code, because its caller is already recorded. */
function findCaller(called: Callable): string | null {
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

/** Returns a list with a counter of reads of its members. */
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
