/** The largest order that is sold online; the shop accepts larger orders by telephone. */
import { type LineComponent, tiresPerUnit } from '../catalog/product/line-component.ts'
import type { LineLimit } from '../catalog/product/max-units.ts'
import { type CartError, cartError, cartErrorMessage } from './cart-error.ts'
import type { TireService } from './extras/tire-services.ts'

/** The most tires of one line and of one order. */
export interface OrderTires {
  line: number
  order: number
}

/** The defaults of `MAX_TIRES_PER_LINE` and `MAX_TIRES_PER_ORDER`, enough for a small fleet. */
export const ORDER_TIRES: OrderTires = { line: 24, order: 48 }

interface Sized {
  qty: number
  service?: TireService
  parts: readonly LineComponent[]
}

/** Counts the tires of a line. Other products count as one, because they are reserved too; a service is not. */
function tiresOfLine(line: Sized): number {
  return line.service ? 0 : line.qty * Math.max(1, tiresPerUnit(line))
}

/** Counts the tires that an order of these lines reserves. */
export function countReservedTires(lines: readonly Sized[]): number {
  return lines.reduce((sum, line) => sum + tiresOfLine(line), 0)
}

/** Returns the limit of a line; `others` is the number of tires of the cart's other lines. */
export function lineLimit({ line, order }: OrderTires, others = 0): LineLimit {
  const remaining = order - others
  return remaining < line
    ? { tires: remaining, message: cartErrorMessage(cartError('cart-too-large', order)) }
    : { tires: line, message: cartErrorMessage(cartError('line-too-large', line)) }
}

/** Returns the error when these lines exceed a limit, or `null`. */
export function orderSizeError(lines: readonly Sized[], max: OrderTires): CartError | null {
  if (lines.some((line) => tiresOfLine(line) > max.line)) return cartError('line-too-large', max.line)
  return countReservedTires(lines) > max.order ? cartError('cart-too-large', max.order) : null
}
