/** An order on its own page and in the customer's account. */
import * as v from 'valibot'
import { TOTALS } from '../../cart/totals/totals.ts'
import { FITTING_TIRE } from '../../catalog/vehicle/fitment.ts'
import { CHOICE } from '../../platform/choice.ts'
import { CENTS } from '../../platform/money.ts'
import { ORDER_STATUSES } from '../order.ts'
import { ARRIVAL } from './arrival.ts'
import { DOWNLOAD_VIEW } from './download.ts'
import { SERVICE_TIRES } from './service-tires.ts'

const ORDER_LINE_VIEW = v.object({
  itemId: v.number(),
  title: v.string(),
  facts: v.string(),
  choices: v.array(CHOICE),
  qty: v.number(),
  setqty: v.number(),
  unitPrice: CENTS,
  rowTotal: CENTS,
  service: SERVICE_TIRES,
  /** The values of its tires that a car is compared with. */
  fitting: v.array(FITTING_TIRE),
  /** The product's page; `null` when the shop no longer has it. */
  href: v.nullable(v.string()),
  picture: v.nullable(v.string()),
})

export type OrderLineView = v.InferOutput<typeof ORDER_LINE_VIEW>

export const ORDER_VIEW = v.object({
  orderNumber: v.string(),
  placed: v.string(),
  status: v.picklist(ORDER_STATUSES),
  /** The text of the status, with parcels and refunds. */
  statusWords: v.string(),
  /** An important note: a cancellation with a pending refund, or an invalid address. */
  warning: v.nullable(v.string()),
  lines: v.array(ORDER_LINE_VIEW),
  totals: TOTALS,
  /** `$20.00 of $491.95 refunded`; `null` without a refund. */
  returned: v.nullable(v.string()),
  tires: v.number(),
  allVirtual: v.boolean(),
  /** One text per line; `null` when nothing was shipped. */
  shipTo: v.nullable(v.array(v.string())),
  billTo: v.array(v.string()),
  zip: v.nullable(v.string()),
  payment: v.string(),
  /** The promised or the real day of the delivery; `null` when nothing arrives. */
  arrival: v.nullable(ARRIVAL),
  /** Whether the buyer can say that the parcels have arrived. */
  canConfirmArrival: v.boolean(),
  downloads: v.array(DOWNLOAD_VIEW),
  /** Oldest first; `track` leads to the carrier's page about a parcel. */
  events: v.array(v.object({ at: v.string(), words: v.string(), track: v.nullable(v.string()) })),
  /** The effect of a cancellation; `null` when the order cannot be canceled. */
  cancel: v.nullable(v.string()),
  /** The form for returns; `null` while nothing can be returned. */
  returnHref: v.nullable(v.string()),
  /** The ends of the periods for returns and for reports of damage; `null` with `returnHref`. */
  returnUntil: v.nullable(v.string()),
  /** The appointment for mounting, or what mounting costs, and the link to its page; `null` for an order without either. */
  mounting: v.nullable(
    v.object({ text: v.string(), isBooked: v.boolean(), label: v.string(), href: v.string() }),
  ),
  returns: v.array(v.object({ reference: v.string(), words: v.string(), href: v.string() })),
  /** The signed links of the order's page and its invoice. */
  statusHref: v.string(),
  invoiceHref: v.string(),
})

export type OrderView = v.InferOutput<typeof ORDER_VIEW>
