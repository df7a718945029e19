/** The metadata in a snapshot's header, and the packed bits of stock and visibility. */
import type { ChoiceFilter, FilterType } from '../../../../schema/catalog/listing/listing.ts'
import type { IndexedSmartFilter } from '../listing-engine.ts'
import type { ColumnFilter } from './index-columns.ts'

/** Filters with at most this many values have one bit set per value; the others have lists of documents. */
export const BITS_UP_TO = 32

/**
 * Document numbers after those of the snapshot, for products that are new or changed since. A rebuild is requested
 * after as many events (rebuild.ts); each segment begins on a whole word.
 */
export const SPARE_DOCUMENTS = 2_048 + 3 * 32

/**
 * Documents with the same number of tires per unit, from `from` up to, not including, `to`; both prices rise.
 */
export interface Segment {
  setqty: (typeof SETQTYS)[number]
  from: number
  to: number
}

export const SETQTYS = [1, 2, 4] as const

/** Returns the number of the segment of units with `setqty` tires. */
export function segmentOf(setqty: number): number {
  return Math.max(0, SETQTYS.indexOf(setqty as (typeof SETQTYS)[number]))
}

/** Values in the order of display; a document's code is the index of its value plus one, 0 for no value. */
export interface ColumnMeta {
  keys: string[]
  labels: string[]
}

export interface CategoryMeta {
  filter: Record<string, string[]> | null
  /** Range in the list of members added by hand; `to` is not included. */
  from: number
  to: number
}

export interface IndexMeta {
  version: string
  /** Id of the last stock event that the snapshot contains. */
  event: number
  /** Number of documents. */
  count: number
  /** Number of document numbers of the snapshot: the documents and the gaps between segments. */
  docs: number
  segments: Segment[]
  columns: Record<ColumnFilter, ColumnMeta>
  /** Dimensions of each value of the size column. */
  sizes: { width: number; aspect: number; rim: number }[]
  /** Tread depths that occur, ascending. */
  tread: number[]
  /** Markings that occur; a document's code is the index of its marking plus one, 0 for no marking. */
  markings: string[]
  options: [filter: ChoiceFilter, values: [value: string, label: string, position: number][]][]
  smart: readonly IndexedSmartFilter[]
  types: [attribute: string, type: FilterType][]
  categories: Record<string, CategoryMeta>
}

/**
 * Returns the offered forms for which a pool has enough tires: the sum of 1 single, 2 pairs, 4 set of four.
 */
export function setsInStock(offered: number, qty: number, manage: boolean): number {
  if (!manage) return offered & 7
  return offered & ((qty >= 1 ? 1 : 0) | (qty >= 2 ? 2 : 0) | (qty >= 4 ? 4 : 0))
}

/** Packs sets offered (lowest three bits), visibility (next three) and status (last two) into a byte. */
export function packForm(product: { setsOffered: number; visibility: number; status: number }): number {
  return (product.setsOffered & 7) | ((product.visibility & 7) << 3) | ((product.status & 3) << 6)
}

/** Reverses `packForm`. */
export function unpackForm(form: number): { setsOffered: number; visibility: number; status: number } {
  return { setsOffered: form & 7, visibility: (form >> 3) & 7, status: form >> 6 }
}
