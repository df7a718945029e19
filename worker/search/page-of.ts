/** The page of a set in one of the orders of spec §9. Orders are part of the snapshot; nothing is sorted here. */
import type { ListingQuery, Sort } from '../../schema/domain/listing.ts'
import { type Bits, hasBit } from './bits.ts'
import { docOf, type FacetedIndex } from './faceted-index.ts'

const ORDERS: Record<Sort, [field: keyof FacetedIndex['orders'], direction: 'asc' | 'desc']> = {
  'created_at:desc': ['created_at', 'desc'],
  'final_price:asc': ['final_price', 'asc'],
  'final_price:desc': ['final_price', 'desc'],
  'url_key:asc': ['url_key', 'asc'],
  'url_key:desc': ['url_key', 'desc'],
  'tread_depth:asc': ['tread_depth', 'asc'],
  'tread_depth:desc': ['tread_depth', 'desc'],
  // Without found ids nothing is more relevant than another: the default of spec §9.
  relevance: ['created_at', 'desc'],
}

/** Ids of the page. `total` is the size of the set. */
export function pageOf(
  index: FacetedIndex,
  set: Bits,
  total: number,
  { sort, start, size, within }: ListingQuery,
): number[] {
  const from = Math.max(0, start)
  const take = Math.min(Math.max(0, size), total - from)
  if (take <= 0) return []
  const docs =
    sort === 'relevance' && within
      ? ranked(index, set, within).slice(from, from + take)
      : walk(index, set, sort, total, from, take)
  return docs.map((doc) => index.ids[doc] as number)
}

function ranked(index: FacetedIndex, set: Bits, within: readonly number[]): number[] {
  return [...new Set(within)].map((id) => docOf(index, id)).filter((doc) => doc >= 0 && hasBit(set, doc))
}

/** Falling orders are the rising ones backwards, ties included. A page in the second half is reached from the end. */
function walk(
  { orders }: FacetedIndex,
  set: Bits,
  sort: Sort,
  total: number,
  from: number,
  take: number,
): number[] {
  const [field, direction] = ORDERS[sort]
  const order = orders[field]
  const turned = from > (total - take) / 2
  const backwards = (direction === 'desc') !== turned
  let skip = turned ? total - from - take : from
  const docs: number[] = []
  for (let step = 0; docs.length < take; step++) {
    const doc = order[backwards ? order.length - 1 - step : step]
    if (doc === undefined) break
    if (!hasBit(set, doc)) continue
    if (skip > 0) skip--
    else docs.push(doc)
  }
  return turned ? docs.reverse() : docs
}
