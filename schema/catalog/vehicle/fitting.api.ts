/** GET /api/ext/fitting: how much of a list fits a car. */
import * as v from 'valibot'
import { truncatedList } from '../../platform/list.ts'

export const FITTING_QUERY = v.object({
  /** Path and query of the list. */
  path: v.string(),
  query: v.optional(v.string()),
  /** The values of a fit filter, for all wheels or for front and rear. */
  fit: v.union([v.string(), truncatedList(v.string(), 2)]),
})

export const FITTING_LIST = v.object({
  /** Products of the list with its other filters. */
  total: v.number(),
  /** Products among them that fit. */
  fitting: v.number(),
  /** The list of the products that fit; of all products when `isNarrowed`. */
  href: v.string(),
  /** Whether the list shows only products that fit. */
  isNarrowed: v.boolean(),
})
export type FittingList = v.InferOutput<typeof FITTING_LIST>
