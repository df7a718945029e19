/** Repeatable random numbers: the same seed and label give the same numbers on every machine. */

export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  next(): number
  /** A whole number, both ends inclusive. */
  whole(from: number, to: number): number
  /** True with probability `share`. */
  hit(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Picks a value with a probability in proportion to its weight. */
  weighted<T>(list: readonly (readonly [T, number])[]): T
}

/** Returns a stream of its own for each label, so that no stream depends on another one. */
export function createRandom(seed: number, label: string | number): Random {
  let state = hash(`${seed}:${label}`)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const weighted = <T>(list: readonly (readonly [T, number])[]): T => {
    const total = list.reduce((sum, [, weight]) => sum + weight, 0)
    let left = next() * total
    for (const [value, weight] of list) {
      left -= weight
      if (left < 0) return value
    }
    return last(list)[0]
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    hit: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)] ?? last(list),
    weighted,
  }
}

/** Returns the FNV-1a hash, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

function last<T>(list: readonly T[]): T {
  const value = list.at(-1)
  if (value === undefined) throw new Error('nothing to choose from')
  return value
}
