/** The filters whose values are a column of the index, and how a product's row gives them. */
import type { ChoiceFilter } from '../../../../schema/catalog/listing/listing.ts'

/** In the order in which documents carry their values. `sets` follows the stock, smart filters are queries. */
export const COLUMN_FILTERS = [
  'condition',
  'brand',
  'model',
  'size',
  'rim',
  'rad',
  'seasons',
  'run_flat',
  'tire_load',
  'tire_speed',
  'speed_rated',
] as const satisfies readonly ChoiceFilter[]
export type ColumnFilter = (typeof COLUMN_FILTERS)[number]

export function isColumnFilter(filter: string): filter is ColumnFilter {
  return (COLUMN_FILTERS as readonly string[]).includes(filter)
}

/** Key of a value as it stands in URLs and buckets, and the text shown where the catalog has no option for it. */
export interface DocumentValue {
  key: string
  label: string
}

/** What the index knows of one product that may be listed: visibility 2 to 4, status 0 or 1. */
export interface CatalogDocument {
  id: number
  visibility: number
  status: number
  /** Tires of one unit: 1, 2 or 4. */
  setqty: number
  /** Ways the unit is sold in: 1 single, 2 pairs, 4 set of four, added up. */
  setsOffered: number
  /** Cents. The price per tire follows from it (schema/catalog/price/price.ts). */
  finalPrice: number
  /** 32nds of an inch. */
  treadDepth: number | null
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Of the size: mm, per cent, inches; 0 where it has none. */
  width: number
  aspect: number
  rim: number
  qty: number
  manage: boolean
  /** Values in the order of `COLUMN_FILTERS`; `null` for what the product does not have. */
  values: readonly (DocumentValue | null)[]
}

export const byText = new Intl.Collator('en-US', { numeric: true })
