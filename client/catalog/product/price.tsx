import type { ReactNode } from 'react'
import { formatMoney } from '../../../schema/platform/money.ts'
import { classNames } from '../../platform/ui/class-names.ts'

/**
 * Renders a price: the large number is the price of one tire, the set and the date are below. Amounts are in cents. The
 * previous price is shown only together with the day the special ends.
 */
export function Price({
  amount,
  unit = 'per tire',
  more,
  was,
  until,
  size = 'card',
  children,
}: {
  amount: number
  unit?: string
  /** Such as "$316.00 set of 4"; it is not wrapped. */
  more?: string | null | undefined
  was?: number | null
  until?: string | null
  size?: 'card' | 'page'
  /** Further lines, such as the delivery date. */
  children?: ReactNode
}) {
  return (
    <p className={classNames('price', size === 'page' && 'price-page')}>
      <b>{formatMoney(amount)}</b>
      <span>
        {unit}
        {was && until ? (
          <>
            , <span className="visually-hidden">was </span>
            <s>{formatMoney(was)}</s> until {until}
          </>
        ) : null}
        {more ? (
          <>
            , <span className="nowrap">{more}</span>
          </>
        ) : null}
      </span>
      {children}
    </p>
  )
}
