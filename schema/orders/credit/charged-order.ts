/** What a payment provider takes for an order of which store credit pays a part (H14u). Amounts in cents. */
import type { Cents } from '../../platform/money.ts'
import type { OrderDraft, OrderLine } from '../order.ts'

/** Returns the part of the total that is paid with money. */
export function amountDue({ totals, credit }: Pick<OrderDraft, 'totals' | 'credit'>): Cents {
  return totals.grandTotal - (credit?.amount ?? 0)
}

/** The sku of the only line of a charged order. */
const REST_SKU = 'REST'

/**
 * Returns the order as its provider gets it. Of one with store credit the rest is one line, because providers refuse sums that do not
 * add up, and a discount above the price of the lines.
 */
export function toChargedOrder(draft: OrderDraft): OrderDraft {
  const { credit, totals, orderNumber } = draft
  const [first] = draft.lines
  if (!credit || !first) return draft
  const due = amountDue(draft)
  const name = `Rest of order ${orderNumber} after store credit`
  const line: OrderLine = {
    ...first,
    sku: REST_SKU,
    name,
    title: name,
    facts: '',
    qty: 1,
    unitPrice: due,
    rowTotal: due,
    discount: 0,
    tax: 0,
    taxPercent: 0,
  }
  const sums = { subtotal: due, discount: 0, shipping: 0, tax: 0, fees: [], grandTotal: due }
  return { ...draft, lines: [line], totals: { ...totals, ...sums } }
}
