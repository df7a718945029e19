/**
 * Carts and open orders are kept in their objects as they were written. Before a line had parts it named its one pool
 * and its one tire itself; such lines live on until their cart is ordered or forgotten (30 days).
 */

import type { LineComponent } from '../catalog/product/line-component.ts'
import type { Cart, CartLine } from './cart.ts'

/** What a line had before it had parts; an order's line kept no tax class and no tire. */
interface LegacyCartLine {
  sku: string
  setqty: number
  unitPrice: number
  stockSku: string
  taxClassId?: number
  tire?: LineComponent['tire']
}

/** Class of what is taxed; what an order kept before had its tax worked out already. */
const USUAL_TAX_CLASS = 2

/** A kept line in today's form; one that has it already is given back as it is. */
export function migrateLine<Line extends CartLine>(kept: Line | LegacyCartLine): Line {
  if ('parts' in kept) return kept
  const { stockSku: _pool, taxClassId: _class, tire: _tire, ...rest } = kept
  return { ...rest, parts: [singleComponent(kept)], choices: [] } as unknown as Line
}

/** The one part of such a line. */
export function singleComponent(line: LegacyCartLine): LineComponent {
  const { sku, setqty, unitPrice, stockSku, taxClassId = USUAL_TAX_CLASS, tire = null } = line
  return { sku, qty: 1, setqty, unitPrice, stockSku, taxClassId, tire }
}

/** Something with kept lines, such as a cart or the draft of an order. */
export function migrateLines<Kept extends Pick<Cart, 'lines'>>(kept: Kept): Kept {
  return kept.lines.every((line) => 'parts' in line) ? kept : { ...kept, lines: kept.lines.map(migrateLine) }
}
