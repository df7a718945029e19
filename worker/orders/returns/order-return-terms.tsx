/** The terms of returns for one order: each with its day or its amount. */

import type { TireService } from '../../../schema/cart/extras/tire-services.ts'
import type { OrderLine } from '../../../schema/orders/order.ts'
import { formatRefundWay } from '../../../schema/orders/refund-way.ts'
import {
  promisedRefund,
  type ReturnCase,
  type ReturnDeadlines,
  returnablePieces,
} from '../../../schema/orders/returns/return-case.ts'
import { formatOrderDate, formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import {
  CLAIM_HOURS,
  REFUND_BUSINESS_DAYS,
  RETURN_SHIPPING,
  RETURN_WINDOW_DAYS,
} from '../../../schema/platform/return-terms.ts'
import type { OrderDetails } from '../life/order-lifecycle.sql.ts'

interface TermsProps {
  details: OrderDetails
  cases: readonly ReturnCase[]
  /** Whether the shop has mounted the tires. */
  mounted: boolean
  deadlines: ReturnDeadlines
  now: number
}

const LIST = new Intl.ListFormat('en-US')

/** Says what the amount includes beside the tires. */
function included(lines: readonly Pick<OrderLine, 'service'>[], mounted: boolean): string {
  const has = (service: TireService) => lines.some((line) => line.service === service)
  const services = [
    ...(has('plan') ? ['the plan'] : []),
    // What was mounted stays paid.
    ...(has('mounting') && !mounted ? ['mounting'] : []),
  ]
  return `with ${LIST.format(['tax', 'tire fees', ...services])}`
}

/** Renders the terms, with what has ended said as ended. */
export function ReturnTerms({ details: { order, life }, cases, mounted, deadlines, now }: TermsProps) {
  const { damage, window, guarantee } = deadlines
  const everything = [...returnablePieces(order.lines, cases)].map(([itemId, pieces]) => ({ itemId, pieces }))
  const terms: [term: string, text: string, more: string][] = [
    now <= window
      ? ['Return by', formatOrderDate(window), `${RETURN_WINDOW_DAYS} days from delivery, not mounted.`]
      : ['Money back until', formatOrderDate(guarantee), 'One year from delivery, not mounted.'],
    [
      'Report shipping damage by',
      now <= damage ? formatShopTime(damage) : `Ended ${formatShopTime(damage)}`,
      `${CLAIM_HOURS} hours from delivery, with a photo.`,
    ],
    [
      'Report a defect by',
      formatOrderDate(guarantee),
      `Within ${CLAIM_HOURS} hours of finding it, with a photo.`,
    ],
    ['Return shipping', formatMoney(0), RETURN_SHIPPING],
    [
      'You get back',
      formatMoney(promisedRefund(order, life, cases, { lines: everything, mounted })),
      `For all of it, ${included(order.lines, mounted)}, ${formatRefundWay(order)}, within ${REFUND_BUSINESS_DAYS} business days of getting the tires.`,
    ],
  ]
  return (
    <dl className="return-terms">
      {terms.map(([term, text, more]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="cond t-22">{text}</dd>
          <dd className="t-14 quiet">{more}</dd>
        </div>
      ))}
    </dl>
  )
}
