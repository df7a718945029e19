/** The filters that are columns of the index, and the shape of the documents that the index is built from. */
import type { ChoiceFilter } from '../../../../schema/catalog/listing/listing.ts'
import type { FilterOption } from '../listing-engine.ts'

/** In the order of `CatalogDocument.values`; without `sets`, which follows the stock, and smart filters. */
export const COLUMN_FILTERS = [
  'condition',
  'brand',
  'model',
  'size',
  'rim',
  'rad',
  'seasons',
  'made_year',
  'run_flat',
  'tire_load',
  'tire_speed',
  'speed_rated',
  'rating',
  'snow_marks',
  'load_range',
] as const satisfies readonly ChoiceFilter[]
export type ColumnFilter = (typeof COLUMN_FILTERS)[number]

export function isColumnFilter(filter: string): filter is ColumnFilter {
  return (COLUMN_FILTERS as readonly string[]).includes(filter)
}

/** The key of a value in URLs and buckets, and its label where the catalog has no option for the value. */
export interface DocumentValue {
  key: string
  label: string
}

/** The data of one product that may be listed: visibility 2 to 4, status 0 or 1. */
export interface CatalogDocument {
  id: number
  visibility: number
  status: number
  /** Tires of one unit: 1, 2 or 4. */
  setqty: number
  /** Sum of the sets that are offered: 1 single, 2 pairs, 4 set of four. */
  setsOffered: number
  /** Cents. The price per tire follows from it (schema/catalog/price/price.ts). */
  finalPrice: number
  /** Cents per tire when bought as a pair; 0 when its variants have none. */
  pairPrice: number
  /** Cents per tire when bought as a set of four; 0 when its variants have none. */
  fourPrice: number
  /** 32nds of an inch. */
  treadDepth: number | null
  /** Milliseconds since the epoch. */
  createdAt: number
  /** Width in mm, aspect ratio in percent, rim in inches; 0 where the size has none. */
  width: number
  aspect: number
  rim: number
  qty: number
  manage: boolean
  /** Path of the product's page. */
  path: string
  /** Size, load and speed as the page's title has them (`225/45R17 94W`); empty for a product that is no tire. */
  marking: string
  /** Whether the product has parts, custom options, files, links or photographs. */
  hasAttachments: boolean
  /** The rank of the model by its reviews (schema/catalog/rating/model-rating.ts); 0 without reviews. */
  ratingRank: number
  /** Values in the order of `COLUMN_FILTERS`; `null` for an attribute that the product does not have. */
  values: readonly (DocumentValue | null)[]
}

/** Compares labels so that numbers in them sort by value. */
const labelCollator = new Intl.Collator('en-US', { numeric: true })

/** Compares two values as filters show them: by the catalog's position, then by label. */
export function compareValues(
  known: ReadonlyMap<string, FilterOption> | undefined,
  a: DocumentValue,
  b: DocumentValue,
): number {
  const position = ({ key }: DocumentValue) => known?.get(key)?.position ?? Number.MAX_SAFE_INTEGER
  return position(a) - position(b) || labelCollator.compare(a.label, b.label)
}
