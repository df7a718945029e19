/** Limits of orders as rows of the table in limits.ts. */
import { cartError, cartErrorMessage } from '../../cart/cart-error.ts'
import { ORDER_TIRES } from '../../cart/order-size.ts'
import { DAY, HOUR, type LimitRow } from '../../platform/limits/limit-row.ts'
import { ORDER_MESSAGES } from '../order.ts'
import { NEW_PRODUCTS, ORDER_LIMITS, TOO_MANY_OPEN } from './order-limits.ts'

function rowsOf(per: keyof typeof ORDER_LIMITS): LimitRow[] {
  const { hour, day, holds, unpaid } = ORDER_LIMITS[per]
  const answer = TOO_MANY_OPEN
  return [
    { what: 'Orders', per, windowMs: HOUR, most: hour, answer },
    { what: 'Orders', per, windowMs: DAY, most: day, answer },
    {
      what: 'Orders that await payment',
      per,
      windowMs: null,
      most: holds,
      answer:
        per === 'device' || per === 'account'
          ? 'The oldest is released.'
          : `The oldest of the same device or account is released. Without one: ${answer}`,
    },
    { what: 'Tires ordered and not paid for', per, windowMs: DAY, most: unpaid, answer },
  ]
}

const { line, order } = ORDER_TIRES

export const ORDER_ROWS: readonly LimitRow[] = [
  ...(['network', 'device', 'mailbox', 'account'] as const).flatMap(rowsOf),
  {
    what: 'Tires of a line (`MAX_TIRES_PER_LINE`)',
    ...{ per: 'cart', windowMs: null, most: line },
    answer: cartErrorMessage(cartError('line-too-large', line)),
  },
  {
    what: 'Tires of a cart or an order (`MAX_TIRES_PER_ORDER`)',
    ...{ per: 'cart', windowMs: null, most: order },
    answer: cartErrorMessage(cartError('cart-too-large', order)),
  },
  {
    what: 'Products that an order names and its cart does not have',
    ...{ per: 'cart', windowMs: null, most: NEW_PRODUCTS },
    answer: ORDER_MESSAGES['order-too-large'],
  },
]
