/** GET /api/ext/delivery: when a choice arrives at a ZIP code, and what it costs there with fees and tax. */
import type { Cents } from '../domain/money.ts'

export interface DeliveryQuote {
  zip: string
  /** `Chicago, IL`. */
  place: string
  /** `Wed, Nov 25`; `null` where nothing is sent by parcel. */
  arrives: string | null
  /** `Order within 3 hours 20 minutes and it ships today`, or the day it leaves. */
  leaves: string | null
  /** What is added up, in order: goods, shipping, fees, tax. */
  sums: { title: string; amount: Cents }[]
  total: Cents
}
