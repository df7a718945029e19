/** Formats a cart in the same way for the cart page, the checkout and the thank-you page. */
import type { Product } from '../catalog/product/product.ts'
import { STOCK_MESSAGES } from '../catalog/product/stock.ts'
import { setSuffix } from '../catalog/product/variant.ts'
import { sizeAndIndex } from '../catalog/sizes/tire-text.ts'
import { formatQuantity } from '../platform/count.ts'
import { formatMoney } from '../platform/money.ts'
import type { CartLine } from './cart.ts'
import { taxLabel } from './totals/tax.ts'
import type { Totals } from './totals/totals.ts'

/** The fields of a line that are formatted; `facts` is empty unless the line is a tire. */
type Line = Pick<CartLine, 'qty' | 'setqty' | 'unitPrice'> & {
  facts: string
  /** The tires that the line of a service is for. */
  service?: { tires: number } | null
}

/** Checks whether the line is a tire, not a plan, kit or guide. */
function isTireLine(line: { facts: string }): boolean {
  return line.facts !== ''
}

/** Formats `2 tires`, `1 tire`, or `1 item` for other products; a service is counted by its tires. */
export function formatLineCount(line: Omit<Line, 'unitPrice'>): string {
  if (line.service) return formatQuantity(line.service.tires, 'tire')
  const isTire = isTireLine(line)
  const count = isTire ? line.qty * line.setqty : line.qty
  return formatQuantity(count, isTire ? 'tire' : 'item')
}

/** Formats `$82.00 per tire`, rounded up to the cent, also for a service; `$9.00 each` for other products. */
export function formatUnitPrice({ service, ...line }: Line): string {
  if (!service && !isTireLine(line)) return `${formatMoney(line.unitPrice)} each`
  const tires = service ? service.tires / line.qty : line.setqty
  return `${formatMoney(Math.ceil(line.unitPrice / tires))} per tire`
}

/** Formats the stock in units of the line: `2 pairs in stock`, above eight `In stock!`; `null` when unknown or zero. */
export function formatStockLeft(units: number | null, setqty: number): string | null {
  if (units === null || units < 1) return null
  if (units > 8) return STOCK_MESSAGES.inStock
  const unit = setqty === 1 ? '' : setqty === 2 ? ' pair' : ' set'
  if (units === 1) return `Last${unit || ' one'}`
  return `${units}${unit}${unit ? 's' : ''} in stock`
}

interface TotalRow {
  /** A stable name of the row. */
  key: string
  term: string
  text: string
}

/**
 * Returns the rows of the totals and the row of the grand total. `zip` is the destination, if known; `isEstimate` says that the
 * address is not complete yet.
 */
export function totalRows(
  cart: { totals: Totals; tires: number; allVirtual: boolean; lines: readonly { facts: string }[] },
  zip: string | null,
  { isEstimate = false } = {},
): { rows: TotalRow[]; grand: TotalRow } {
  const { totals, tires } = cart
  const onlyTires = tires > 0 && cart.lines.every(isTireLine)
  const row = (key: string, term: string, text: string): TotalRow => ({ key, term, text })
  return {
    rows: [
      row('subtotal', onlyTires ? formatQuantity(tires, 'tire') : 'Subtotal', formatMoney(totals.subtotal)),
      ...(totals.couponCode && totals.discount < 0
        ? [row('discount', `Coupon ${totals.couponCode}`, formatMoney(totals.discount))]
        : []),
      ...(cart.allVirtual
        ? []
        : [
            row(
              'shipping',
              zip ? `Shipping to ${zip}` : 'Shipping',
              totals.shipping === 0 ? 'Free' : formatMoney(totals.shipping),
            ),
          ]),
      ...(totals.placeKnown
        ? [
            ...totals.fees.map((fee) => row(fee.code, fee.title, formatMoney(fee.amount))),
            row('tax', taxLabel(totals.taxPercent, isEstimate), formatMoney(totals.tax)),
          ]
        : [row('tax', 'Tax and tire fees', 'Calculated with your ZIP')]),
    ],
    grand: row('grand', totals.placeKnown ? 'Total' : 'Total before tax', formatMoney(totals.grandTotal)),
  }
}

export type MinicartCountType = 'items' | 'quantities'

/** Returns the number beside "Cart": `items` counts lines, `quantities` sums their quantities. */
export function minicartCount(cart: { lines: readonly { qty: number }[] }, type: MinicartCountType): number {
  return type === 'items' ? cart.lines.length : cart.lines.reduce((sum, line) => sum + line.qty, 0)
}

/** Formats the facts under a product's title: `225/45R17 94W, used, set of 4`. Empty unless the product is a tire. */
export function productFacts({ tire, setqty }: Pick<Product, 'tire' | 'setqty'>): string {
  if (!tire) return ''
  return `${sizeAndIndex(tire)}, ${tire.condition.toLowerCase()}${setSuffix(setqty)}`
}
