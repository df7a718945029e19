/**
 * GET /api/ext/cart: the cart for the shop's own pages. API clients use /api/cart (schema/compat/compat-cart.api.ts).
 */
import * as v from 'valibot'
import { PRODUCT_TYPES } from '../catalog/product/product.ts'
import { FITTING_TIRE } from '../catalog/vehicle/fitment.ts'
import { CHOICE } from '../platform/choice.ts'
import { CENTS } from '../platform/money.ts'
import { TIRE_SERVICES } from './extras/tire-services.ts'
import { TOTALS } from './totals/totals.ts'

const CART_LINE_VIEW = v.object({
  itemId: v.number(),
  /** The sku that is sold: the variant's for a configurable product. */
  sku: v.string(),
  parentSku: v.nullable(v.string()),
  type: v.picklist(PRODUCT_TYPES),
  /** Units; one unit is `setqty` of the product. */
  qty: v.number(),
  setqty: v.number(),
  unitPrice: CENTS,
  choices: v.array(CHOICE),
  /** Brand and model of a tire, else the product's name: `Corvane Solano`. */
  title: v.string(),
  rowTotal: CENTS,
  /** Tires in one unit, with those of a bundle's parts. */
  tires: v.number(),
  /** The values of these tires that a car is compared with. */
  fitting: v.array(FITTING_TIRE),
  /** The product page. */
  href: v.string(),
  picture: v.nullable(v.object({ src: v.string(), alt: v.string() })),
  /** E.g. `225/45R17 94W, used`. */
  facts: v.string(),
  /**
   * What the cart page says of a line of one tire: `label` is e.g. `225/45R17 94W, set of 4`, `detail` is e.g.
   * `Used, summer, DOT 2419`, depths are in 32nds of an inch.
   */
  tire: v.nullable(
    v.object({ label: v.string(), detail: v.string(), treadDepth: v.number(), treadNew: v.number() }),
  ),
  /** Sentences about tires of this line that should not be mixed on one car with the lines before it. */
  mixed: v.array(v.string()),
  /** The service of a line, with the tires that it is for, which its quantity follows, and a note about what it includes. */
  service: v.nullable(v.object({ kind: v.picklist(TIRE_SERVICES), tires: v.number(), note: v.string() })),
  /** E.g. `2 pairs in stock`; `null` when stock is not counted or empty. */
  left: v.nullable(v.string()),
  /** The largest quantity, never below the line's own, and the message for larger quantities. */
  most: v.object({ max: v.number(), why: v.string() }),
  /** The stock message of the line, if any. */
  problem: v.nullable(v.string()),
  /** The nearest tire in stock for a line with a problem; `rowTotal` is for the quantity of the line. */
  instead: v.nullable(
    v.object({ sku: v.string(), title: v.string(), detail: v.string(), href: v.string(), rowTotal: CENTS }),
  ),
})
export type CartLineView = v.InferOutput<typeof CART_LINE_VIEW>

const CART_OFFERS = v.object({
  /** The road hazard plan for all tires, which the cart does not have. */
  plan: v.nullable(v.object({ tires: v.number(), price: CENTS })),
  /** Mounting of all tires at a store, in the same way; the note says how the tires come there. */
  mounting: v.nullable(v.object({ tires: v.number(), price: CENTS, note: v.string() })),
  /** A mounting kit for the sets of wheels; the cart has none. */
  kit: v.nullable(v.object({ sku: v.string(), qty: v.number(), title: v.string(), price: CENTS })),
})
export type CartOffers = v.InferOutput<typeof CART_OFFERS>

const SAVED_LINE_VIEW = v.object({
  id: v.number(),
  title: v.string(),
  facts: v.string(),
  href: v.string(),
  picture: v.nullable(v.string()),
  /** The quantity in words, e.g. `4 tires`. */
  count: v.string(),
  /** Today's price of all units; `null` for a product with choices, whose price depends on them. */
  price: v.nullable(CENTS),
})
export type SavedLineView = v.InferOutput<typeof SAVED_LINE_VIEW>

/** The providers of express payments (H13h). */
export const EXPRESS_PROVIDERS = v.object({
  paypal: v.boolean(),
  /** The card provider's script, which shows the buttons of Apple Pay and Google Pay. */
  card: v.nullable(v.object({ publishableKey: v.string(), scriptUrl: v.string() })),
})
export type ExpressProviders = v.InferOutput<typeof EXPRESS_PROVIDERS>

export const CART_VIEW = v.object({
  /** Identifies the cart to pages; empty without a cart. */
  key: v.string(),
  version: v.number(),
  lines: v.array(CART_LINE_VIEW),
  /** Tires in the cart, all units counted by their set size. */
  tires: v.number(),
  totals: TOTALS,
  /** Message about a coupon that has no effect yet. */
  couponShort: v.nullable(v.string()),
  /** ZIP code of the destination, if known; tax and fees depend on its region. */
  zip: v.nullable(v.string()),
  /** Message when the ZIP code is not in its state. */
  zipProblem: v.nullable(v.string()),
  /** All lines are virtual or downloadable: no shipping step, no cash on delivery. */
  allVirtual: v.boolean(),
  /** E.g. `Fri, Nov 27`; `null` where nothing is shipped or the ZIP code is unknown. */
  arrives: v.nullable(v.string()),
  /** The shop's own warranty, e.g. `1 year on the used tires`; `null` where it covers nothing in the cart. */
  warranty: v.nullable(v.string()),
  offers: CART_OFFERS,
  /** Lines saved for later, the newest first. */
  saved: v.array(SAVED_LINE_VIEW),
  /** The installments of the total; `null` when no configured payment method offers them. */
  overTime: v.nullable(v.string()),
  /** `null` when no provider is configured, nothing is shipped or nothing is to pay. */
  express: v.optional(v.nullable(EXPRESS_PROVIDERS), null),
})
export type CartView = v.InferOutput<typeof CART_VIEW>
