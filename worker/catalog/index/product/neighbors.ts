/** The surroundings of a tire from the index in memory: its model in other sizes, its size in other models, near sizes. */
import { type ChoiceFilter, EMPTY_QUERY } from '../../../../schema/catalog/listing/listing.ts'
import { type Bits, eachDocument, hasBit } from '../bits.ts'
import type { ColumnFilter } from '../build/index-columns.ts'
import { type FacetedIndex, findSegment, priceOfTire } from '../faceted-index.ts'
import { filterIndex } from '../filter/filter-sets.ts'

/** Ids of products in stock. A cached page keeps a full list until one of its products is sold or changed. */
export interface Neighbors {
  /** The cheapest product of each other size of the model, nearest sizes first. */
  otherSizes: number[]
  /** Products of the same size, the same condition first. */
  sameSize: number[]
  /** Products with the same rim and the nearest width and sidewall; only for a sold tire. */
  nearest: number[]
}

export const NO_NEIGHBORS: Neighbors = { otherSizes: [], sameSize: [], nearest: [] }

/** Difference in width up to which a size is near, in mm. */
const NEAR_WIDTH = 10

/** Returns the neighbors of a document, at most `limit` in each list; none for a product that is no tire. */
export function findNeighbors(index: FacetedIndex, doc: number, limit: number): Neighbors {
  const own = dimensionsOf(index, doc)
  if (!own) return NO_NEIGHBORS
  const hasSame = (filter: ColumnFilter, other: number) =>
    codeOf(index, filter, other) === codeOf(index, filter, doc)
  const same = (filter: ColumnFilter) => ({ [filter]: [keyOf(index, filter, codeOf(index, filter, doc))] })

  const cheapest = cheapestPerSize(index, matches(index, { ...same('brand'), ...same('model') }))
  cheapest.delete(codeOf(index, 'size', doc))
  const otherSizes = nearestFirst(index, cheapest.values(), limit, (other) => {
    const { rim = 0, width = 0 } = dimensionsOf(index, other) ?? {}
    return Math.abs(rim - own.rim) * 1000 + Math.abs(width - own.width)
  })

  const ofSize = documentsIn(matches(index, same('size'))).filter((other) => other !== doc)
  const sameSize = nearestFirst(index, ofSize, limit, (other) => {
    const tread = Math.abs(treadOf(index, other) - treadOf(index, doc))
    return Number(!hasSame('condition', other)) * 10_000 + Number(!hasSame('seasons', other)) * 1000 + tread
  })
  const nearest = hasBit(index.inStock, doc) ? [] : nearestSizes(index, doc, limit)
  return { otherSizes, sameSize, nearest }
}

/** Returns the products of the nearest sizes on the same rim. */
function nearestSizes(index: FacetedIndex, doc: number, limit: number): number[] {
  const own = dimensionsOf(index, doc)
  const column = index.columns.get('size')
  if (!own || !column) return []
  const keys = column.keys.filter((_, at) => {
    const size = index.meta.sizes[at]
    return (
      size?.rim === own.rim && Math.abs(size.width - own.width) <= NEAR_WIDTH && at + 1 !== column.codes[doc]
    )
  })
  return nearestFirst(index, documentsIn(matches(index, { size: keys })), limit, (other) => {
    const { width = 0, aspect = 0 } = dimensionsOf(index, other) ?? {}
    const isOther = codeOf(index, 'condition', other) !== codeOf(index, 'condition', doc)
    return Math.abs(width - own.width) * 100_000 + Math.abs(aspect - own.aspect) * 10 + Number(isOther)
  })
}

/** Returns the ids of the documents with the lowest distances; ties in the order of ids. */
function nearestFirst(
  index: FacetedIndex,
  docs: Iterable<number>,
  limit: number,
  distance: (doc: number) => number,
): number[] {
  const idOf = (doc: number) => index.ids[doc] as number
  const best: { distance: number; id: number }[] = []
  for (const doc of docs) {
    const one = { distance: distance(doc), id: idOf(doc) }
    if (best.length >= limit && one.distance > (best.at(-1)?.distance ?? 0)) continue
    const isBefore = (other: typeof one) =>
      one.distance < other.distance || (one.distance === other.distance && one.id < other.id)
    const at = best.findIndex(isBefore)
    if (at < 0 && best.length >= limit) continue
    best.splice(at < 0 ? best.length : at, 0, one)
    if (best.length > limit) best.pop()
  }
  return best.map(({ id }) => id)
}

/** Returns the document with the lowest price per tire for each code of the size column. */
function cheapestPerSize(index: FacetedIndex, set: Bits): Map<number, number> {
  const cheapest = new Map<number, { doc: number; price: number }>()
  eachDocument(set, (doc) => {
    const price = priceOfTire(index.price[doc] as number, findSegment(index, doc).setqty)
    const size = codeOf(index, 'size', doc)
    const known = cheapest.get(size)
    if (!known || price < known.price) cheapest.set(size, { doc, price })
  })
  return new Map([...cheapest].map(([size, { doc }]) => [size, doc]))
}

/** Returns the listed documents in stock with these values. */
function matches(index: FacetedIndex, choices: Partial<Record<ChoiceFilter, string[]>>): Bits {
  return filterIndex(index, { ...EMPTY_QUERY, choices }).all
}

function documentsIn(set: Bits): number[] {
  const docs: number[] = []
  eachDocument(set, (doc) => docs.push(doc))
  return docs
}

function codeOf({ columns }: FacetedIndex, filter: ColumnFilter, doc: number): number {
  return columns.get(filter)?.codes[doc] ?? 0
}

function keyOf({ columns }: FacetedIndex, filter: ColumnFilter, code: number): string {
  return columns.get(filter)?.keys[code - 1] ?? ''
}

/** Returns the dimensions of a document's size; `null` for a product without a size. */
function dimensionsOf(index: FacetedIndex, doc: number) {
  return index.meta.sizes[codeOf(index, 'size', doc) - 1] ?? null
}

/** Returns the tread depth in 32nds of an inch; 0 for a product without tread. */
function treadOf({ meta, tread }: FacetedIndex, doc: number): number {
  return meta.tread[(tread[doc] as number) - 1] ?? 0
}
