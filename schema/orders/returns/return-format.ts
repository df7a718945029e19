/** Texts about cases of returned tires, for pages and mails (H13d). */
import { formatQuantity } from '../../platform/count.ts'
import { type Cents, formatMoney } from '../../platform/money.ts'
import {
  ANSWER_BUSINESS_DAYS,
  CLAIM_HOURS,
  REFUND_BUSINESS_DAYS,
  RETURN_SHIPPING,
  SEND_BACK_DAYS,
  SEND_BACK_MS,
} from '../../platform/return-terms.ts'
import { businessDayAfter, formatDay } from '../../platform/shop-calendar.ts'
import { trackingHref } from '../life/order-lifecycle.ts'
import type { Order, OrderLine } from '../order.ts'
import { formatRefundArrival, formatRefundParts, formatRefundWay } from '../refund-way.ts'
import { formatOrderDate, formatShopTime } from '../status/order-format.ts'
import {
  isShopsFault,
  RETURN_CASES_MAX,
  type ReturnBarrier,
  type ReturnCase,
  type ReturnDeadlines,
  type ReturnOutcome,
  type ReturnReason,
  type ReturnState,
  type ReturnWay,
} from './return-case.ts'

export const RETURN_STATE_LABELS: Readonly<Record<ReturnState, string>> = {
  requested: 'We’re looking at it',
  approved: 'Approved',
  received: 'We have the tires',
  refunded: 'Refunded',
  exchanged: 'Replacement on its way',
  refused: 'Declined',
  canceled: 'Canceled',
  expired: 'Closed',
}

/** Labels of the reasons, and what each gets the buyer. */
export const RETURN_REASON_TEXTS: Readonly<Record<ReturnReason, { label: string; hint: string }>> = {
  fit: { label: 'It doesn’t fit my car', hint: 'Not mounted. You get a refund.' },
  mind: { label: 'I changed my mind', hint: 'Not mounted. You get a refund.' },
  damaged: {
    label: 'It arrived damaged',
    hint: `Within ${CLAIM_HOURS} hours of delivery, with a photo. Refund or the same tire again.`,
  },
  wrong: { label: 'It’s the wrong tire', hint: 'Not mounted. Refund or the right tire.' },
  defect: {
    label: 'It has a defect',
    hint: `Within ${CLAIM_HOURS} hours of finding it, with a photo. Covered for a year, even when mounted.`,
  },
}

export const RETURN_OUTCOME_TEXTS: Readonly<Record<ReturnOutcome, string>> = {
  refund: 'Refund, the way I paid',
  exchange: 'The same tire again',
}

export const RETURN_WAY_TEXTS: Readonly<Record<ReturnWay, { label: string; hint: string }>> = {
  label: { label: 'Prepaid label by email', hint: 'A carrier takes them. Tape the label to the tire.' },
  store: { label: 'Drop off at a store', hint: 'No box needed.' },
}

/** Titles and texts of the page when no case can be opened. */
export const RETURN_BARRIER_TEXTS: Readonly<Record<ReturnBarrier, { title: string; text: string }>> = {
  'not-delivered': {
    title: 'These tires haven’t arrived yet',
    text: 'Once they’re here, you can return them or report a problem on this page. Already got them? Say so on your order’s page.',
  },
  over: {
    title: 'This order is over',
    text: 'It was canceled or refunded, so there’s nothing left to give back. If one of its tires has a defect, write to us.',
  },
  'too-late': {
    title: 'The time to return this order is over',
    text: 'The money-back guarantee and the warranty ended a year after delivery.',
  },
  'nothing-left': {
    title: 'Every tire of this order is in a return already',
    text: 'You’ll find each return on your order’s page.',
  },
  'too-many': {
    title: 'This order has too many returns',
    text: `An order can have ${RETURN_CASES_MAX} returns online. Write to us and we’ll help.`,
  },
}

/** Formats the periods that have not ended: `Damage: until Thu, Nov 26, 3:12 PM CST. Returns: until Feb 22, 2027.` */
export function formatReturnUntil({ damage, window, guarantee }: ReturnDeadlines, now: number): string {
  const texts = [
    ...(now <= damage ? [`Damage: until ${formatShopTime(damage)}.`] : []),
    now <= window
      ? `Returns: until ${formatOrderDate(window)}, not mounted.`
      : `Money back: until ${formatOrderDate(guarantee)}, not mounted.`,
  ]
  return [...texts, RETURN_SHIPPING].join(' ')
}

/** Formats `2 tires: Corvane Solano, 225/45R17 94W` for each line of a case; units of a bundle as `1 ×`. */
export function formatReturnedLines(
  { lines }: Pick<ReturnCase, 'lines'>,
  all: readonly Pick<OrderLine, 'itemId' | 'title' | 'facts' | 'parts'>[],
): string[] {
  return lines.flatMap(({ itemId, pieces }) => {
    const line = all.find((known) => known.itemId === itemId)
    if (!line) return []
    const isTires = line.parts.length === 1 && line.parts[0]?.tire
    const count = isTires ? `${formatQuantity(pieces, 'tire')}:` : `${pieces} ×`
    return [`${count} ${[line.title, line.facts].filter(Boolean).join(', ')}`]
  })
}

/** Formats what happens next, with its day and amount. `refund` in cents, see `shownRefund`; `credit` is its part of store credit. */
export function formatNextStep(
  found: ReturnCase,
  refund: Cents,
  order: Pick<Order, 'paymentMethod'>,
  credit: Cents = 0,
): string {
  const { state, outcome, way, stateAt, createdAt } = found
  switch (state) {
    case 'requested':
      return `We’ll answer here and by email by ${formatDay(businessDayAfter(createdAt, ANSWER_BUSINESS_DAYS))}.`
    case 'approved': {
      const until = formatOrderDate(stateAt + SEND_BACK_MS)
      return way === 'store'
        ? `Bring the tires to one of our stores by ${until}. Show this page or say the return’s number.`
        : `Print the label, tape it to the tires and hand them to the carrier so they reach us by ${until}. ${RETURN_SHIPPING}`
    }
    case 'received': {
      const day = formatDay(businessDayAfter(stateAt, REFUND_BUSINESS_DAYS))
      if (outcome === 'exchange') return `We’re checking them. Your replacement will ship by ${day}.`
      return refund === 0
        ? `We’re checking them and will answer by ${day}. ${REFUNDED_BEFORE}`
        : `We’re checking them. We’ll refund ${formatMoney(refund)} ${formatRefundWay(order)} by ${day}.`
    }
    case 'refunded':
      if (credit > 0) return `You get ${formatRefundParts(order, { amount: refund, credit })}`
      return refund === 0
        ? REFUNDED_BEFORE
        : `We refund it ${formatRefundWay(order)}. ${formatRefundArrival(order)}`
    case 'exchanged':
      return 'The same tires are on their way to you, at no cost.'
    case 'refused':
      return 'Nothing changes about your order. If you don’t agree, write to us.'
    case 'canceled':
      return 'You canceled this return, so there’s nothing to send back.'
    case 'expired':
      return `The tires didn’t reach us within ${formatQuantity(SEND_BACK_DAYS, 'day')}, so we closed this return. You can start another one.`
  }
}

const REFUNDED_BEFORE = 'Everything you paid for this order was refunded before.'

/** Formats the parcel with the replacement, with the carrier's page about it; `null` without a parcel. */
export function formatReplacement({
  state,
  carrier,
  trackingNumber,
  stateAt,
}: Pick<ReturnCase, 'state' | 'carrier' | 'trackingNumber' | 'stateAt'>): {
  text: string
  href: string | null
} | null {
  if (state !== 'exchanged' || carrier === null || trackingNumber === null) return null
  return {
    text: `${carrier} ${trackingNumber}`,
    href: trackingHref({ carrier, trackingNumber, shippedAt: stateAt }),
  }
}

/** Describes what a case gets the buyer: `$122.95 back the way you paid`, `The same tires again`. `refund` in cents. */
export function formatOutcome(
  { outcome, reason }: Pick<ReturnCase, 'outcome' | 'reason'>,
  refund: Cents,
  order: Pick<Order, 'paymentMethod'>,
  credit: Cents = 0,
): string {
  if (credit > 0) return formatRefundParts(order, { amount: refund, credit }).split('. ')[0] ?? ''
  if (outcome === 'exchange' && isShopsFault(reason)) return 'The same tires again, at no cost'
  return refund === 0 ? 'Nothing left to refund' : `${formatMoney(refund)} back ${formatRefundWay(order)}`
}
