import type { ReactNode } from 'react'
import { formatMoney } from '../../../schema/platform/money.ts'
import { classNames } from '../../platform/ui/class-names.ts'

/**
 * A price. The big number is what one tire costs; the set and the date stand below. Amounts in cents.
 * A struck price is shown only together with the day it ends.
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
  /** E.g. "$316.00 set of 4"; stays on one line. */
  more?: string | null | undefined
  was?: number | null
  until?: string | null
  size?: 'card' | 'page'
  /** Further lines, e.g. the delivery date. */
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
