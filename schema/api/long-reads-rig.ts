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

/** The functions that were given a text longer than `most` while `work` ran, each with the place that called it. */
export async function longTextReads(most: number, work: () => unknown): Promise<string[]> {
  const found = new Set<string>()
  const undo = READERS.flatMap(([owner, names]) =>
    names.map((name) => {
      const real = Object.getOwnPropertyDescriptor(owner, name)
      if (!real) throw new Error(`there is no ${String(name)}`)
      const read = real.value as Callable
      const watched = function (this: unknown, ...given: unknown[]) {
        const text = owner === String.prototype ? this : given[0]
        if (typeof text?.valueOf() !== 'string' || String(text).length <= most) return read.apply(this, given)
        if (!(this instanceof RegExp && isBounded(this))) found.add(calledFrom(name))
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

function calledFrom(name: PropertyKey): string {
  return `${String(name)} ${new Error().stack?.split('\n')[3]?.trim()}`
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
