/** Whether a cart is of a size that is sold online (order-limits.ts): more than that is a matter for the telephone. */
import { type CartFailure, cartFailure, cartFailureText } from '../../cart/cart-error.ts'
import type { LinePart } from '../../catalog/product/line-component.ts'
import { tiresOfUnit } from '../../catalog/product/line-component.ts'
import type { LineLimit } from '../../catalog/product/most-units.ts'
import type { OrderTires } from './order-limits.ts'

interface Sized {
  qty: number
  parts: readonly LinePart[]
}

/** Tires of a line. What is no tire counts as one, since it is held too. */
function tiresOfLine(line: Sized): number {
  return line.qty * Math.max(1, tiresOfUnit(line))
}

export function tiresHeld(lines: readonly Sized[]): number {
  return lines.reduce((sum, line) => sum + tiresOfLine(line), 0)
}

/** The limit of a line as pages show it, beside `others`: tires that the other lines of the cart hold. */
export function lineLimit({ line, order }: OrderTires, others = 0): LineLimit {
  const room = order - others
  return room < line
    ? { tires: room, words: cartFailureText(cartFailure('cart-too-large', order)) }
    : { tires: line, words: cartFailureText(cartFailure('line-too-large', line)) }
}

/** Why these lines are more than is sold online; `null` when they are not. */
export function sizeFailure(lines: readonly Sized[], most: OrderTires): CartFailure | null {
  if (lines.some((line) => tiresOfLine(line) > most.line)) return cartFailure('line-too-large', most.line)
  return tiresHeld(lines) > most.order ? cartFailure('cart-too-large', most.order) : null
}
