/** Finds the documents that match one condition of a query. */

import {
  CHOICE_FILTERS,
  type ChoiceFilter,
  type ListingQuery,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
} from '../../../../schema/catalog/listing/listing.ts'
import { atLeast, matchingKeys } from '../../../../schema/catalog/product/minimum-filter.ts'
import { SETS } from '../../../../schema/catalog/product/product.ts'
import { type AxleNeed, parseFitValue } from '../../../../schema/catalog/vehicle/fit-value.ts'
import { isSameSize } from '../../../../schema/catalog/vehicle/fitment.ts'
import { andBits, type Bits, emptyBits, fillBits, orBits, setBit } from '../bits.ts'
import { isColumnFilter } from '../build/index-columns.ts'
import { unpackForm } from '../build/index-meta.ts'
import { documentId, type FacetedIndex, type IndexColumn, priceOfTire } from '../faceted-index.ts'
import type { IndexedSmartFilter } from '../listing-engine.ts'

/** Returns the documents that have one of the values. */
export function choiceBits(index: FacetedIndex, filter: ChoiceFilter, values: readonly string[]): Bits {
  const found = emptyBits(index.words)
  if (filter === 'smart_filter') {
    for (const smart of index.options.smart)
      if (values.includes(smart.value)) orBits(found, smartBits(index, smart))
  } else if (filter === 'sets') {
    SETS.forEach((sets, bit) => {
      const bits = index.sets[bit]
      if (bits && values.includes(sets)) orBits(found, bits)
    })
  } else {
    const column = index.columns.get(filter)
    const fits = filter === 'size' ? values.flatMap((value) => parseFitValue(value) ?? []) : []
    for (const axle of fits) orBits(found, fittingBits(index, axle))
    const keys = column ? values.flatMap((value) => matchingKeys(filter, value, column.keys)) : []
    if (column) for (const key of new Set(keys)) addValue(index, column, key, found)
  }
  return found
}

/** Returns the tires of the axle's size with at least its load and speed. */
function fittingBits(index: FacetedIndex, { sizeSlug, minLoad, minSpeed }: AxleNeed): Bits {
  const sizes = index.columns.get('size')?.keys.filter((key) => isSameSize(key, sizeSlug)) ?? []
  const parts = [choiceBits(index, 'size', sizes)]
  if (minLoad !== null) parts.push(choiceBits(index, 'tire_load', [atLeast(String(minLoad))]))
  if (minSpeed !== null) parts.push(choiceBits(index, 'tire_speed', [atLeast(minSpeed.toLowerCase())]))
  return intersect(index, parts)
}

function addValue({ meta, segments }: FacetedIndex, column: IndexColumn, value: string, into: Bits): void {
  const code = column.codeOf.get(value)
  if (code === undefined) return
  const bits = column.bits?.[code - 1]
  if (bits) orBits(into, bits)
  if (!column.postings) return
  for (const { from, to } of segments.slice(meta.segments.length))
    for (let doc = from; doc < to; doc++) if (column.codes[doc] === code) setBit(into, doc, true)
  const { low, starts } = column.postings
  const chunks = Math.ceil(meta.docs / 0x10000)
  for (let chunk = 0; chunk < chunks; chunk++) {
    const cell = (code - 1) * chunks + chunk
    const base = chunk * 0x10000
    const end = starts[cell + 1] as number
    for (let at = starts[cell] as number; at < end; at++) {
      const doc = base + (low[at] as number)
      into[doc >>> 5] = (into[doc >>> 5] as number) | (1 << (doc & 31))
    }
  }
}

/** Returns the matches of a smart filter; caches them, because every list counts all smart filters. */
export function smartBits(index: FacetedIndex, smart: IndexedSmartFilter): Bits {
  const known = index.smart.get(smart.value)
  const dependsOnStock = smart.conditions.some(({ attribute_code: code }) => code === 'sets')
  if (known && (known.changes === index.changes || !dependsOnStock)) return known.bits
  const bits = findSmart(index, smart)
  index.smart.set(smart.value, { changes: index.changes, bits })
  return bits
}

/** Finds the documents that match all conditions. An attribute unknown to listings matches nothing. */
function findSmart(index: FacetedIndex, { conditions }: IndexedSmartFilter): Bits {
  const parts = conditions.map(({ attribute_code: code, in: values, from = null, to = null }) => {
    if (isRange(code)) return rangeBits(index, code, { from, to })
    return code === 'sets' || isColumnFilter(code)
      ? choiceBits(index, code, values ?? [])
      : emptyBits(index.words)
  })
  return intersect(index, parts)
}

function isRange(code: string): code is RangeFilter {
  return code in RANGE_FILTERS
}

/** Returns the intersection of the sets; an empty set where there is none. */
function intersect(index: FacetedIndex, parts: readonly Bits[]): Bits {
  const [first, ...rest] = parts
  if (!first) return emptyBits(index.words)
  for (const part of rest) andBits(first, part)
  return first
}

/**
 * Returns the documents in a range: bounds inclusive, prices in dollars. A tire without tread is in no range.
 */
export function rangeBits(index: FacetedIndex, filter: RangeFilter, { from, to }: Range): Bits {
  const found = emptyBits(index.words)
  if (filter === 'tread_depth') {
    fillTread(index, found, from, to)
    return found
  }
  const [lowest, highest] = [from === null ? 0 : toCents(from), to === null ? 0 : toCents(to)]
  for (const { setqty, from: first, to: end } of index.segments) {
    const amount = (doc: number) => {
      const price = index.price[doc] as number
      return filter === 'final_price' ? price : priceOfTire(price, setqty)
    }
    const min = from === null ? first : firstWhere(first, end, (doc) => amount(doc) >= lowest)
    const max = to === null ? end : firstWhere(first, end, (doc) => amount(doc) > highest)
    fillBits(found, min, max)
  }
  return found
}

/** Converts dollars to cents: 79.99 × 100 is not exact. Keeps fractions of a cent, which clients may send. */
function toCents(dollars: number): number {
  return Math.round(dollars * 100_000) / 1000
}

/**
 * Finds the first number from `low` up to, not including, `high` for which `isTrue`; returns `high` if there
 * is none. `isTrue` must then be true for every higher number too.
 */
function firstWhere(low: number, high: number, isTrue: (doc: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isTrue(middle)) to = middle
    else from = middle + 1
  }
  return from
}

function fillTread(
  { meta, tread, segments }: FacetedIndex,
  found: Bits,
  from: number | null,
  to: number | null,
) {
  const inside = meta.tread.map((depth) => (from === null || depth >= from) && (to === null || depth <= to))
  // Depths rise, so the codes of the range are consecutive; code 0 is a product without tread.
  const min = from === null && to === null ? 0 : inside.indexOf(true) + 1
  const max = inside.lastIndexOf(true) + 1
  if (min === 0 && (from !== null || to !== null)) return
  // Each word is assembled before it is written, because this loop visits the whole catalog.
  for (const { from: first, to: end } of segments) {
    for (let begin = first; begin < end; begin += 32) {
      let word = 0
      const last = Math.min(32, end - begin)
      for (let bit = 0; bit < last; bit++) {
        const code = tread[begin + bit] as number
        if (code >= min && code <= max) word |= 1 << bit
      }
      found[begin >>> 5] = word
    }
  }
}

/** Returns the members added by hand and the matches of the category's filter; none if it is unknown. */
function categoryBits(index: FacetedIndex, id: number): Bits {
  const category = index.categories.get(id)
  if (!category) return emptyBits(index.words)
  const { filter, from, to } = category
  const parts = Object.entries(filter ?? {}).map(([code, values]) => {
    const known = CHOICE_FILTERS.find((name) => name === code)
    return known ? choiceBits(index, known, values) : emptyBits(index.words)
  })
  const found = intersect(index, parts)
  for (let at = from; at < to; at++) setBit(found, index.members[at] as number, true)
  for (const { doc, categories } of index.changed.values())
    if (doc >= 0 && categories.includes(id)) setBit(found, doc, true)
  return found
}

/**
 * Returns the documents that the query may match at all: listed products, narrowed by text search, category,
 * visibility and status. The result may be the index's own set, so callers must not change it.
 */
export function scopeBits(index: FacetedIndex, query: ListingQuery): Readonly<Bits> {
  const { within, category, visibility, status, outOfStock } = query
  if (!within && category === undefined && !visibility && !status && !outOfStock) return index.inStock
  const scope = (outOfStock ? index.listed : index.inStock).slice()
  if (within) {
    const ids = emptyBits(index.words)
    for (const id of within) {
      const doc = documentId(index, id)
      if (doc >= 0) setBit(ids, doc, true)
    }
    andBits(scope, ids)
  }
  if (category !== undefined) andBits(scope, categoryBits(index, category))
  if (visibility || status) {
    const allowed = Uint8Array.from({ length: 256 }, (_, packed) => {
      const form = unpackForm(packed)
      return Number(
        (visibility?.includes(form.visibility) ?? true) && (status?.includes(form.status) ?? true),
      )
    })
    for (const { from, to } of index.segments)
      for (let doc = from; doc < to; doc++)
        if (allowed[index.form[doc] as number] === 0) setBit(scope, doc, false)
  }
  return scope
}
