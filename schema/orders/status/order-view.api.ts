/** An order as its own page and the customer's account show it. */
import * as v from 'valibot'
import { TOTALS } from '../../cart/totals/totals.ts'
import { CHOICE } from '../../platform/choice.ts'
import { CENTS } from '../../platform/money.ts'
import { ORDER_STATUSES } from '../order.ts'
import { DOWNLOAD_VIEW } from './download.ts'

const ORDER_LINE_VIEW = v.object({
  itemId: v.number(),
  title: v.string(),
  facts: v.string(),
  choices: v.array(CHOICE),
  qty: v.number(),
  setqty: v.number(),
  unitPrice: CENTS,
  rowTotal: CENTS,
  /** The product's page; `null` when it is in the shop no more. */
  href: v.nullable(v.string()),
  picture: v.nullable(v.string()),
})

export type OrderLineView = v.InferOutput<typeof ORDER_LINE_VIEW>

export const ORDER_VIEW = v.object({
  orderNumber: v.string(),
  placed: v.string(),
  status: v.picklist(ORDER_STATUSES),
  /** The status in words, with what became of parcels and money. */
  statusWords: v.string(),
  /** What has to be read first: a cancellation that waits for its money, an address that was none. */
  warning: v.nullable(v.string()),
  lines: v.array(ORDER_LINE_VIEW),
  totals: TOTALS,
  /** `$20.00 of $491.95 returned`; `null` while nothing was. */
  returned: v.nullable(v.string()),
  tires: v.number(),
  allVirtual: v.boolean(),
  /** A line each; `null` when nothing was sent by parcel. */
  shipTo: v.nullable(v.array(v.string())),
  billTo: v.array(v.string()),
  zip: v.nullable(v.string()),
  payment: v.string(),
  arrives: v.nullable(v.string()),
  downloads: v.array(DOWNLOAD_VIEW),
  /** Oldest first; `track` leads to the carrier's page about a parcel. */
  events: v.array(v.object({ at: v.string(), words: v.string(), track: v.nullable(v.string()) })),
  /** What canceling it would mean; `null` when it cannot be canceled (any more). */
  cancel: v.nullable(v.string()),
  /** The order's own page, for whoever has its link, and its invoice. */
  statusHref: v.string(),
  invoiceHref: v.string(),
})

export type OrderView = v.InferOutput<typeof ORDER_VIEW>
