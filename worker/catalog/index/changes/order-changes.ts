/** Keeps the orders of the index while products change. */
import { ORDER_FIELDS, type OrderField } from '../build/index-orders.ts'
import { documentId, type FacetedIndex } from '../faceted-index.ts'
import type { ProductChange } from './product-change.ts'

/**
 * Updates all orders of `index` in place, after its columns have the new documents: `renumber` gives the new number of a document that an order has, or -1 to remove it; `added` are
 * the new and changed products in the order of url_key.
 */
export function updateOrders(
  index: FacetedIndex,
  renumber: (doc: number) => number,
  added: readonly ProductChange[],
): void {
  const byTime = added.toSorted(
    (a, b) => (a.document?.createdAt ?? 0) - (b.document?.createdAt ?? 0) || a.id - b.id,
  )
  const keys: Record<Exclude<OrderField, 'created_at' | 'url_key'>, (doc: number) => number> = {
    final_price: (doc: number) => index.price[doc] as number,
    rating: (doc: number) => index.ratings[doc] as number,
    tread_depth: (doc: number) => index.tread[doc] as number,
  }
  for (const field of ORDER_FIELDS) {
    const room = index.orderRoom[field]
    const count = compact(room, index.orders[field].length, renumber)
    const places =
      field === 'created_at' || field === 'url_key'
        ? placesAfter(index, room.subarray(0, count), field, field === 'url_key' ? added : byTime)
        : placesByKey(index, room.subarray(0, count), keys[field], added)
    index.orders[field] = room.subarray(0, insert(room, count, places))
  }
}

/** A document and how many documents of the old order come before it. */
interface Place {
  before: number
  doc: number
}

/** Renumbers and removes documents in place; returns how many are left. */
function compact(order: Uint32Array, length: number, renumber: (doc: number) => number): number {
  let left = 0
  for (let at = 0; at < length; at++) {
    const doc = renumber(order[at] as number)
    if (doc >= 0) order[left++] = doc
  }
  return left
}

/** Finds the places after the products that the database names; `added` must be in this order. */
function placesAfter(
  index: FacetedIndex,
  order: Uint32Array,
  field: 'created_at' | 'url_key',
  added: readonly ProductChange[],
): Place[] {
  const placed = new Map<number, number>()
  const wanted = new Set(
    added.map(({ previous }) => (previous[field] === null ? -1 : documentId(index, previous[field]))),
  )
  for (let at = 0; at < order.length; at++)
    if (wanted.has(order[at] as number)) placed.set(order[at] as number, at + 1)
  return added.map(({ id, previous }) => {
    const after = previous[field]
    const before = after === null ? 0 : (placed.get(documentId(index, after)) ?? 0)
    const doc = documentId(index, id)
    placed.set(doc, before)
    return { before, doc }
  })
}

/** Finds the places by binary search; ties are in the order of ids. */
function placesByKey(
  index: FacetedIndex,
  order: Uint32Array,
  key: (doc: number) => number,
  added: readonly ProductChange[],
): Place[] {
  const { ids } = index
  const compare = (a: number, b: number) => key(a) - key(b) || (ids[a] as number) - (ids[b] as number)
  const docs = added.map(({ id }) => documentId(index, id)).sort(compare)
  return docs.map((doc) => {
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(order[middle] as number, doc) < 0) low = middle + 1
      else high = middle
    }
    return { before: low, doc }
  })
}

/** Inserts documents, whose places must rise, in place and from the end; returns the new length. */
function insert(order: Uint32Array, length: number, places: readonly Place[]): number {
  let [read, write] = [length - 1, length + places.length - 1]
  for (const { before, doc } of places.toReversed()) {
    while (read >= before) order[write--] = order[read--] as number
    order[write--] = doc
  }
  return length + places.length
}
