/** Builds the rows of docs/limits.md from the limits in the code. */
import { cartError, cartErrorMessage } from '../schema/cart/cart-error.ts'
import { ORDER_TIRES } from '../schema/cart/order-size.ts'
import {
  MAX_ADDED_PRODUCTS,
  ORDER_LIMIT_MESSAGE,
  ORDER_LIMITS,
} from '../schema/orders/limits/order-limits.ts'
import { ORDER_MESSAGES } from '../schema/orders/order.ts'
import { RETURN_CASES_MAX } from '../schema/orders/returns/return-case.ts'
import { ORDER_PHOTOS_MAX, RETURN_MESSAGES, RETURN_PHOTOS_MAX } from '../schema/orders/returns/return-form.ts'
import { RETURN_BARRIER_TEXTS } from '../schema/orders/returns/return-format.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../schema/platform/duration.ts'
import type { LimitRow } from '../schema/platform/limits/limit-row.ts'
import {
  CARD_LIMITS,
  GUESS_LIMITS,
  PLATFORM_LIMITS,
  type PlatformLimit,
  TOO_MANY,
} from '../schema/platform/limits/limits.ts'
import { MAIL_LIMITS, type MailLimit } from '../schema/platform/limits/mail-limits.ts'

const PLATFORM_ROWS = Object.values<PlatformLimit>(PLATFORM_LIMITS).flatMap(({ max, purposes }): LimitRow[] =>
  Object.values(purposes).map(({ what, per = 'network', answer = TOO_MANY }) => ({
    what,
    per,
    windowMs: MINUTE_MS,
    max,
    answer,
  })),
)

function orderRows(per: keyof typeof ORDER_LIMITS): LimitRow[] {
  const { hour, day, holds, unpaid } = ORDER_LIMITS[per]
  const answer = ORDER_LIMIT_MESSAGE
  const releasesOldest = per === 'device' || per === 'account'
  return [
    { what: 'Orders', per, windowMs: HOUR_MS, max: hour, answer },
    { what: 'Orders', per, windowMs: DAY_MS, max: day, answer },
    {
      what: 'Orders that await payment',
      per,
      windowMs: null,
      max: holds,
      answer: releasesOldest
        ? 'The oldest is released.'
        : `The oldest of the same device or account is released. Without one: ${answer}`,
    },
    { what: 'Tires ordered and not paid for', per, windowMs: DAY_MS, max: unpaid, answer },
  ]
}

const { line, order } = ORDER_TIRES

const CART_ROWS: readonly LimitRow[] = [
  {
    what: 'Tires of a line (`MAX_TIRES_PER_LINE`)',
    per: 'cart',
    windowMs: null,
    max: line,
    answer: cartErrorMessage(cartError('line-too-large', line)),
  },
  {
    what: 'Tires of a cart or an order (`MAX_TIRES_PER_ORDER`)',
    per: 'cart',
    windowMs: null,
    max: order,
    answer: cartErrorMessage(cartError('cart-too-large', order)),
  },
  {
    what: 'Products that an order names and its cart does not have',
    per: 'cart',
    windowMs: null,
    max: MAX_ADDED_PRODUCTS,
    answer: ORDER_MESSAGES['order-too-large'],
  },
]

const RETURN_ROWS: readonly LimitRow[] = [
  {
    what: 'Returns (`RETURN_CASES_MAX`)',
    per: 'order',
    windowMs: null,
    max: RETURN_CASES_MAX,
    answer: RETURN_BARRIER_TEXTS['too-many'].text,
  },
  {
    what: 'Photos of one return (`RETURN_PHOTOS_MAX`)',
    per: 'order',
    windowMs: null,
    max: RETURN_PHOTOS_MAX,
    answer: RETURN_MESSAGES.photoCount,
  },
  {
    what: 'Photos of all returns (`ORDER_PHOTOS_MAX`)',
    per: 'order',
    windowMs: null,
    max: ORDER_PHOTOS_MAX,
    answer: RETURN_MESSAGES.orderPhotos,
  },
]

const BEYOND = {
  later: 'The mail waits in the outbox and leaves within the next hours.',
  dropped: 'Not sent; the row of the outbox says why.',
}

export const MAIL_ROWS = Object.values<MailLimit>(MAIL_LIMITS).flatMap(
  ({ what, hour, day, beyond }): LimitRow[] => [
    { what, per: 'mailbox', windowMs: HOUR_MS, max: hour, answer: BEYOND[beyond] },
    { what, per: 'mailbox', windowMs: DAY_MS, max: day, answer: BEYOND[beyond] },
  ],
)

export const LIMIT_ROWS: readonly LimitRow[] = [
  ...PLATFORM_ROWS,
  ...Object.values(GUESS_LIMITS),
  ...Object.values(CARD_LIMITS),
  ...(['network', 'device', 'mailbox', 'account'] as const).flatMap(orderRows),
  ...CART_ROWS,
  ...RETURN_ROWS,
  ...MAIL_ROWS,
  {
    what: 'Abandoned carts reminded of',
    per: 'mailbox',
    windowMs: DAY_MS,
    max: 1,
    answer: 'No reminder of the other carts.',
  },
]
