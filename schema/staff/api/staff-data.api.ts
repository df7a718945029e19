/** GET and PATCH /api/ext/staff/units, GET /api/ext/staff/orders: the shop's data for programs (H14y). Amounts are cents, times milliseconds. */
import * as v from 'valibot'
import { ORDER_STATUSES } from '../../orders/order.ts'
import { CENTS } from '../../platform/money.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'
import { ORDER_TABS, type OrderTab } from '../orders/order-tabs.ts'
import { UNIT_SORTS } from '../unit-list/unit-filter.ts'
import { UNIT_PATCH } from '../units/unit-record.ts'
import { UNIT_STATES } from '../units/unit-state.ts'

const NEXT = v.nullable(v.string())
const SKU = v.pipe(v.string(), v.minLength(1), v.maxLength(64))
const text = v.optional(v.string())

/** What every list of units has about a unit. */
const LISTED_UNIT = v.object({
  sku: v.string(),
  size: v.nullable(v.string()),
  brand: v.nullable(v.string()),
  model: v.nullable(v.string()),
  condition: v.nullable(v.string()),
  grade: v.nullable(v.string()),
  /** 32nds of an inch. */
  treadDepth: v.nullable(v.number()),
  dot: v.nullable(v.string()),
  /** What a buyer pays now. */
  price: CENTS,
  state: v.picklist(UNIT_STATES),
  bin: v.nullable(v.string()),
  /** Tires that can be bought now. */
  available: v.number(),
  createdAt: v.number(),
})

/** The filters of the page of units; what is no filter is left out. `after` is the `next` of the page before. */
export const UNIT_LIST_QUERY = v.object({
  ...{ q: text, state: text, size: text, brand: text, condition: text, grade: text, depth: text, age: text },
  ...{ price: text, listed: text, bin: text, lot: text, by: text, photo: text, second: text },
  sort: v.optional(v.picklist(UNIT_SORTS)),
  after: text,
})
export const UNIT_LIST = v.object({ units: v.array(LISTED_UNIT), next: NEXT })

export const UNIT_PARAMS = v.object({ sku: SKU })
export const UNIT_DETAILS = v.object({
  ...LISTED_UNIT.entries,
  /** Grows with each change by staff; the header `ETag` has it too. */
  version: v.number(),
  /** The price without a special one. */
  regularPrice: CENTS,
  specialPrice: v.nullable(CENTS),
  tin: v.nullable(v.string()),
  /** Absent without the permission to see costs. */
  cost: v.optional(v.nullable(CENTS)),
  href: v.string(),
  photos: v.array(v.object({ href: v.string(), label: v.nullable(v.string()) })),
})

export const UNIT_CHANGE_HEADERS = v.object({
  /** The version that the program saw, in quotes as `ETag` has it. */
  'If-Match': v.pipe(v.string(), v.regex(/^"\d{1,9}"$/)),
  /** Names the change: a repeated request with it changes nothing more. */
  'Idempotency-Key': CHANGE_KEY,
})
export const UNIT_CHANGE_BODY = v.object({
  ...UNIT_PATCH.entries,
  /** A price far from the suggested one needs a reason. */
  why: v.nullish(v.pipe(v.string(), v.trim(), v.maxLength(200))),
})

const LISTED_ORDER = v.object({
  orderNumber: v.string(),
  status: v.picklist(ORDER_STATUSES),
  /** Empty once the buyer’s data was erased. */
  name: v.string(),
  email: v.string(),
  total: CENTS,
  placedAt: v.number(),
})
const TABS = Object.keys(ORDER_TABS) as OrderTab[]
export const ORDER_LIST_QUERY = v.object({ tab: v.optional(v.picklist(TABS)), q: text, before: text })
export const ORDER_LIST = v.object({ orders: v.array(LISTED_ORDER), next: v.nullable(v.number()) })

export const ORDER_PARAMS = v.object({ order: v.string() })
export const ORDER_DETAILS = v.object({
  ...LISTED_ORDER.entries,
  paymentMethod: v.string(),
  shippingMethod: v.nullable(v.string()),
  /** `null` when nothing is shipped. */
  address: v.nullable(
    v.object({
      name: v.string(),
      company: v.string(),
      street: v.array(v.string()),
      city: v.string(),
      state: v.string(),
      zip: v.string(),
      country: v.string(),
      phone: v.string(),
    }),
  ),
  lines: v.array(
    v.object({
      sku: v.string(),
      name: v.string(),
      qty: v.number(),
      price: CENTS,
      total: CENTS,
      discount: CENTS,
    }),
  ),
  subtotal: CENTS,
  /** Zero or negative. */
  discount: CENTS,
  shipping: CENTS,
  tax: CENTS,
  fees: CENTS,
  shipments: v.array(v.object({ carrier: v.string(), trackingNumber: v.string(), shippedAt: v.number() })),
})

export const STAFF_DATA_MESSAGES = {
  unit: 'No unit has this SKU.',
  order: 'No order has this number.',
  version: 'Send the version that you saw as If-Match, such as "3".',
  key: 'Send an Idempotency-Key of 8 to 64 letters, digits and hyphens.',
} as const
