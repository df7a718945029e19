/**
 * The price per tire that a card shows: that of the set which the card puts forward (`defaultVariant` in
 * schema/catalog/product/variant.ts). Headings and tiles name the lowest of these prices, so no card below them is cheaper (H13i).
 */
import type { Cents } from '../../../../schema/platform/money.ts'
import { type Bits, hasBit } from '../bits.ts'
import type { Column } from '../build/snapshot-file.ts'
import { type FacetedIndex, priceOfTire } from '../faceted-index.ts'

/** Stands for a value without documents. */
export const NO_PRICE = 0xffffffff

/** Returns the price of one tire of a document whose units have `setqty` tires; `wanted` is a sum of forms of sale, 0 for any. */
function cardPrice(index: FacetedIndex, doc: number, setqty: number, wanted: number): Cents {
  const live = index.sets.reduce((sum, bits, bit) => sum | (hasBit(bits, doc) ? 1 << bit : 0), 0)
  const forms = live & wanted || live
  const inSet = forms & 4 ? index.fourPrice[doc] : forms & 2 ? index.pairPrice[doc] : 0
  return inSet || priceOfTire(index.price[doc] as number, setqty)
}

/**
 * Returns the lowest card price of each code among the documents of `set`, `NO_PRICE` for a code without documents. `codes` is the
 * column, with `size` codes; without it, all documents have code 0.
 */
export function lowestCardPrices(
  index: FacetedIndex,
  set: Bits,
  wanted: number,
  { codes, size }: { codes: Column | null; size: number } = { codes: null, size: 1 },
): Uint32Array {
  const lowest = new Uint32Array(size).fill(NO_PRICE)
  const { price, lowestShare } = index
  for (const { setqty, from, to } of index.segments) {
    const end = Math.ceil(to / 32)
    for (let word = from / 32; word < end; word++) {
      let left = set[word] as number
      while (left !== 0) {
        const bit = left & -left
        left ^= bit
        const doc = word * 32 + 31 - Math.clz32(bit)
        const code = codes ? (codes[doc] as number) : 0
        // Most documents cost more than the lowest price even in the cheapest set of the catalog.
        if (((price[doc] as number) / setqty) * lowestShare >= (lowest[code] as number)) {
          if (codes) continue
          // Prices rise within a segment, so its other documents cost as much or more.
          word = end
          break
        }
        const own = cardPrice(index, doc, setqty, wanted)
        if (own < (lowest[code] as number)) lowest[code] = own
      }
    }
  }
  return lowest
}
