/**
 * Reads one page of a set in one of the orders (C5). The snapshot has the orders, so nothing is sorted here.
 */
import { LRUCache } from 'lru-cache'
import type { ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { type Bits, hasBit } from './bits.ts'
import { type OrderField, parseSort } from './build/index-orders.ts'
import { documentId, type FacetedIndex } from './faceted-index.ts'

/** Returns the product ids of a page. `total` is the size of the set. */
export function pageOfIds(index: FacetedIndex, set: Bits, total: number, query: ListingQuery): number[] {
  const { sort, start, size, within } = query
  const from = Math.max(0, start)
  const take = Math.min(Math.max(0, size), total - from)
  if (take <= 0) return []
  const docs =
    sort === 'relevance' && within
      ? ranked(index, set, within).slice(from, from + take)
      : walk(index, set, query, total, from, take)
  return docs.map((doc) => index.ids[doc] as number)
}

function ranked(index: FacetedIndex, set: Bits, within: readonly number[]): number[] {
  return [...new Set(within)].map((id) => documentId(index, id)).filter((doc) => doc >= 0 && hasBit(set, doc))
}

/** Number of matches between two marks of a list. */
const STEP = 256
/** Most lists with cached marks, and the longest query text: it is the cache key and comes from outside. */
const MAX_LISTS = 64
const MAX_KEY_LENGTH = 2000

/** Positions of every `STEP`th match of a list in an ascending order, at one state of the stock. */
interface Marks {
  changes: number
  positions: number[]
}
const marksByIndex = new WeakMap<FacetedIndex, LRUCache<string, Marks>>()

/**
 * Walks through an order to the matches of the page. A descending order is the ascending one backward, ties
 * included. A page near an end is reached from that end; a page in the middle begins at the mark before the
 * page, so that every page costs about as much as the first.
 */
function walk(
  index: FacetedIndex,
  set: Bits,
  query: ListingQuery,
  total: number,
  from: number,
  take: number,
): number[] {
  const { field, isDescending } = parseSort(query.sort)
  const order = index.orders[field]
  // Positions among the matches in ascending order.
  const first = isDescending ? total - from - take : from
  const after = total - first - take
  if (after < first && after <= 2 * STEP) {
    return matchesFrom(order, set, order.length - 1, -1, after, take, !isDescending)
  }
  const filtersKey = first <= 2 * STEP ? null : filterKey(query)
  const mark = filtersKey === null ? 0 : Math.floor(first / STEP)
  const start = filtersKey === null ? 0 : (marksOf(index, set, filtersKey, field).positions[mark] ?? 0)
  return matchesFrom(order, set, start, 1, first - mark * STEP, take, isDescending)
}

function matchesFrom(
  order: Uint32Array,
  set: Bits,
  start: number,
  step: 1 | -1,
  skip: number,
  take: number,
  isReversed: boolean,
): number[] {
  const docs: number[] = []
  let left = skip
  for (let at = start; docs.length < take; at += step) {
    const doc = order[at]
    if (doc === undefined) break
    if (!hasBit(set, doc)) continue
    if (left > 0) left--
    else docs.push(doc)
  }
  return isReversed ? docs.reverse() : docs
}

/** Returns the cache key of a list's marks; `null` for lists without cached marks, such as search results. */
function filterKey({ sort: _, start: __, size: ___, within, ...filters }: ListingQuery): string | null {
  if (within) return null
  const text = JSON.stringify(filters)
  return text.length <= MAX_KEY_LENGTH ? text : null
}

function marksOf(index: FacetedIndex, set: Bits, filtersKey: string, field: OrderField): Marks {
  const lists = marksByIndex.get(index) ?? new LRUCache<string, Marks>({ max: MAX_LISTS })
  marksByIndex.set(index, lists)
  const key = `${field} ${filtersKey}`
  const known = lists.get(key)
  if (known?.changes === index.changes) return known
  const order = index.orders[field]
  const marks: Marks = { changes: index.changes, positions: [] }
  let matches = 0
  for (let at = 0; at < order.length; at++) {
    if (hasBit(set, order[at] as number) && matches++ % STEP === 0) marks.positions.push(at)
  }
  lists.set(key, marks)
  return marks
}
