/** What a snapshot's heading says, and the few bits of a product that stock and visibility need. */
import type { ChoiceFilter, FilterType } from '../../../../schema/catalog/listing/listing.ts'
import type { SmartFilter } from '../listing-engine.ts'
import type { ColumnFilter } from './index-columns.ts'

/** Filters with at most this many values are stored as one bit set per value, the others as lists of documents. */
export const BITS_UP_TO = 32

/** Documents of one number of tires per unit; both prices rise from `from` to `to`, which is not included. */
export interface Segment {
  setqty: 1 | 2 | 4
  from: number
  to: number
}

/** Values in the order they are shown; a document's code is the place plus one, 0 for none. */
export interface ColumnMeta {
  keys: string[]
  labels: string[]
}

export interface CategoryMeta {
  filter: Record<string, string[]> | null
  /** Place among the members put in by hand. */
  from: number
  to: number
}

export interface IndexMeta {
  version: string
  /** Last stock event that the snapshot knows. */
  event: number
  /** Documents, and the numbers they take with the gaps between segments. */
  count: number
  docs: number
  segments: Segment[]
  columns: Record<ColumnFilter, ColumnMeta>
  /** Measures of each value of the size column. */
  sizes: { width: number; aspect: number; rim: number }[]
  /** Tread depths that occur, rising. */
  tread: number[]
  options: [filter: ChoiceFilter, values: [value: string, label: string, position: number][]][]
  smart: readonly SmartFilter[]
  types: [attribute: string, type: FilterType][]
  categories: Record<string, CategoryMeta>
}

/** Ways of sale that a pool can still give: 1 single, 2 pairs, 4 set of four, added up. */
export function liveSets(offered: number, qty: number, manage: boolean): number {
  if (!manage) return offered & 7
  return offered & ((qty >= 1 ? 1 : 0) | (qty >= 2 ? 2 : 0) | (qty >= 4 ? 4 : 0))
}

/** Sets offered in the lowest three bits, then visibility, then status. */
export function packForm(product: { setsOffered: number; visibility: number; status: number }): number {
  return (product.setsOffered & 7) | ((product.visibility & 7) << 3) | ((product.status & 3) << 6)
}

export function unpackForm(form: number): { setsOffered: number; visibility: number; status: number } {
  return { setsOffered: form & 7, visibility: (form >> 3) & 7, status: form >> 6 }
}
