/** Takes a page of a set in one of the orders (C5). Orders are part of the snapshot; nothing is sorted here. */
import { LRUCache } from 'lru-cache'
import type { ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { type Bits, hasBit } from './bits.ts'
import { type OrderField, parseSort } from './build/index-orders.ts'
import { documentId, type FacetedIndex } from './faceted-index.ts'

/** Ids of the page. `total` is the size of the set. */
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

/** Matches between two marks of a list. */
const STEP = 256
/** How many lists have cached marks, and how long their query may be: the text is stored and comes from outside. */
const LISTS = 64
const QUESTION_MAX = 2000

/** Where every `STEP`th match of a list stands in a rising order, as of a number of changes of the stock. */
interface Marks {
  changes: number
  places: number[]
}
const remembered = new WeakMap<FacetedIndex, LRUCache<string, Marks>>()

/**
 * Falling orders are the rising ones backwards, ties included. Pages near an end are walked to from there; one in the
 * middle begins at the mark before it, so that it costs what the first one does.
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
  // Places among the matches in the rising order.
  const first = isDescending ? total - from - take : from
  const behind = total - first - take
  if (behind < first && behind <= 2 * STEP) {
    return matchesFrom(order, set, order.length - 1, -1, behind, take, !isDescending)
  }
  const filtersKey = first <= 2 * STEP ? null : filterKey(query)
  const mark = filtersKey === null ? 0 : Math.floor(first / STEP)
  const start = filtersKey === null ? 0 : (marksOf(index, set, filtersKey, field).places[mark] ?? 0)
  return matchesFrom(order, set, start, 1, first - mark * STEP, take, isDescending)
}

function matchesFrom(
  order: Uint32Array,
  set: Bits,
  start: number,
  step: 1 | -1,
  skip: number,
  take: number,
  turned: boolean,
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
  return turned ? docs.reverse() : docs
}

/** What a list is remembered by; `null` for what is walked through anew, as is all that a search found. */
function filterKey({ sort: _, start: __, size: ___, within, ...filters }: ListingQuery): string | null {
  if (within) return null
  const text = JSON.stringify(filters)
  return text.length <= QUESTION_MAX ? text : null
}

function marksOf(index: FacetedIndex, set: Bits, filtersKey: string, field: OrderField): Marks {
  const lists = remembered.get(index) ?? new LRUCache<string, Marks>({ max: LISTS })
  remembered.set(index, lists)
  const key = `${field} ${filtersKey}`
  const known = lists.get(key)
  if (known?.changes === index.changes) return known
  const order = index.orders[field]
  const marks: Marks = { changes: index.changes, places: [] }
  let matches = 0
  for (let at = 0; at < order.length; at++) {
    if (hasBit(set, order[at] as number) && matches++ % STEP === 0) marks.places.push(at)
  }
  lists.set(key, marks)
  return marks
}
