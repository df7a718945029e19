/**
 * The price per tire that a card shows: that of the set which the card puts forward (`defaultVariant` in
 * schema/catalog/product/variant.ts). Headings and tiles name the lowest of these prices, so no card below them is cheaper (H13i).
 */
import type { Cents } from '../../../../schema/platform/money.ts'
import { type Bits, hasBit } from '../bits.ts'
import { type FacetedIndex, priceOfTire } from '../faceted-index.ts'
import { type CountedColumn, NO_PRICE } from './facet-counts.ts'

/** Returns the price of one tire of a document whose units have `setqty` tires; `wanted` is a sum of sets: 1 single, 2 pair, 4 set of four; 0 for any. */
function cardPrice(index: FacetedIndex, doc: number, setqty: number, wanted: number): Cents {
  const live = index.sets.reduce((sum, bits, bit) => sum | (hasBit(bits, doc) ? 1 << bit : 0), 0)
  const sets = live & wanted || live
  const inSet = sets & 4 ? index.fourPrice[doc] : sets & 2 ? index.pairPrice[doc] : 0
  return inSet || priceOfTire(index.price[doc] as number, setqty)
}

/** Calls `visit` for each document of `set`, or of those that also have `value`, segment by segment; after `false` with the next segment. */
function visitDocs(
  { segments }: FacetedIndex,
  set: Bits,
  value: Bits | null,
  visit: (doc: number, setqty: number) => boolean,
): void {
  for (const { setqty, from, to } of segments) {
    let end = Math.ceil(to / 32)
    for (let word = from / 32; word < end; word++) {
      let left = value ? (set[word] as number) & (value[word] as number) : (set[word] as number)
      while (left !== 0) {
        const bit = left & -left
        left ^= bit
        if (visit(word * 32 + 31 - Math.clz32(bit), setqty)) continue
        end = word
        left = 0
      }
    }
  }
}

/** Checks a document before its card price is computed: most cost more than `lowest` even at the catalog's lowest ratio. */
function canBeLower(
  { price, lowestSetRatio }: FacetedIndex,
  doc: number,
  setqty: number,
  lowest: Cents,
): boolean {
  return ((price[doc] as number) / setqty) * lowestSetRatio < lowest
}

/**
 * Returns the lowest card price among the documents of `set`, or of those that also have `value`; `NO_PRICE` without documents.
 * `wanted` is a sum of sets: 1 single, 2 pair, 4 set of four; 0 for any.
 */
export function lowestCardPrice(
  index: FacetedIndex,
  set: Bits,
  wanted: number,
  value: Bits | null = null,
): Cents {
  let lowest = NO_PRICE
  visitDocs(index, set, value, (doc, setqty) => {
    // Prices rise within a segment, so its other documents cost as much or more.
    if (!canBeLower(index, doc, setqty, lowest)) return false
    lowest = Math.min(lowest, cardPrice(index, doc, setqty, wanted))
    return true
  })
  return lowest
}

/** Returns the lowest card price of each code of a column among the documents of `set`. */
export function lowestCardPrices(
  index: FacetedIndex,
  set: Bits,
  wanted: number,
  { codes, size, bits }: CountedColumn,
): Uint32Array {
  if (bits)
    return Uint32Array.from([null, ...bits], (value) =>
      value ? lowestCardPrice(index, set, wanted, value) : NO_PRICE,
    )
  const lowest = new Uint32Array(size).fill(NO_PRICE)
  visitDocs(index, set, null, (doc, setqty) => {
    const code = codes[doc] as number
    if (canBeLower(index, doc, setqty, lowest[code] as number))
      lowest[code] = Math.min(lowest[code] as number, cardPrice(index, doc, setqty, wanted))
    return true
  })
  return lowest
}
