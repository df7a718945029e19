/** Counts the documents of a set by value, and finds the lowest prices of each value. */
import type { Cents } from '../../../../schema/platform/money.ts'
import { type Bits, countBits, countIntersection, lastBit } from '../bits.ts'
import type { Column } from '../build/snapshot-file.ts'
import { type FacetedIndex, priceOfTire } from '../faceted-index.ts'

/** For each code: the number of documents and their lowest price; a code without documents has no price. */
export interface FacetCounts {
  counts: Uint32Array
  minFinalPrice: Uint32Array
}

/** Stands for the price of a value without documents. */
export const NO_PRICE = 0xffffffff

/** Documents in one block: few enough that they and their column values stay in the processor's cache. */
const BLOCK = 2048

function emptyTally(codes: number): FacetCounts {
  return {
    counts: new Uint32Array(codes),
    minFinalPrice: new Uint32Array(codes).fill(NO_PRICE),
  }
}

/** Adds `count` documents of a segment; `price` is that of the first and so the lowest in the segment. */
function addCount(tally: FacetCounts, code: number, count: number, price: Cents): void {
  tally.counts[code] = (tally.counts[code] as number) + count
  if (price < (tally.minFinalPrice[code] as number)) tally.minFinalPrice[code] = price
}

export interface CountedColumn {
  codes: Column
  /** Number of codes, including 0. */
  size: number
  /** One bit set per value, where the column has them. */
  bits: readonly Bits[] | null
}

/**
 * Counts the documents of `set` in each column. The counts of everything in stock are needed often (for the
 * list of all tires, and for the buckets of a query's only filter), so they are cached until the stock
 * changes.
 */
export function countColumns(
  index: FacetedIndex,
  set: Bits,
  columns: readonly CountedColumn[],
): FacetCounts[] {
  if (set !== index.inStock) return countUncached(index, set, columns)
  const { stocked, changes } = index
  const missing = columns.filter(({ codes }) => stocked.get(codes)?.changes !== changes)
  countUncached(index, set, missing).forEach((tally, at) => {
    const column = missing[at]
    if (column) stocked.set(column.codes, { changes, tally })
  })
  return columns.map(({ codes, size }) => stocked.get(codes)?.tally ?? emptyTally(size))
}

/** Intersecting one word of two sets costs as much as looking up this many documents in a column. */
const WORD_COST = 1.2

/** Counts by bit sets where a column has few values for many documents, otherwise document by document. */
function countUncached(index: FacetedIndex, set: Bits, columns: readonly CountedColumn[]): FacetCounts[] {
  const documents = countBits(set)
  const byWord = ({ bits }: CountedColumn) =>
    bits !== null && bits.length * index.words * WORD_COST < documents
  const lookedUp = columns.filter((column) => !byWord(column))
  const tallies = lookUp(index, set, lookedUp)
  return columns.map((column) => {
    const at = lookedUp.indexOf(column)
    return tallies[at] ?? countBitSets(index, set, [null, ...(column.bits ?? [])])
  })
}

/** Counts document by document, with all columns in one pass over the set. */
function lookUp(index: FacetedIndex, set: Bits, columns: readonly CountedColumn[]): FacetCounts[] {
  if (columns.length === 0) return []
  const tallies = columns.map(({ size }) => emptyTally(size))
  const counts = columns.map(({ size }) => new Uint32Array(size))
  const firsts = columns.map(({ size }) => new Uint32Array(size))
  const block = new Uint32Array(BLOCK + 32)
  const count = (filled: number) => {
    columns.forEach(({ codes }, at) => {
      countBlock(codes, block, filled, counts[at] as Uint32Array, firsts[at] as Uint32Array)
    })
  }
  for (const segment of index.segments) {
    for (const perCode of counts) perCode.fill(0)
    let filled = 0
    const end = Math.ceil(segment.to / 32)
    for (let word = segment.from / 32; word < end; word++) {
      let left = set[word] as number
      while (left !== 0) {
        const bit = left & -left
        block[filled++] = word * 32 + 31 - Math.clz32(bit)
        left ^= bit
      }
      if (filled >= BLOCK) {
        count(filled)
        filled = 0
      }
    }
    count(filled)
    tallies.forEach((tally, at) => {
      const [found, first] = [counts[at] as Uint32Array, firsts[at] as Uint32Array]
      for (let code = 0; code < found.length; code++) {
        const documents = found[code] as number
        if (documents > 0) addCount(tally, code, documents, index.price[first[code] as number] as number)
      }
    })
  }
  return tallies
}

function countBlock(
  codes: Column,
  block: Uint32Array,
  filled: number,
  counts: Uint32Array,
  firsts: Uint32Array,
): void {
  for (let at = 0; at < filled; at++) {
    const doc = block[at] as number
    const code = codes[doc] as number
    const before = counts[code] as number
    if (before === 0) firsts[code] = doc
    counts[code] = before + 1
  }
}

/** Counts one code per bit set; the sets may share documents. `null` skips a code that no caller reads. */
export function countBitSets(index: FacetedIndex, set: Bits, values: readonly (Bits | null)[]): FacetCounts {
  const tally = emptyTally(values.length)
  values.forEach((value, code) => {
    if (!value) return
    for (const segment of index.segments) {
      const { count, first } = countIntersection(set, value, segment.from / 32, Math.ceil(segment.to / 32))
      if (count > 0) addCount(tally, code, count, index.price[first] as number)
    }
  })
  return tally
}

/** Returns the lowest and the highest of both prices in a set; `null` when the set is empty. */
export function priceBounds(index: FacetedIndex, set: Bits) {
  const bounds = index.segments.flatMap(({ setqty, from, to }) => {
    const { first } = countIntersection(set, set, from / 32, Math.ceil(to / 32))
    if (first < 0) return []
    const min = index.price[first] as number
    const max = index.price[lastBit(set, from, to)] as number
    return [{ min, max, minByTire: priceOfTire(min, setqty), maxByTire: priceOfTire(max, setqty) }]
  })
  if (bounds.length === 0) return null
  return {
    final_price: {
      min: Math.min(...bounds.map(({ min }) => min)),
      max: Math.max(...bounds.map(({ max }) => max)),
    },
    price_by_tire: {
      min: Math.min(...bounds.map(({ minByTire }) => minByTire)),
      max: Math.max(...bounds.map(({ maxByTire }) => maxByTire)),
    },
  }
}
