/**
 * Migrates stored carts and open orders. Older lines have one stock pool and one tire instead of parts; they exist
 * until their cart is ordered or expires (30 days).
 */
import type { LineComponent } from '../catalog/product/line-component.ts'
import type { Cart, CartLine } from './cart.ts'

/** The older format of a line; the line of an order had no tax class and no tire. */
interface LegacyCartLine {
  sku: string
  setqty: number
  unitPrice: number
  stockSku: string
  taxClassId?: number
  tire?: LineComponent['tire']
}

/** The tax class of taxable goods. Orders in the older format have their tax already computed. */
const DEFAULT_TAX_CLASS = 2

/** Converts a stored line to the current format. */
export function migrateLine<Line extends CartLine>(stored: Line | LegacyCartLine): Line {
  if ('parts' in stored) return stored
  const { stockSku: _pool, taxClassId: _class, tire: _tire, ...rest } = stored
  return { ...rest, parts: [toSingleComponent(stored)], choices: [] } as unknown as Line
}

/** Returns the single part of an older line. */
export function toSingleComponent(line: LegacyCartLine): LineComponent {
  const { sku, setqty, unitPrice, stockSku, taxClassId = DEFAULT_TAX_CLASS, tire = null } = line
  return { sku, qty: 1, setqty, unitPrice, stockSku, taxClassId, tire }
}

/** Migrates the lines of a cart or of an order's draft. */
export function migrateLines<Stored extends Pick<Cart, 'lines'>>(stored: Stored): Stored {
  return stored.lines.every((line) => 'parts' in line)
    ? stored
    : { ...stored, lines: stored.lines.map(migrateLine) }
}
