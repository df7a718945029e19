/** For tests of abuse: who reads a text, or a list, that is longer than anything the shop takes. */

type Callable = (...given: unknown[]) => unknown

/** What reads a text sign by sign: dear when it is long, and some of it far more than twice as dear when it is twice as long. */
const READERS: readonly (readonly [owner: object, names: readonly PropertyKey[]])[] = [
  [
    String.prototype,
    ['normalize', 'split', 'replace', 'replaceAll', 'match', 'matchAll', 'search', Symbol.iterator],
  ],
  [RegExp.prototype, ['exec', 'test']],
  [globalThis, ['decodeURIComponent', 'encodeURIComponent']],
]

interface Watch {
  /** Stands all over the text of the test: only what is that long between two marks counts, for pages are long too. */
  mark?: string
  /** Who may read a text of any length, by the function and its file. */
  allowed?: (caller: string) => boolean
  /** What is tried just now. */
  where?: () => string
}

/** The functions that were given a text longer than `most` while `work` ran, each with the place that called it. */
export async function longTextReads(
  most: number,
  work: () => unknown,
  { mark, allowed, where }: Watch = {},
): Promise<string[]> {
  const isLong = (text: string) =>
    text.length > most && (mark === undefined || text.lastIndexOf(mark) - text.indexOf(mark) > most)
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

/** Reads only the beginning, however long the text is: from its start, with an end to each repetition. */
function isBounded({ source }: RegExp): boolean {
  return /^\^(?!.*\|).*\$$/.test(source) && !/[+*]|,\}/.test(source)
}

/** What V8 knows of its calls. */
interface StackTraces {
  prepareStackTrace?: (error: unknown, sites: CallSite[]) => unknown
  captureStackTrace(into: object, above: Callable): void
}
interface CallSite {
  getFunctionName(): string | null
  getFileName(): string | null
  getLineNumber(): number | null
}

/** Who called a function; `null` for the language itself, whose own caller was noticed before. */
function callerOf(called: Callable): string | null {
  const told = Error as unknown as StackTraces
  const before = told.prepareStackTrace
  const holder: { stack?: unknown } = {}
  told.prepareStackTrace = (_, sites) => sites
  told.captureStackTrace(holder, called)
  const [site] = holder.stack as CallSite[]
  if (before) told.prepareStackTrace = before
  else delete told.prepareStackTrace
  const file = site?.getFileName()
  if (!site || !file) return null
  return `${site.getFunctionName() ?? '(no name)'} ${file}:${site.getLineNumber()}`
}

/** A list that counts how many of its members were looked at. */
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
