/**
 * Bit sets with one bit per document. Document numbers are always within the arrays that they index, so reads
 * use `as number` instead of checking for `undefined`.
 */
export type Bits = Uint32Array

/** Creates an empty set of `32 * words` documents. */
export function emptyBits(words: number): Bits {
  return new Uint32Array(words)
}

export function hasBit(bits: Bits, doc: number): boolean {
  return (((bits[doc >>> 5] as number) >>> (doc & 31)) & 1) === 1
}

/** Adds a document to the set or removes it, in place. */
export function setBit(bits: Bits, doc: number, on: boolean): void {
  const mask = 1 << (doc & 31)
  bits[doc >>> 5] = on ? (bits[doc >>> 5] as number) | mask : (bits[doc >>> 5] as number) & ~mask
}

/** Adds the documents from `from` up to, not including, `to`. */
export function fillBits(bits: Bits, from: number, to: number): void {
  if (from >= to) return
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    bits[first] = (bits[first] as number) | (head & tail)
    return
  }
  bits[first] = (bits[first] as number) | head
  bits.fill(0xffffffff, first + 1, last)
  bits[last] = (bits[last] as number) | tail
}

/** Adds the documents of `other` to `into` (union, in place). */
export function orBits(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] as number) | (other[word] as number)
}

/** Removes the documents from `into` that `other` does not have (intersection, in place). */
export function andBits(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] as number) & (other[word] as number)
}

/** Returns how many bits of a 32-bit word are 1. */
function bitCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Counts the documents of the set from `from` up to, not including, `to`. */
export function countBits(bits: Bits, from = 0, to = bits.length * 32): number {
  if (from >= to) return 0
  const [first, last] = [from >>> 5, (to - 1) >>> 5]
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) return bitCount((bits[first] as number) & head & tail)
  let count = bitCount((bits[first] as number) & head) + bitCount((bits[last] as number) & tail)
  for (let word = first + 1; word < last; word++) count += bitCount(bits[word] as number)
  return count
}

/**
 * Counts the documents that are in both sets, within the words `from` up to, not including, `to`. `first` is
 * the first such document, -1 when there is none.
 */
export function countIntersection(
  a: Bits,
  b: Bits,
  from: number,
  to: number,
): { count: number; first: number } {
  let count = 0
  let first = -1
  for (let word = from; word < to; word++) {
    const both = (a[word] as number) & (b[word] as number)
    if (both === 0) continue
    if (first < 0) first = word * 32 + 31 - Math.clz32(both & -both)
    count += bitCount(both)
  }
  return { count, first }
}

/** Returns the last document of the set from `from` up to, not including, `to`; -1 when there is none. */
export function lastBit(bits: Bits, from: number, to: number): number {
  for (let doc = to - 1; doc >= from; doc--) {
    if ((doc & 31) === 31 && bits[doc >>> 5] === 0) doc -= 31
    else if (hasBit(bits, doc)) return doc
  }
  return -1
}

/** Calls `visit` with each document of the set, in ascending order. */
export function eachDocument(bits: Bits, visit: (doc: number) => void): void {
  for (let at = 0; at < bits.length; at++) {
    for (let word = bits[at] as number; word !== 0; word &= word - 1)
      visit(at * 32 + 31 - Math.clz32(word & -word))
  }
}
