/** The cart as our own pages read it: GET /api/ext/cart. The wire's own calls (/api/cart/…) are in wire-cart.ts. */
import type { CartLine } from '../domain/cart.ts'
import type { Totals } from '../domain/totals.ts'

export interface CartLineView
  extends Pick<
    CartLine,
    'itemId' | 'sku' | 'parentSku' | 'type' | 'qty' | 'setqty' | 'unitPrice' | 'choices'
  > {
  /** Brand and model of a tire, else the product's name: `Corvane Solano`. */
  title: string
  rowTotal: number
  /** Tires in one unit, those of a bundle's parts included; 0 for what has none. */
  tires: number
  /** The product page. */
  href: string
  picture: { src: string; alt: string } | null
  /** E.g. `225/45R17 94W, used`. */
  facts: string
  /** Units that can be had now; `null` when stock is not counted. */
  maxQty: number | null
  /** The stock message of spec §8 that belongs to the line, if any. */
  problem: string | null
}

export interface CartView {
  version: number
  lines: CartLineView[]
  /** Tires in the cart, all units counted by their set size. */
  tires: number
  totals: Totals
  /** Postcode of the destination, as far as it is known; tax and fees follow from its region. */
  zip: string | null
  /** Words for a postcode that does not lie in its state (spec §5). */
  zipProblem: string | null
  /** Everything is virtual or downloadable: no shipping step, no cash on delivery. */
  allVirtual: boolean
}
