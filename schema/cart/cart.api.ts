/** The cart as our own pages read it: GET /api/ext/cart. The wire's own calls (/api/cart/…) are in wire-cart.ts. */
import * as v from 'valibot'
import { PRODUCT_TYPES } from '../catalog/product/product.ts'
import { CHOICE } from '../platform/choice.ts'
import { CENTS } from '../platform/money.ts'
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
  /** Tires in one unit, those of a bundle's parts included; 0 for what has none. */
  tires: v.number(),
  /** The product page. */
  href: v.string(),
  picture: v.nullable(v.object({ src: v.string(), alt: v.string() })),
  /** E.g. `225/45R17 94W, used`. */
  facts: v.string(),
  /** What stock holds, e.g. `2 pairs in stock`; `null` when it is not counted or empty. */
  /** Stock in words, e.g. "2 pairs in stock"; null where stock is not counted or nothing is left. */
  left: v.nullable(v.string()),
  /** The most units to ask for, never fewer than the line has, and the sentence for somebody who asks for more. */
  most: v.object({ max: v.number(), why: v.string() }),
  /** The stock message of the line, if any. */
  problem: v.nullable(v.string()),
})
export type CartLineView = v.InferOutput<typeof CART_LINE_VIEW>

export const CART_VIEW = v.object({
  /** What pages call this cart, to tell it from another; empty while there is none. */
  key: v.string(),
  version: v.number(),
  lines: v.array(CART_LINE_VIEW),
  /** Tires in the cart, all units counted by their set size. */
  tires: v.number(),
  totals: TOTALS,
  /** Words for a coupon that takes nothing off yet. */
  couponShort: v.nullable(v.string()),
  /** Postcode of the destination, as far as it is known; tax and fees follow from its region. */
  zip: v.nullable(v.string()),
  /** Words for a postcode that does not lie in its state. */
  zipProblem: v.nullable(v.string()),
  /** Everything is virtual or downloadable: no shipping step, no cash on delivery. */
  allVirtual: v.boolean(),
  /** How the total is paid over time, in words; `null` when no configured way takes it. */
  overTime: v.nullable(v.string()),
})
export type CartView = v.InferOutput<typeof CART_VIEW>
