/** GET /api/ext/delivery: the delivery day of a selection at a ZIP code, and its price there with fees and tax. */
import * as v from 'valibot'
import { CENTS } from '../../platform/money.ts'

export const DELIVERY_QUOTE = v.object({
  zip: v.string(),
  /** `Chicago, IL`. */
  place: v.string(),
  /** `Wed, Nov 25`; `null` where nothing is shipped. */
  arrives: v.nullable(v.string()),
  /** `Order within 3 hours 20 minutes and it ships today`, or the day of shipping. */
  leaves: v.nullable(v.string()),
  /** The amounts in order: goods, shipping, fees, tax. */
  sums: v.array(v.object({ title: v.string(), amount: CENTS })),
  total: CENTS,
})
export type DeliveryQuote = v.InferOutput<typeof DELIVERY_QUOTE>
